/**
 * The baseline: MiniSearch over title and body of whole entries.
 * Chinese is split into pairs of characters, because MiniSearch splits at blanks only, and plurals are
 * folded. With terms, each term is a query and the rankings are fused by reciprocal rank.
 */

import { createRequire } from 'node:module'
import { estimateTokens } from './score.mjs'

const RRF = 60

export function makeAnchor(placed) {
  const MiniSearch = createRequire(import.meta.url)('minisearch')
  const search = new MiniSearch({
    fields: ['title', 'text'],
    tokenize: splitWords,
    processTerm: (word) => word.toLowerCase().replace(/(?<=[a-z]{3})s$/, ''),
    searchOptions: { boost: { title: 2 } },
  })
  search.addAll(placed.map(({ id, title, text }) => ({ id, title, text })))
  const byId = new Map(placed.map((it) => [it.id, it]))
  const rank = (queries) => {
    const scores = new Map()
    for (const query of queries) {
      for (const [at, { id }] of search.search(query).slice(0, 100).entries()) {
        scores.set(id, (scores.get(id) ?? 0) + 1 / (RRF + at))
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => byId.get(id))
  }
  return {
    top: (queries, count) => writePack(rank(queries).slice(0, count)),
    fitting: (queries, budget) => {
      const taken = []
      for (const entry of rank(queries)) {
        if (estimateTokens(writePack([...taken, entry])) > budget) break
        taken.push(entry)
      }
      return writePack(taken)
    },
  }
}

function writePack(entries) {
  return entries.map((it, at) => `### ${at + 1}. ${it.path}:1\n${it.title} (${it.date})\n${it.text}\n`).join('\n')
}

function splitWords(text) {
  const words = []
  for (const [run] of text.matchAll(/[\p{sc=Han}]+|[^\s\p{P}\p{sc=Han}]+/gu)) {
    if (!/\p{sc=Han}/u.test(run) || run.length === 1) words.push(run)
    else for (let at = 0; at + 1 < run.length; at += 1) words.push(run.slice(at, at + 2))
  }
  return words
}
