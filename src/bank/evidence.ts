/**
 * Classifies an item of evidence: a place in the repository, a commit, something outside, or words.
 *
 * Precision first: only unambiguous items are places or commits.
 */

export type Evidence =
  /** `last`: the last of several lines. */
  | { readonly kind: 'path'; readonly path: string; readonly line: number | undefined; readonly last?: number }
  | { readonly kind: 'commit'; readonly hash: string }
  /** Not in the repository: an address, a home folder, another checkout. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'words' }

/** `root` is the repository's folder, because a place may be relative or absolute. */
export function readEvidence(item: string, root: string): Evidence {
  const said = item.trim().replace(/^`([^`]+)`/, (_, code: string) => code)
  const hash = commitIn(said)
  if (hash !== undefined) return { kind: 'commit', hash }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(said) || /^(?:~|\.\.)[/\\]/.test(said)) return { kind: 'outside' }
  const place = placeIn(said)
  if (place === undefined) return { kind: 'words' }
  const inside = place.path.startsWith(`${root}/`) ? place.path.slice(root.length + 1) : place.path
  if (isOutside(inside)) return { kind: 'outside' }
  const { line, last } = place
  const named = { kind: 'path' as const, path: inside.replace(/^(?:\.\/)+/, ''), line }
  return last === undefined ? named : { ...named, last }
}

/** A hash has digits. It also has letters, unless "commit" is before it. */
function commitIn(said: string): string | undefined {
  const [whole, hash] = /^(?:commits?\s+|提交\s*)?([0-9a-f]{7,40})\b(?![./-])/i.exec(said) ?? []
  if (hash === undefined || !/\d/.test(hash)) return undefined
  return /[a-f]/i.test(hash) || whole !== hash ? hash.toLowerCase() : undefined
}

function placeIn(
  said: string,
): { readonly path: string; readonly line: number | undefined; readonly last: number | undefined } | undefined {
  const [whole, path, afterColon, toColon, afterHash, toHash] = PLACE.exec(said) ?? []
  if (path === undefined) return undefined
  const [line, to] = [afterColon ?? afterHash, toColon ?? toHash]
  // "Node.js 20" is a product.
  const isBare = line === undefined && !/[/\\]/.test(path)
  if (isBare && (whole !== said || PRODUCT.test(said))) return undefined
  return { path: path.replaceAll('\\', '/'), line: numberOf(line), last: numberOf(to) }
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

function isOutside(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path) || DOMAIN.test(path) || path.split('/').includes('..')
}

/** A comment after the place. */
export function afterPlace(item: string): string {
  const said = item.trim().replace(/^`([^`]+)`/, (_, code: string) => code)
  return said.slice(PLACE.exec(said)?.[0].length ?? 0)
}

/** A file with an extension, or a folder that ends in a slash. Then a line, a comment, or nothing. */
const PLACE =
  /^((?:[a-z]:)?[\p{L}\p{N}_.@+$=~/\\()[\]-]*[\p{L}\p{N}_\])-]\.[a-z][a-z0-9]{0,9}|(?:[\p{L}\p{N}_.@+-]+\/)+(?=$)|(?:[\p{L}\p{N}_.@+-]+\/)*(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Rakefile|Procfile))(?::L?(\d{1,7})(?:[-–]L?(\d{1,7})|:\d+)?|#L(\d{1,7})(?:-L?(\d{1,7}))?)?(?=$|[\s,;:，；：。（(）)`])/iu
const PRODUCT = /^[A-Z][A-Za-z]*\.(?:js|JS|io|ai|NET)$/
const DOMAIN = /^(?:[\w-]+\.)+(?:com|org|net|io|dev|cn|app|ai)(?:\/|$)/i
