/**
 * Other searches over the same entries in the same process: MiniSearch with its defaults, MiniSearch with Memory
 * Bank's tokenizer, and a plain scan.
 */

import MiniSearch from 'minisearch'

export function peers(engine) {
  return {
    'MiniSearch default': (files) => miniSearch(unitsOf(engine, files), {}),
    'MiniSearch + our tokens': (files) =>
      miniSearch(unitsOf(engine, files), {
        tokenize: (text) => engine.tokenize(text).map((term) => term.text),
        processTerm: (term) => term,
      }),
    'plain scan': (files) => scan(unitsOf(engine, files)),
  }
}

function unitsOf(engine, files) {
  return files.flatMap(({ path, text }) => {
    return engine.splitEntries(engine.pageOf(text, path)).map((entry) => ({
      path,
      startLine: entry.startLine,
      heading: `${entry.file.title} ${entry.title}`,
      text: text.slice(entry.bodyStart, entry.end),
    }))
  })
}

function miniSearch(units, options) {
  const index = new MiniSearch({ fields: ['heading', 'text'], storeFields: ['path', 'startLine'], ...options })
  index.addAll(units.map((unit, id) => ({ id, ...unit })))
  return (question, limit) => index.search(question).slice(0, limit)
}

/** A scan like grep: counts the question's words in the entry. */
function scan(units) {
  const folded = units.map((unit) => `${unit.heading} ${unit.text}`.toLowerCase())
  return (question, limit) => {
    const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    return units
      .map((unit, at) => ({ unit, hits: words.filter((word) => folded[at].includes(word)).length }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.hits - a.hits)
      .slice(0, limit)
      .map(({ unit }) => unit)
  }
}
