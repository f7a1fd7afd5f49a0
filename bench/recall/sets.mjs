/**
 * Public data sets as banks: Markdown files, the questions, and the units that answer them.
 *
 * A set is recognized by its layout, not by its name, so parts of it and other data work too. Units are line ranges
 * of the Markdown. A hit counts for the unit that contains its first line.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * @typedef {{ id: string, path: string, startLine: number, endLine: number }} UnitRange
 * @typedef {{ question: string, gold: string[] }} Question
 * @typedef {{ files: { path: string, text: string }[], units: UnitRange[], questions: Question[] }} Bank
 * @typedef {{ name: string, measure: 'unit' | 'file', at: (number | 'mrr')[], must: number[], aim: number[], banks:
 * Bank[] }} DataSet
 */

/** All data sets in the folder. */
export async function readSets(folder) {
  const names = (await readdir(folder)).sort()
  const sets = []
  const codes = names.find((name) => name.includes('code_idx_map'))
  for (const name of names.filter((name) => name.endsWith('.json'))) {
    const data = JSON.parse(await readFile(join(folder, name), 'utf8'))
    if (Array.isArray(data) && data[0]?.conversation !== undefined) sets.push(...dialogues(name, data))
    else if (Array.isArray(data?.data)) sets.push(...passages(name, data.data))
    else if (Array.isArray(data) && data[0]?.retrieval_idx !== undefined && codes !== undefined) {
      sets.push(functions(name, data, JSON.parse(await readFile(join(folder, codes), 'utf8'))))
    }
  }
  return sets
}

function dialogues(name, data) {
  const beam = /beam/i.test(name)
  const label = beam ? 'BEAM' : 'LoCoMo'
  const banks = data.map((sample) => dialogueBank(sample, ''))
  const sets = [
    beam
      ? { name: `${label} turn`, measure: 'unit', at: [5, 10], must: [0, 48], aim: [0, 56], banks }
      : { name: `${label} turn`, measure: 'unit', at: [5, 10], must: [65, 74], aim: [72, 80], banks },
  ]
  if (!beam) {
    const all = data.map((sample, number) => dialogueBank(sample, `c${number + 1}-`))
    const pooled = { files: all.flatMap((bank) => bank.files), units: all.flatMap((bank) => bank.units), questions: [] }
    pooled.questions = all
      .flatMap((bank) => bank.questions)
      .map((question) => ({
        question: question.question,
        gold: [...new Set(question.gold.map((id) => pathOfUnit(pooled, id)))],
      }))
    const plain = data.map((sample, number) => dialogueBank(sample, `c${number + 1}-`, true))
    const target = { measure: 'file', at: [5, 'mrr'], must: [85, 78], aim: [89, 83] }
    sets.push({ name: 'LoCoMo pooled files', ...target, banks: [pooled] })
    sets.push({
      name: 'LoCoMo pooled files, no headings',
      ...target,
      banks: [{ files: plain.flatMap((bank) => bank.files), units: [], questions: pooled.questions }],
    })
  }
  return sets
}

function dialogueBank(sample, prefix, plain = false) {
  const files = []
  const units = []
  const sessions = Object.keys(sample.conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)))
  for (const key of sessions) {
    const path = `details/learnings/${prefix}${key.replace('_', '-')}.md`
    const lines = [`# Session ${key.slice(8)}, ${sample.conversation[`${key}_date_time`] ?? ''}`, '']
    for (const turn of sample.conversation[key]) {
      const startLine = lines.length + 1
      if (plain) lines.push(`${turn.speaker}: ${turn.text}`, '')
      else lines.push(`## ${turn.dia_id} ${turn.speaker}`, '', ...closeFence(turn.text.split('\n')), '')
      units.push({ id: `${prefix}${turn.dia_id}`, path, startLine, endLine: lines.length })
    }
    files.push({ path, text: lines.join('\n') })
  }
  const known = new Set(units.map((unit) => unit.id))
  const questions = sample.qa.flatMap((qa) => {
    const gold = [...new Set((qa.evidence ?? []).map((id) => `${prefix}${id}`).filter((id) => known.has(id)))]
    return gold.length === 0 ? [] : [{ question: String(qa.question), gold }]
  })
  return { files, units, questions }
}

/** An unclosed code fence in a turn would include the turns after it. */
function closeFence(lines) {
  let fence = ''
  for (const line of lines) {
    const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (run === undefined) continue
    if (fence === '') fence = run
    else if (run[0] === fence[0] && run.length >= fence.length && line.trim() === run) fence = ''
  }
  return fence === '' ? lines : [...lines, fence]
}

function passages(name, data) {
  const chinese = /zh|cmrc/i.test(name)
  const label = /cmrc/i.test(name) ? 'CMRC2018' : `XQuAD ${chinese ? 'zh' : 'en'}`
  const files = []
  const units = []
  const byUnit = []
  const byFile = []
  for (const article of data) {
    for (const paragraph of article.paragraphs) {
      const number = String(files.length + 1).padStart(4, '0')
      const path = `details/design/p${number}.md`
      const lines = [`# p${number}`, '']
      const sentences = sentencesOf(paragraph.context)
      for (const [index, sentence] of sentences.entries()) {
        const startLine = lines.length + 1
        lines.push(`## ${index + 1}`, '', sentence.text.trim(), '')
        units.push({ id: `${number}:${index}`, path, startLine, endLine: lines.length })
      }
      files.push({ path, text: lines.join('\n') })
      for (const qa of paragraph.qas) {
        const at = qa.answers[0]?.answer_start ?? 0
        const sentence = sentences.findIndex((candidate) => at >= candidate.start && at < candidate.end)
        byFile.push({ question: qa.question, gold: [path] })
        if (sentence !== -1) byUnit.push({ question: qa.question, gold: [`${number}:${sentence}`] })
      }
    }
  }
  const sets = []
  const cmrc = label === 'CMRC2018'
  sets.push({
    name: `${label} sentence`,
    measure: 'unit',
    at: [5],
    must: [cmrc ? 87 : 0],
    aim: [cmrc ? 91 : 0],
    banks: [{ files, units, questions: byUnit }],
  })
  sets.push({
    name: `${label} passage`,
    measure: 'file',
    at: [1],
    must: [92],
    aim: [96],
    banks: [{ files, units, questions: byFile }],
  })
  return sets
}

function sentencesOf(text) {
  const sentences = []
  let start = 0
  for (const match of text.matchAll(/[。！？!?]+[”」』"]?|\.(?=\s+[A-Z"“])|\n+/g)) {
    const end = match.index + match[0].length
    if (text.slice(start, end).trim() !== '') sentences.push({ start, end, text: text.slice(start, end) })
    start = end
  }
  if (text.slice(start).trim() !== '') sentences.push({ start, end: text.length, text: text.slice(start) })
  return sentences
}

function functions(_name, data, codes) {
  const files = []
  const units = []
  const perFile = 50
  let lines = []
  const entries = Object.entries(codes)
  for (const [index, [code, id]] of entries.entries()) {
    const path = `details/design/code-${String(Math.floor(index / perFile)).padStart(4, '0')}.md`
    if (index % perFile === 0) lines = [`# Code ${Math.floor(index / perFile)}`, '']
    const startLine = lines.length + 1
    lines.push(`## f${id}`, '', '```python', ...code.split('\n'), '```', '')
    units.push({ id: String(id), path, startLine, endLine: lines.length })
    if (index % perFile === perFile - 1 || index === entries.length - 1) files.push({ path, text: lines.join('\n') })
  }
  return {
    name: 'CoSQA function',
    measure: 'unit',
    at: [10],
    must: [58],
    aim: [64],
    banks: [{ files, units, questions: data.map((row) => ({ question: row.doc, gold: [String(row.retrieval_idx)] })) }],
  }
}

function pathOfUnit(bank, id) {
  bank.byId ??= new Map(bank.units.map((unit) => [unit.id, unit.path]))
  return bank.byId.get(id)
}
