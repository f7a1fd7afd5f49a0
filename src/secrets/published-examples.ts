/**
 * Credentials that providers and standards print in their own documentation as examples.
 *
 * Kept as fingerprints, so that no credential-shaped text stands in our source.
 */

export function isPublishedExample(value: string): boolean {
  return PUBLISHED.has(fingerprint(value))
}

/** Two FNV-1a passes joined; enough to tell a few dozen known strings from all others. */
export function fingerprint(value: string): string {
  return hash(value, 0x811c9dc5).toString(36) + hash(value, 0x9e3779b9).toString(36)
}

function hash(value: string, basis: number): number {
  let sum = basis
  for (let index = 0; index < value.length; index += 1) sum = Math.imul(sum ^ value.charCodeAt(index), 0x01000193)
  return sum >>> 0
}

const PUBLISHED: ReadonlySet<string> = new Set([
  // AWS
  '15to2nkqhb824',
  '12ej6b6n633ie',
  // Stripe
  '1srut2ceixovk',
  '82hpo7oy0ecz',
  'un4t7o1s582y0',
  'tsg2e11f005l1',
  '16mls69xet5k5',
  '17sb2he18u8p6m',
  // Azurite, Cosmos emulator
  '1hhszxju3v3kz',
  '1jfhys413vffh4',
  // GitHub
  '1uefk5o1dn72c0',
  '9oaahb11endx7',
  '1v6fb8dj84nrd',
  '11g8opn13114tr',
  '16ms0gb6iwh93',
  // Slack
  'czs5yt1y7aunl',
  // Telegram
  'djxprmzs7n5q',
  '14c7fcg10lwht0',
  '1t9pgkz49e37j',
  // Google
  '1wvi848y87k90',
  // SendGrid
  '1tyqya91gmuvlx',
  // Mailgun
  '7nz5hsdlx65o',
  // RFC 7617, RFC 6749
  'yr90y21dwyfsu',
  '1jsaud1xl03ld',
  'aoo2ycz2von4',
  '1o5a6ax1szd9p9',
  '18xab3g1eyjqu0',
  '1y5bxyj1fie6dr',
  '12kgte01loeeto',
  '1dt9me310ig1dz',
  '37w4dp16ecqb5',
  '1jzsuov12chs57',
  '1c6epcl1iga7yh',
  '1kirvvk4h0igk',
  '1m6yncw1ytann8',
  // jwt.io
  'vvg98hlvzwth',
  '1pvt4jk165ow0s',
  'ykcg22wttfhq',
  't38zlp1hpjr9d',
  '19asbcw1ugf0gs',
  '17vroky1et7ng6',
  // TOTP, WebSocket
  'ygn3o1xdelr4',
  '1igjm94819oos',
])
