/** Draws a conversation as SVG with the page's own fonts, readable on light and dark. */

import { widthOf, wrapped } from '../../src/cli/terminal.ts'

export interface Spoken {
  readonly by: 'person' | 'agent' | 'tool' | 'result' | 'refusal' | 'ours'
  readonly text: string
}

const COLUMNS = 92
const LINE = 19
const CHARACTER = 7.8
const MARGIN = 22
/** The start of a line, and the name of its colours in the style below. */
const LEAD = { person: '❯ ', agent: '', tool: '→ ', result: '  ', refusal: '✗ ', ours: '' } as const

export function picture(title: string, spoken: readonly Spoken[]): string {
  const lines = spoken.flatMap(({ by, text }, at) => [
    ...(startsNew(spoken[at - 1]?.by, by) ? [{ by, text: '' }] : []),
    ...wrapped(`${LEAD[by]}${text}`, COLUMNS, ' '.repeat(by === 'ours' ? 3 : widthOf(LEAD[by])))
      .split('\n')
      .map((line) => ({ by, text: line })),
  ])
  const width = Math.ceil(COLUMNS * CHARACTER) + 2 * MARGIN
  const height = lines.length * LINE + 2 * MARGIN + 14
  const drawn = lines.flatMap(({ by, text }, at) =>
    text === '' ? [] : [`  <text class="${by}" x="${MARGIN}" y="${MARGIN + 30 + at * LINE}">${escaped(text)}</text>`],
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
  <style>
    rect { fill: #ffffff; stroke: #d0d7de }
    circle { fill: #d0d7de }
    text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono CJK SC", "PingFang SC", "Microsoft YaHei", monospace; white-space: pre; fill: #1f2328 }
    .person { fill: #0550ae; font-weight: 600 }
    .tool, .result { fill: #59636e }
    .refusal { fill: #b32d2a }
    .ours { fill: #116329 }
    @media (prefers-color-scheme: dark) {
      rect { fill: #0d1117; stroke: #30363d }
      circle { fill: #30363d }
      text { fill: #e6edf3 }
      .person { fill: #79c0ff }
      .tool, .result { fill: #9198a1 }
      .refusal { fill: #ff9a91 }
      .ours { fill: #6fdd8b }
    }
  </style>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
  <circle cx="22" cy="20" r="5"/><circle cx="40" cy="20" r="5"/><circle cx="58" cy="20" r="5"/>
${drawn.join('\n')}
</svg>
`
}

/** Keeps tools and their results together, and separates everything else. */
function startsNew(before: Spoken['by'] | undefined, by: Spoken['by']): boolean {
  const isTool = (one: Spoken['by']) => one === 'tool' || one === 'result' || one === 'refusal'
  return before !== undefined && before !== by && !(isTool(before) && isTool(by))
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
