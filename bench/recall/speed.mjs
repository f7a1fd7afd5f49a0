/** How fast, how large, how it grows: banks of any size, made of the own ground's words in a fixed random order. */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readGround } from './ground.mjs'
import { snapshotOf } from './own-ground.mjs'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

export async function makeBank(count, bytes) {
  const { banks, questions } = await readGround()
  const random = generator(20_260_101)
  const paragraphs = [...banks.values()].flat().flatMap((file) => file.text.split(/\n(?=## )/))
  const words = Array.from({ length: 30_000 }, () => wordOf(random))
  const files = []
  for (let number = 0; number < count; number += 1) {
    const parts = [`# Page ${number} ${pick(words, random)} ${pick(words, random)}`]
    let size = 0
    while (size < bytes) {
      // A third real sections, the rest words by Zipf's law: vocabulary grows as it does in real text.
      const part =
        random() < 0.33
          ? pick(paragraphs, random)
          : `## ${pick(words, random)}\n\n${Array.from({ length: 60 }, () => words[Math.floor(words.length * random() ** 4)]).join(' ')}.`
      parts.push(part)
      size += Buffer.byteLength(part)
    }
    files.push({ path: `details/learnings/page-${number}.md`, text: parts.join('\n\n'), mtime: 0 })
  }
  return { files, questions: questions.map(({ question }) => question) }
}

export function measureSpeed(open, { files, questions }, rounds = 5) {
  collect()
  const before = process.memoryUsage()
  const started = performance.now()
  const search = open(files)
  search(questions[0], 20)
  const build = performance.now() - started
  collect()
  const after = process.memoryUsage()
  const memory = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  for (const question of questions) search(question, 20)
  // Per question the best of some runs: on a shared machine a slow run says who else was at work.
  const times = questions.map((question) => {
    const runs = Array.from({ length: rounds }, () => {
      const at = performance.now()
      search(question, 20)
      return performance.now() - at
    })
    return Math.min(...runs)
  })
  times.sort((a, b) => a - b)
  const text = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0)
  return { build, memory, text, p50: times[times.length >> 1], p95: times[Math.floor(times.length * 0.95)] }
}

/** Replacing one file, again and again: the median, and the first search after it. */
export function measureReplace(engine, files) {
  const index = engine.buildIndex(snapshotOf(files))
  engine.search('warm up', index, 1)
  const times = []
  for (let round = 0; round < 50; round += 1) {
    const file = files[(round * 37) % files.length]
    const changed = { ...file, text: `${file.text}\n\n## Added ${round}\n\nA new line about timeouts.\n` }
    const at = performance.now()
    index.put(changed)
    index.settle()
    times.push(performance.now() - at)
  }
  times.sort((a, b) => a - b)
  return times[times.length >> 1]
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
