import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf } from '../../src/bank/page.ts'
import { unitsIn } from '../../src/merge/unit.ts'
import { anyMarkdown, blockText } from '../laws/markdown.ts'
import { law } from '../laws/runs.ts'

test('units printed in order give the text back, with only blank lines between them [S55]', () => {
  law(
    fc.property(fc.oneof(anyMarkdown, blockText), (text) => {
      const read = (part: string, holder: 'text' | 'section'): void => {
        const units = unitsIn(pageOf(part), holder)
        expect(units.map((unit) => unit.text + unit.gap).join('')).toBe(part)
        expect(units.map(({ gap }) => gap.trim()).join('')).toBe('')
        for (const unit of units) if (unit.kind === 'section') read(unit.text, 'section')
      }
      read(text, 'text')
      read(`\ufeff${text}`, 'text')
    }),
  )
})
