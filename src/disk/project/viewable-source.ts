/**
 * The text of a project file for the page (S39): a text file of bounded size that git tracks or would add. Ignored
 * files and files made for secrets are never opened, not even through a link.
 */

import { realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { LIMITS } from '../../base/limits.ts'
import { sharingOf } from '../git/status.ts'
import { openInside } from '../open-file.ts'
import { realIfThere } from '../real-path.ts'
import { decodeText } from '../text-codec.ts'
import type { Project } from './find-project.ts'
import { ignoredAmong } from './scan-project.ts'

export type ViewableSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-shown'; readonly why: 'missing' | 'private' | 'binary' | 'too-large' }

/** `path` is relative to the root of the project, with forward slashes. */
export function readViewableSource({ root, top, gitFolder }: Project, path: string): ViewableSource {
  if (isPrivate(path)) return { kind: 'not-shown', why: 'private' }
  const named = join(root, path)
  const real = realIfThere(named)
  if (real === undefined || !isFile(real)) return { kind: 'not-shown', why: 'missing' }
  const within = relative(realpathSync.native(root), real).split(sep).join('/')
  const names = [path, within]
  if (isPrivate(within)) return { kind: 'not-shown', why: 'private' }
  const isDotted = names.some((name) => name.split('/').some((part) => part.startsWith('.')))
  const sharing = gitFolder === undefined ? undefined : sharingOf(join(root, within), top)
  const isUnshared =
    sharing === undefined
      ? isDotted || ignoredAmong(root, [within]).size > 0
      : sharing === 'not' || sharing === 'unknown'
  if (isUnshared || (isDotted && sharing !== 'tracked')) return { kind: 'not-shown', why: 'private' }
  const opened = openInside(root, named, { bytes: LIMITS.fileBytes })
  if (opened.kind === 'missing') return { kind: 'not-shown', why: 'missing' }
  if (opened.kind === 'refused') return { kind: 'not-shown', why: 'too-large' }
  return opened.bytes.includes(0)
    ? { kind: 'not-shown', why: 'binary' }
    : { kind: 'text', text: decodeText(opened.bytes) }
}

/** Outside the project, in .git, or in a usual place for keys and passwords. */
function isPrivate(path: string): boolean {
  const parts = path.split('/')
  return (
    path === '' ||
    path.startsWith('/') ||
    path.includes('\0') ||
    path.includes('\\') ||
    parts.some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git') ||
    parts.some((part) => FOR_SECRETS.test(part))
  )
}

const FOR_SECRETS =
  /^\.env(?:$|[.-])|\.env$|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfvars|tfstate)$|^(?:\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.aws|\.ssh|\.gnupg|id_(?:rsa|dsa|ecdsa|ed25519))$/i

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
