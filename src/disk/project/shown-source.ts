/**
 * The text of a file that a person may be shown on a page (S39): a text file of bounded size inside the project, that git
 * has or would take. What git leaves alone, and files that are kept for secrets, are never opened, by whatever link.
 */

import { realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { LIMITS } from '../../base/limits.ts'
import { sharingOf } from '../git/status.ts'
import { openInside } from '../open-file.ts'
import { decodeText } from '../text-codec.ts'
import type { Project } from './find-project.ts'
import { ignoredAmong } from './scan-project.ts'

export type ShownSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'not-shown'; readonly why: 'missing' | 'private' | 'binary' | 'too-large' }

/** `path`: from the root of the project, with forward slashes. */
export function readShownSource({ root, top, gitFolder }: Project, path: string): ShownSource {
  if (isPrivate(path)) return { kind: 'not-shown', why: 'private' }
  const asked = join(root, path)
  const real = realPath(asked)
  if (real === undefined || !isFile(real)) return { kind: 'not-shown', why: 'missing' }
  const seen = relative(realpathSync.native(root), real).split(sep).join('/')
  const names = [path, seen]
  if (isPrivate(seen)) return { kind: 'not-shown', why: 'private' }
  const isDotted = names.some((name) => name.split('/').some((part) => part.startsWith('.')))
  const sharing = gitFolder === undefined ? undefined : sharingOf(join(root, seen), top)
  const isLeftAlone =
    sharing === undefined ? isDotted || ignoredAmong(root, [seen]).size > 0 : sharing === 'not' || sharing === 'unknown'
  if (isLeftAlone || (isDotted && sharing !== 'tracked')) return { kind: 'not-shown', why: 'private' }
  const opened = openInside(root, asked, { bytes: LIMITS.fileBytes })
  if (opened.kind === 'missing') return { kind: 'not-shown', why: 'missing' }
  if (opened.kind === 'refused') return { kind: 'not-shown', why: 'too-large' }
  return opened.bytes.includes(0)
    ? { kind: 'not-shown', why: 'binary' }
    : { kind: 'text', text: decodeText(opened.bytes) }
}

/** Outside of the project, git's own, or a usual place for keys and passwords. */
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

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined // what cannot be followed cannot be shown
  }
}
