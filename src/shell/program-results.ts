/** What a call in a program gives back, for the calls that make, join and decode texts and paths. */

import { decodeBase64, fromBytes } from './encoding.ts'
import { join, nameOf, parentOf } from './places.ts'
import {
  type Argument,
  type Callee,
  cross,
  each,
  formatted,
  type Scope,
  UNKNOWN,
  type Value,
  value,
} from './program-value.ts'
import { HOLE, hasHole } from './text.ts'

/** What a call gives back. */
export function resultOf(callee: Callee, args: readonly Argument[], scope: Scope): Value {
  const { path, receiver } = callee
  const last = path.slice(path.lastIndexOf('.') + 1)
  const texts = args.filter((arg) => arg.name === undefined).map((arg) => arg.value)
  const first = texts[0]
  const module = path.slice(0, Math.max(path.lastIndexOf('.'), 0))
  const onText = receiver !== undefined && !receiver.texts.includes(HOLE)
  switch (last) {
    case 'join':
      if (/(^|\.)(path|posix|File|posixpath|filepath|osp|Path)$/.test(module)) return joined(texts)
      if (receiver?.items !== undefined) return listed(receiver.items, first ?? value(','))
      if (first?.items !== undefined && receiver !== undefined) return listed(first.items, receiver)
      return path === 'join' ? joined(texts) : UNKNOWN
    case 'joinpath':
      return joined([receiver ?? UNKNOWN, ...texts])
    case 'resolve':
      if (module === '' && texts.length === 0) return UNKNOWN
      return onText && texts.length === 0 ? receiver : joined(texts)
    case 'Path':
    case 'PurePath':
    case 'PosixPath':
    case 'Pathname':
    case 'File':
      return texts.length === 0 ? value('.') : joined(texts)
    case 'new':
      return joined(texts)
    case 'str':
    case 'String':
    case 'fspath':
    case 'abspath':
    case 'normpath':
    case 'realpath':
    case 'realpathSync':
    case 'normalize':
    case 'expanduser':
    case 'expand_path':
    case 'fileURLToPath':
    case 'list':
    case 'sorted':
    case 'set':
    case 'tuple':
    case 'reversed':
    case 'Array.from':
      return first ?? receiver ?? UNKNOWN
    case 'absolute':
    case 'as_posix':
    case 'toString':
    case 'to_s':
    case 'to_path':
    case 'strip':
    case 'rstrip':
    case 'lstrip':
    case 'trim':
    case 'chomp':
    case 'splitlines':
    case 'readlines':
    case 'decode':
    case 'encode':
    case 'sort':
    case 'filter':
    case 'flat':
    case 'freeze':
      return receiver ?? first ?? UNKNOWN
    case 'dirname':
      return each(first ?? receiver ?? UNKNOWN, parentOf)
    case 'basename':
      return each(first ?? receiver ?? UNKNOWN, nameOf)
    case 'cwd':
    case 'getcwd':
    case 'pwd':
      return value(scope.cwd())
    case 'home':
    case 'homedir':
      return value(scope.environment('HOME') ?? HOLE)
    case 'getenv':
    case 'get':
      if (last === 'get' && !/environ$|ENV$/.test(module)) return UNKNOWN
      return scope.environment(first?.texts[0] ?? '') === undefined
        ? (texts[1] ?? value(''))
        : value(scope.environment(first?.texts[0] ?? '') ?? '')
    case 'glob':
    case 'rglob':
    case 'iglob':
    case 'globSync': {
      const base = receiver !== undefined && !/^(glob|Dir|fs)$/.test(module) ? receiver : value('')
      const deep = last === 'rglob' ? '**/' : ''
      return value(
        ...cross(base, first ?? UNKNOWN, (a, b) => (a === '' ? b : join(a, deep + b))).texts.flatMap((text) =>
          scope.glob(text),
        ),
      )
    }
    case 'walk':
    case 'iterdir':
    case 'scandir': {
      const base = first ?? receiver ?? UNKNOWN
      return value(...base.texts.flatMap((text) => [join(text, HOLE), text, ...scope.glob(`${text}/**`)]))
    }
    case 'with_suffix':
    case 'with_name':
    case 'relative_to':
      return each(receiver ?? UNKNOWN, (text) => (last === 'relative_to' ? text : `${parentOf(text)}/${HOLE}`))
    case 'replace':
    case 'replaceAll':
    case 'gsub':
    case 'sub': {
      const [from, to] = texts
      if (!onText || from === undefined || to === undefined) return UNKNOWN
      return each(receiver, (text) =>
        hasHole(from.texts[0] ?? HOLE) ? HOLE : text.replaceAll(from.texts[0] ?? '', () => to.texts[0] ?? ''),
      )
    }
    case 'lower':
    case 'toLowerCase':
    case 'downcase':
      return each(receiver ?? first ?? UNKNOWN, (text) => text.toLowerCase())
    case 'upper':
    case 'toUpperCase':
    case 'upcase':
      return each(receiver ?? first ?? UNKNOWN, (text) => text.toUpperCase())
    case 'reverse':
      return receiver?.items === undefined && onText ? each(receiver, (text) => [...text].reverse().join('')) : UNKNOWN
    case 'format':
      return receiver === undefined ? UNKNOWN : filled(receiver, args)
    case 'sprintf':
      return first === undefined
        ? UNKNOWN
        : formatted(first, { texts: texts[1]?.texts ?? [HOLE], items: texts.slice(1) })
    case 'split': {
      const text = receiver?.texts.length === 1 ? receiver.texts[0] : undefined
      if (text === undefined || hasHole(text)) return UNKNOWN
      const words = first === undefined ? text.trim().split(/\s+/) : text.split(first.texts[0] ?? ' ')
      return { texts: words, items: words.map((word) => value(word)) }
    }
    case 'concat':
      return receiver === undefined ? UNKNOWN : texts.reduce((a, b) => cross(a, b, (x, y) => x + y), receiver)
    case 'b64decode':
    case 'atob':
    case 'base64_decode':
    case 'decode64':
    case 'decode_base64':
    case 'urlsafe_b64decode':
      return each(first ?? UNKNOWN, (text) => (hasHole(text) ? HOLE : decodeBase64(text)))
    case 'from':
      if (texts[1]?.texts[0] === 'base64') return each(first ?? UNKNOWN, decodeBase64)
      if (texts[1]?.texts[0] === 'hex') return each(first ?? UNKNOWN, unhex)
      return first ?? UNKNOWN
    case 'fromhex':
    case 'unhexlify':
    case 'hex2bin':
      return each(first ?? UNKNOWN, unhex)
    case 'chr':
    case 'fromCharCode':
    case 'fromCodePoint':
      return texts.reduce(
        (a, b) => cross(a, b, (x, y) => x + (/^\d+$/.test(y) ? String.fromCodePoint(Number(y)) : HOLE)),
        value(''),
      )
    case 'mkdtemp':
    case 'mkdtempSync':
    case 'gettempdir':
    case 'tmpdir':
    case 'mktmpdir':
    case 'TemporaryDirectory':
    case 'tempdir':
    case 'sys_get_temp_dir':
      return value(
        first === undefined || hasHole(first.texts[0] ?? HOLE)
          ? '/tmp/of-program'
          : `${first.texts[0] ?? ''}-of-program`,
      )
    case 'open':
      return { texts: [HOLE], opened: (first ?? UNKNOWN).texts }
    case 'read':
    case 'read_text':
    case 'readFileSync':
    case 'readFile':
    case 'file_get_contents':
    case 'readTextFileSync': {
      const paths = receiver?.opened ?? (last === 'read_text' ? receiver?.texts : first?.texts) ?? []
      return value(
        ...paths.map((file) => (hasHole(file) ? HOLE : (scope.fileText(file) ?? HOLE))),
        ...(paths.length === 0 ? [HOLE] : []),
      )
    }
    case 'compile':
      return first ?? UNKNOWN
    case 'input':
    case 'gets':
      return value(
        ...scope
          .input()
          .split('\n')
          .filter((line) => line !== ''),
        HOLE,
      )
    default:
      return UNKNOWN
  }
}

function joined(parts: readonly Value[]): Value {
  const [first, ...rest] = parts
  return rest.reduce((a, b) => cross(a, b, (x, y) => join(x === '' ? '.' : x, y)), first ?? UNKNOWN)
}

function listed(items: readonly Value[], separator: Value): Value {
  const [first, ...rest] = items
  const between = separator.texts[0] ?? ''
  return rest.reduce((a, b) => cross(a, b, (x, y) => x + between + y), first ?? value(''))
}

function filled(pattern: Value, args: readonly Argument[]): Value {
  return each(pattern, (text) => {
    let index = 0
    return text.replace(/\{(\w*)(?::[^{}]*)?\}/g, (_, name: string) => {
      const found =
        name === '' ? args[index++] : /^\d+$/.test(name) ? args[Number(name)] : args.find((arg) => arg.name === name)
      return found?.value.texts.length === 1 ? (found.value.texts[0] ?? HOLE) : HOLE
    })
  })
}

function unhex(text: string): string {
  return hasHole(text)
    ? HOLE
    : fromBytes((text.match(/[0-9a-fA-F]{2}/g) ?? []).map((byte) => Number.parseInt(byte, 16)))
}
