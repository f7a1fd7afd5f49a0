/** A cue is tried only where one of the words stands that it needs: no sentence it finds is without. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGREED, FOUND } from '../../../src/guard/signals/cues.ts'

const CUES = [...FOUND, ...AGREED]
const SAMPLES = 300

test.each(CUES.map((cue, at) => [`${at}, ${cue.kind}`, cue] as const))(
  'every sentence that cue %s finds holds a word that it needs [S40]',
  (_, { needs, pattern }) => {
    const found = ['中', 'x'].flatMap((script) => {
      const whole = pattern(script)
      if (whole.source === '(?!)') return []
      const written = fc.stringMatching(new RegExp(plainForm(whole.source)), { size: '-1' })
      return fc.sample(written, SAMPLES).filter((line) => whole.test(line))
    })
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((line) => !needs.some((word) => line.includes(word)))).toEqual([])
  },
)

/** Without what only looks around, and with a blank where a word may end: sentences made by it are kept if the real pattern finds them. */
function plainForm(source: string): string {
  let plain = ''
  let skipped = 0
  for (let at = 0; at < source.length; at += 1) {
    if (skipped === 0 && /^\(\?<?[!=]/.test(source.slice(at, at + 4))) skipped = 1
    else if (skipped > 0) skipped += source[at] === '(' ? 1 : source[at] === ')' ? -1 : 0
    else if (source.startsWith('\\b', at)) {
      plain += ' ?'
      at += 1
    } else plain += source[at]
  }
  return plain
}
