/**
 * The names inside an archive, read from its bytes: tar, tar.gz, zip.
 *
 * undefined means the archive could not be read, never that it is empty.
 */

export function archiveNames(bytes: Uint8Array): readonly string[] | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const inner = inflateGzip(bytes)
    return inner === undefined ? undefined : tarNames(inner)
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zipNames(bytes)
  return tarNames(bytes)
}

const BLOCK = 512

function tarNames(bytes: Uint8Array): readonly string[] | undefined {
  const names: string[] = []
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    if (bytes[at] === 0) return names
    const size = Number.parseInt(field(bytes, at + 124, 12).trim() || '0', 8)
    const magic = field(bytes, at + 257, 5)
    if (magic !== 'ustar' || Number.isNaN(size)) return names.length > 0 ? names : undefined
    const type = field(bytes, at + 156, 1)
    const body = at + BLOCK
    if (type === 'L') longName = field(bytes, body, size)
    else if (type === 'x') longName = /\d+ path=([^\n]*)\n/.exec(field(bytes, body, size))?.[1]
    else if (type !== 'g') {
      const prefix = field(bytes, at + 345, 155)
      const short = field(bytes, at, 100)
      names.push(longName ?? (prefix === '' ? short : `${prefix}/${short}`))
      longName = undefined
    }
    at = body + Math.ceil(size / BLOCK) * BLOCK
  }
  return names
}

function zipNames(bytes: Uint8Array): readonly string[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let end = bytes.length - 22; end >= Math.max(0, bytes.length - 66_000); end -= 1) {
    if (view.getUint32(end, true) !== 0x06054b50) continue
    const count = view.getUint16(end + 10, true)
    const names: string[] = []
    let at = view.getUint32(end + 16, true)
    for (let i = 0; i < count && at + 46 <= bytes.length; i += 1) {
      const length = view.getUint16(at + 28, true)
      names.push(decode(bytes.subarray(at + 46, at + 46 + length)))
      at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    return names
  }
  return undefined
}

function field(bytes: Uint8Array, at: number, length: number): string {
  const end = bytes.indexOf(0, at)
  return decode(bytes.subarray(at, end === -1 || end > at + length ? at + length : end))
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Enough for any source archive; what is larger stays unread. */
const MOST_BYTES = 32 * 1024 * 1024

function inflateGzip(bytes: Uint8Array): Uint8Array | undefined {
  const flags = bytes[3] ?? 0
  let at = 10
  if ((flags & 4) !== 0) at += 2 + (bytes[at] ?? 0) + ((bytes[at + 1] ?? 0) << 8)
  for (const flag of [8, 16]) if ((flags & flag) !== 0) at = bytes.indexOf(0, at) + 1
  if ((flags & 2) !== 0) at += 2
  return inflate(bytes, at)
}

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

interface Codes {
  readonly counts: readonly number[]
  readonly symbols: readonly number[]
}

/** RFC 1951, symbol by symbol. */
function inflate(bytes: Uint8Array, start: number): Uint8Array | undefined {
  let at = start
  let held = 0
  let kept = 0
  let out = new Uint8Array(64 * 1024)
  let length = 0

  const bits = (count: number): number => {
    while (kept < count) {
      if (at >= bytes.length) throw new RangeError('archive ends early')
      held |= (bytes[at] ?? 0) << kept
      at += 1
      kept += 8
    }
    const value = held & ((1 << count) - 1)
    held >>>= count
    kept -= count
    return value
  }
  const symbol = (codes: Codes): number => {
    let code = 0
    let first = 0
    let index = 0
    for (let size = 1; size <= 15; size += 1) {
      code |= bits(1)
      const count = codes.counts[size] ?? 0
      if (code - count < first) return codes.symbols[index + code - first] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new RangeError('not a deflate stream')
  }
  const push = (byte: number) => {
    if (length === out.length) {
      if (length >= MOST_BYTES) throw new RangeError('archive too large')
      const larger = new Uint8Array(length * 2)
      larger.set(out)
      out = larger
    }
    out[length] = byte
    length += 1
  }
  const block = (literals: Codes, distances: Codes) => {
    for (let code = symbol(literals); code !== 256; code = symbol(literals)) {
      if (code < 256) {
        push(code)
        continue
      }
      const run = (LENGTH_BASE[code - 257] ?? 0) + bits(LENGTH_EXTRA[code - 257] ?? 0)
      const which = symbol(distances)
      const back = (DISTANCE_BASE[which] ?? 0) + bits(DISTANCE_EXTRA[which] ?? 0)
      if (back > length) throw new RangeError('not a deflate stream')
      for (let i = 0; i < run; i += 1) push(out[length - back] ?? 0)
    }
  }

  try {
    for (let last = 0; last === 0; ) {
      last = bits(1)
      const kind = bits(2)
      if (kind === 0) {
        held = 0
        kept = 0
        const size = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
        at += 4
        for (let i = 0; i < size; i += 1) push(bytes[at + i] ?? 0)
        at += size
      } else if (kind === 1) block(FIXED_LITERALS, FIXED_DISTANCES)
      else if (kind === 2) {
        const literalCount = bits(5) + 257
        const distanceCount = bits(5) + 1
        const orderCount = bits(4) + 4
        const sizes: number[] = new Array(19).fill(0)
        for (let i = 0; i < orderCount; i += 1) sizes[ORDER[i] ?? 0] = bits(3)
        const lengths = codeLengths(codesOf(sizes), literalCount + distanceCount, symbol, bits)
        block(codesOf(lengths.slice(0, literalCount)), codesOf(lengths.slice(literalCount)))
      } else return undefined
    }
    return out.subarray(0, length)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function codeLengths(
  codes: Codes,
  wanted: number,
  symbol: (codes: Codes) => number,
  bits: (count: number) => number,
): readonly number[] {
  const lengths: number[] = []
  while (lengths.length < wanted) {
    const code = symbol(codes)
    if (code < 16) lengths.push(code)
    else {
      const repeated = code === 16 ? (lengths.at(-1) ?? 0) : 0
      const times = code === 16 ? 3 + bits(2) : code === 17 ? 3 + bits(3) : 11 + bits(7)
      for (let i = 0; i < times; i += 1) lengths.push(repeated)
    }
  }
  return lengths
}

function codesOf(lengths: readonly number[]): Codes {
  const counts: number[] = new Array(16).fill(0)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  const offsets: number[] = [0, 0]
  for (let size = 1; size < 15; size += 1) offsets.push((offsets[size] ?? 0) + (counts[size] ?? 0))
  const symbols: number[] = []
  lengths.forEach((length, value) => {
    if (length === 0) return
    symbols[offsets[length] ?? 0] = value
    offsets[length] = (offsets[length] ?? 0) + 1
  })
  return { counts, symbols }
}

const FIXED_LITERALS = codesOf(
  Array.from({ length: 288 }, (_, value) => (value < 144 ? 8 : value < 256 ? 9 : value < 280 ? 7 : 8)),
)
const FIXED_DISTANCES = codesOf(new Array(30).fill(5))
