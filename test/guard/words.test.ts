import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lexiconEntries } from '../../src/guard/words/lexicon.ts'
import { asksToWrite, type ReplyAnswer, readWords } from '../../src/guard/words.ts'
import { expectInProportion } from '../growth.ts'
import { LAW_TIMEOUT, law } from '../laws/runs.ts'

const table = <T>(name: string): readonly T[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../cases/${name}.json`), 'utf8'))
const answers = table<{ readonly text: string; readonly answer: ReplyAnswer }>('answers')
const requests = table<{ readonly text: string; readonly asks: boolean }>('requests')
const withAnswer = (answer: ReplyAnswer) => answers.filter((one) => one.answer === answer).map(({ text }) => text)

/** The answers that a proposal prints in quotation marks. */
const PRINTED = /^(?:yes|mb:write|only the first|好|写|确认|只写第一条|写入记忆)$/i

describe('answers', () => {
  test('the table holds at least 150 replies of each kind', () => {
    for (const answer of ['confirm', 'reject', 'ignore'] as const)
      expect(withAnswer(answer).length).toBeGreaterThan(150)
  })
  test.each(answers)('$text is read as $answer [S41]', ({ text, answer }) =>
    expect(readWords(text).answer).toBe(answer),
  )

  test('each phrase has one kind', () => {
    const entries = lexiconEntries()
    const twice = entries.filter(([key], index) => entries.findIndex(([other]) => other === key) !== index)
    expect(twice).toEqual([])
  })
})

describe('parts', () => {
  test.each<[string, number, 'all' | readonly number[]]>([
    ['好', 3, 'all'],
    ['写吧，顺便问一下第一条日志是什么？', 3, 'all'],
    ['全部写入', 3, 'all'],
    ['只写第一条', 3, [1]],
    ['只記第二條', 3, [2]],
    ['写第1条和第3条', 3, [1, 3]],
    ['第一、三条写入', 3, [1, 3]],
    ['写1到3', 5, [1, 2, 3]],
    ['前两条写，第三条不要', 3, [1, 2]],
    ['第二条不要，其他写', 3, [1, 3]],
    ['除了最后一条都写', 4, [1, 2, 3]],
    ['最后两条就行', 4, [3, 4]],
    ['1和2写，3不用', 3, [1, 2]],
    ['write only the first two', 3, [1, 2]],
    ['just #2', 3, [2]],
    ['only 1 and 3', 3, [1, 3]],
    ['write 2-3', 4, [2, 3]],
    ['all except the second one', 3, [1, 3]],
    ['skip the first, write the rest', 3, [2, 3]],
    ['yes to the first, no to the second', 2, [1]],
    ['only the last one', 3, [3]],
  ])('%s, of %i, covers %j [S41]', (text, count, parts) => {
    expect(readWords(text).answer).toBe('confirm')
    expect(readWords(text).confirmed(count)).toEqual(parts)
  })
  test.each([
    ['第二条不要，其他写', 3, [2]],
    ['yes, but not the second', 2, [2]],
    ['write them, not the last one', 3, [3]],
    ['只写第一条', 3, []],
    ['only the first', 3, []],
    ['好', 3, []],
    ['yes', 3, []],
  ])('%s, of %i, says no to %j [S36] [S41]', (text, count, parts) => {
    expect(readWords(text).answer).toBe('confirm')
    expect(readWords(text).declined(count)).toEqual(parts)
  })
  test.each<[string, readonly number[]]>([
    ['the last one', [3]],
    ['first and second', [1, 2]],
    ['2 吧', [2]],
    ['选 2', [2]],
    ['choose 2', [2]],
    ['第三条', [3]],
    ['pick the second', [2]],
  ])('of three entries, %s chooses %j [S41]', (text, parts) => {
    const topics = ['a', 'b', 'c'].map((headline) => ({ kind: 'decision', headline }) as const)
    const words = readWords(text, { kind: 'entries', topics })
    expect([words.answer, words.confirmed(3)]).toEqual(['confirm', parts])
  })
  test('a part left out is never covered, however many parts there are', () => {
    expect(readWords('第二条不要，其他写').confirmed()).not.toContain(2)
    expect(readWords('第二条不要，其他写').confirmed()).toContain(1)
  })
})

describe('requests', () => {
  test.each(requests)('$text: asks for writing is $asks [S36]', ({ text, asks }) =>
    expect(asksToWrite(text)).toBe(asks),
  )
})

describe('laws', { timeout: LAW_TIMEOUT }, () => {
  const confirmation = fc.constantFrom(...withAnswer('confirm'))
  const reply = fc.constantFrom(...answers.map(({ text }) => text))
  const mark = fc.constantFrom('，', ', ', '。', '. ', '\n', '！', '; ')
  const denial = fc.constantFrom(
    ...['不要写', '先别写', '别写进去', '不用写了', '但是先不要写', '不要寫'],
    ...["don't write it", 'do not write it', "but don't write it yet", "please don't save it", 'no need to write it'],
  )
  const politeness = fc.constantFrom(
    '谢谢',
    '谢谢你',
    '謝謝',
    '辛苦了',
    'thanks',
    'thank you',
    'please',
    '🙏',
    'thanks a lot!',
  )

  test('a refusal to write cancels any consent in the same message [S41]', () => {
    law(
      fc.property(confirmation, mark, denial, fc.boolean(), (yes, between, no, first) => {
        expect(readWords(first ? `${no}${between}${yes}` : `${yes}${between}${no}`).answer).not.toBe('confirm')
      }),
      2_000,
    )
  })
  test('a confirmation asked as a question does not confirm [S41]', () => {
    law(
      fc.property(fc.constantFrom(...withAnswer('confirm').filter((text) => /^[\p{L} ]{1,12}$/u.test(text))), (yes) => {
        expect(readWords(`${yes}?`).answer).not.toBe('confirm')
        expect(readWords(`${yes}吗`).answer).not.toBe('confirm')
      }),
    )
  })
  test('politeness at the end changes no answer [S41]', () => {
    law(
      fc.property(reply, mark, politeness, (text, between, thanks) => {
        expect(readWords(`${text}${between}${thanks}`).answer).toBe(readWords(text).answer)
      }),
      3_000,
    )
  })
  test('case, width and space around it change no answer', () => {
    law(
      fc.property(reply, (text) => {
        const wide = text.replace(/[!-~]/g, (char) =>
          /[a-zA-Z?!,]/.test(char) ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char,
        )
        expect(readWords(` ${text.toUpperCase()}\n`).answer).toBe(readWords(text).answer)
        expect(readWords(wide).answer).toBe(readWords(text).answer)
      }),
      1_500,
    )
  })
  test('quoted as a proposal prints it, an answer answers [S41]', () => {
    for (const yes of [
      '"yes"',
      '“好”',
      '"写"',
      '"mb:write"',
      '“写入记忆”',
      '"only the first"',
      '「好」',
      '"好"，顺便跑一下测试',
    ])
      expect(readWords(yes).answer, yes).toBe('confirm')
    for (const no of ['"no"', '“不用”']) expect(readWords(no).answer, no).toBe('reject')
    expect(readWords('> yes').answer).toBe('ignore')
  })
  test('quoted, a confirmation confirms nothing', () => {
    law(
      fc.property(
        confirmation.filter((text) => !/["`\n]/.test(text) && !PRINTED.test(text)),
        fc.constantFrom(['```\n', '\n```'], ['> ', ''], ['"', '"'], ['“', '”'], ['`', '`'], ['「', '」']),
        (yes, [open, close]) => {
          expect(readWords(`${open}${yes}${close}`).answer).toBe('ignore')
        },
      ),
    )
  })
  test('a confirmation in a sentence with an unknown word is not consent', () => {
    law(
      fc.property(
        confirmation.filter((text) => /^[a-z ]+$/i.test(text)),
        fc.constantFrom('zebra', 'login', 'parser'),
        (yes, word) => {
          expect(readWords(`${word} ${yes}`).answer).not.toBe('confirm')
        },
      ),
    )
  })
  test('any text gets an answer', () => {
    law(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(['confirm', 'reject', 'ignore']).toContain(readWords(text).answer)
        expect([asksToWrite(text), readWords(text).confirmed()]).toHaveLength(2)
      }),
    )
  })

  const PIECES = [
    '好', '不', '“', "'", '`', '"', '后', '一定要', 'a', '1和', '把写', 'ok, ', 'to memory ', '> ', '?', '写不', '\n', 'a/', '用',
  ] // biome-ignore format: a list reads best in rows

  test.each(PIECES)('many times %j gets its answer in time in proportion', (piece) => {
    const much = (size: number) => piece.repeat(Math.floor(size / piece.length))
    for (const size of [2_500, 25_000])
      expectInProportion(size, much, (text) => {
        readWords(text).answer
        readWords(text).confirmed()
        asksToWrite(text)
      })
  })
})
