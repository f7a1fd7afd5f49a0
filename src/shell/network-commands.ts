/** Downloads: the files they are saved to. */

import { readOptions } from './arguments.ts'
import { join, nameOf } from './places.ts'
import { type Call, type Handler, noteRead, type Shell, write } from './shell.ts'
import { UNKNOWN } from './text.ts'

export const NETWORK_COMMANDS: Readonly<Record<string, Handler>> = {
  curl: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'oDcTdFHAbeuXxmwKQrtYyzCEPU',
      long: 'output output-dir dump-header cookie-jar upload-file data data-raw data-binary data-urlencode json form header user-agent cookie referer user request proxy max-time connect-timeout write-out config trace trace-ascii stderr retry retry-delay cacert cert key url range etag-save hsts alt-svc libcurl resolve interface limit-rate max-filesize max-redirs',
    })
    const folder = options.value('output-dir') ?? '.'
    for (const path of options.values('o', 'output')) write(shell, join(folder, path), 'curl -o', 'open')
    for (const path of options.values(
      'D',
      'dump-header',
      'c',
      'cookie-jar',
      'trace',
      'trace-ascii',
      'stderr',
      'etag-save',
      'hsts',
      'alt-svc',
      'libcurl',
    ))
      write(shell, path, 'curl', 'open')
    const addresses = [...options.rest, ...options.values('url')]
    if (options.has('O', 'remote-name', 'remote-name-all'))
      for (const address of addresses)
        write(shell, join(folder, nameOf(address.replace(/[?#].*$/, ''))), 'curl -O', 'open')
    if (options.has('J', 'remote-header-name')) write(shell, join(folder, UNKNOWN), 'curl -J', 'open')
    for (const data of options.values('d', 'data', 'data-binary', 'T', 'upload-file', 'F', 'form'))
      noteRead(shell, data.replace(/^(\w+=)?[@<]/, ''))
    return options.has('o', 'output', 'O', 'remote-name') ? '' : UNKNOWN
  },
  wget: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'OPoaiBtTwQUAR DIXlne'.replace(/[ n]/g, ''),
      long: 'output-document directory-prefix output-file append-output input-file base tries timeout wait user-agent header post-data post-file save-cookies load-cookies method body-data accept reject domains level',
    })
    // -nv, -nc, -nd, -np, -nH are letters behind an n.
    const folder = options.value('P', 'directory-prefix') ?? '.'
    for (const path of options.values('O', 'output-document', 'o', 'output-file', 'a', 'append-output', 'save-cookies'))
      write(shell, path, 'wget -O', 'open')
    if (!options.has('O', 'output-document', 'spider')) {
      for (const address of options.rest)
        write(shell, join(folder, nameOf(address.replace(/[?#].*$/, '')) || 'index.html'), 'wget', 'open')
      if (options.has('i', 'input-file', 'r', 'recursive', 'm', 'mirror'))
        write(shell, join(folder, UNKNOWN), 'wget', 'open')
    }
    return options.value('O', 'output-document') === '-' ? UNKNOWN : ''
  },
  aws: remoteCopy,
  gsutil: remoteCopy,
  gcloud: remoteCopy,
  az: remoteCopy,
  rclone: remoteCopy,
  gh: (call, shell) => {
    const options = readOptions(call.args, {
      short: 'DORbtBFHRaLq',
      long: 'dir output clobber title body body-file repo json jq template label notes notes-file',
    })
    const downloads = call.args.includes('download')
    if (downloads)
      for (const path of options.values('D', 'dir', 'O', 'output')) write(shell, path, 'gh download', 'open')
    if (call.args[1] === 'clone') write(shell, options.rest[3] ?? nameOf(options.rest[2] ?? ''), 'gh clone', 'open')
    for (const path of options.values('F', 'body-file', 'notes-file')) noteRead(shell, path)
    return UNKNOWN
  },
  aria2c: (call, shell) => {
    const options = readOptions(call.args, { short: 'odxsjkil', long: 'out dir log input-file' })
    const folder = options.value('d', 'dir') ?? '.'
    write(shell, join(folder, options.value('o', 'out') ?? nameOf(options.rest[0] ?? UNKNOWN)), 'aria2c', 'open')
    return ''
  },
}

/** The last place is written; one with a scheme or a host is not on this disk. */
function remoteCopy(call: Call, shell: Shell): string {
  const places = readOptions(call.args, {}).rest.filter(
    (word) => word.includes('/') || word.includes('.') || word.includes(':'),
  )
  const isRemote = (place: string) => /^(\w+:\/\/|[\w-]+:)/.test(place)
  if (!call.args.some((arg) => /^(cp|mv|sync|copy|rsync|copyto|move|download|rm|delete|purge)$/.test(arg)))
    return UNKNOWN
  const target = places.at(-1)
  const moves = call.args.some((arg) => /^(mv|move)$/.test(arg))
  for (const place of places.slice(0, -1)) {
    if (isRemote(place)) continue
    if (moves) write(shell, place, call.name, 'tree')
    else noteRead(shell, place)
  }
  if (target !== undefined && !isRemote(target)) write(shell, target, call.name, 'open')
  return UNKNOWN
}
