/** Speed on a bank of the given size, made of words from the own question sets in a fixed random order. */

import { readGround } from './ground.mjs'

/** Half are decisions, a third learnings, the rest design sections. */
export async function makeBank(count) {
  const { banks, questions } = await readGround()
  const random = generator(20_260_101)
  const texts = [...banks.values()].flat().map((file) => file.text)
  const sentences = texts.flatMap((text) => text.match(/[^\n.。|#]{20,160}/g) ?? [])
  const invented = Array.from({ length: 30_000 }, () => wordOf(random))
  const say = () => `${pick(sentences, random).trim()} ${invented[Math.floor(invented.length * random() ** 4)]}`
  const day = () => `202${Math.floor(random() * 6)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`
  const rows = []
  const files = []
  let sections = []
  for (let number = 0; number < count; number += 1) {
    const kind = number % 6
    if (kind < 3) rows.push(`| ${day()} | ${say()} | ${say()} | ${say()} | all ${pick(invented, random)} |`)
    else if (kind < 5) {
      const parts = ['Symptom', 'Root cause', 'Solution', 'Prevention'].map((part) => `## ${part}\n\n${say()}\n`)
      files.push(fileOf(`details/learnings/l${number}.md`, `# ${say()}\n\n- **Date**: ${day()}\n\n${parts.join('\n')}`))
    } else sections.push(`## ${say()}\n\n${Array.from({ length: 5 }, say).join('. ')}.\n`)
    if (sections.length === 8 || number === count - 1) {
      if (sections.length > 0)
        files.push(fileOf(`details/design/d${number}.md`, `# ${say()}\n\n${sections.join('\n')}`))
      sections = []
    }
  }
  const head = '| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|'
  files.push(fileOf('details/patterns.md', `# Patterns\n\n${head}\n${rows.join('\n')}\n`))
  return { files, questions: questions.map(({ question }) => question) }
}

/** Milliseconds of the first question of a process, which builds the index, and of later ones. */
export function measureSpeed(open, { files, questions }, rounds = 5) {
  // The best of several runs, because other work on the machine slows single runs.
  const best = (work) =>
    Math.min(
      ...Array.from({ length: rounds }, () => {
        const at = performance.now()
        work()
        return performance.now() - at
      }),
    )
  const cold = best(() => open(files)(questions[0], 20))
  const search = open(files)
  const times = questions.map((question) => best(() => search(question, 20))).sort((a, b) => a - b)
  return { cold, p50: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] }
}

function fileOf(path, text) {
  return { path, text, mtime: 0 }
}

function pick(list, random) {
  return list[Math.floor(list.length * random())]
}

function wordOf(random) {
  const length = 3 + Math.floor(random() * 8)
  return Array.from({ length }, (_, at) => pick(at % 2 === 0 ? 'bcdfglmnprst' : 'aeiou', random)).join('')
}

/** mulberry32: the same bank on every run. */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
