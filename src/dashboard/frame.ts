/** The page's files, served from memory, with headers that forbid the browser almost everything. */

import { createHash } from 'node:crypto'
import { readIfThere } from '../disk/disk.ts'
import { builtFile } from '../disk/project/package-files.ts'

/** The built script and style sheet. */
export interface PageFiles {
  readonly script: string
  readonly style: string
}

/** Undefined if this copy of the package has no page. */
export function readPageFiles(): PageFiles | undefined {
  const [script, style] = ['page.js', 'page.css'].map((name) => readIfThere(builtFile(`dashboard/${name}`)))
  return script === undefined || style === undefined ? undefined : { script, style }
}

export interface ServedFile {
  readonly type: string
  readonly body: string
}

/** The static files by path. */
export function servedFiles({ script, style }: PageFiles): ReadonlyMap<string, ServedFile> {
  const link = '<link rel="stylesheet" href="/page.css">'
  const load = '<script defer src="/page.js"></script>'
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: frame(`${link}${load}`, '') }],
    ['/page.js', { type: 'text/javascript; charset=utf-8', body: script }],
    ['/page.css', { type: 'text/css; charset=utf-8', body: style }],
  ])
}

/** Scripts and styles from this origin only, trusted types, no frames. */
const POLICY = policyOf({ script: "'self'", style: "'self'", connect: "'self'" })

export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Permissions-Policy':
    'camera=(), clipboard-read=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-DNS-Prefetch-Control': 'off',
}

/** The page as one file with its data embedded. Only its own script and style may run, and no connection is allowed. */
export function exportedPage(files: PageFiles, answers: Readonly<Record<string, unknown>>): string {
  const script = inScript(files.script)
  const style = inStyle(files.style)
  const policy = policyOf({ script: `'${sha256(script)}'`, style: `'${sha256(style)}'`, connect: "'none'" })
  return frame(
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><style>${style}</style>`,
    `<script type="application/json" id="data">${jsonInScript(answers)}</script><script>${script}</script>`,
  )
}

function policyOf(from: { readonly script: string; readonly style: string; readonly connect: string }): string {
  return [
    "default-src 'none'",
    `script-src ${from.script}`,
    `style-src ${from.style}`,
    `connect-src ${from.connect}`,
    // The icon below.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23468' d='M3 1h8a2 2 0 0 1 2 2v12l-5-3-5 3z'/%3E%3C/svg%3E"

function frame(head: string, tail: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    head,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Memory Bank</title>',
    `<link rel="icon" href="${ICON}">`,
    '</head>',
    '<body>',
    '<div id="page"></div>',
    '<noscript>This page needs JavaScript. 此页面需要 JavaScript。</noscript>',
    tail,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** Bank text must not close the script element. In JSON `<` occurs only in strings, where it can be escaped. */
function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** In a script's strings an unnecessary backslash changes nothing. */
function inScript(script: string): string {
  return script.replace(/<(?=!--|\/script)/gi, '\\x3c')
}

function inStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3c ')
}

/** The hash of an inline script or style as the policy names it. */
function sha256(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
