/**
 * The modules of a program in a few files, each module run when something of it is first asked for.
 *
 * A process that answers one event needs a fifth of our modules; what it does not need is neither run nor compiled,
 * and takes no room in the compiled code that is kept. Modules must not mind when they run: ours only define.
 */

import { posix } from 'node:path'
import { rolldown } from 'rolldown'
import { minifySync, parseSync } from 'rolldown/experimental'

/**
 * File name → code. `fileOf` says which file a module goes to, by its path; the first module of all is the program,
 * and its file loads the others.
 */
export async function linkLazily({ fileOf, ...options }) {
  const bundle = await rolldown(options)
  const { output } = await bundle.generate({
    format: 'cjs',
    preserveModules: true,
    preserveModulesRoot: options.cwd,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    dynamicImportInCjs: false,
  })
  const first = output.find((chunk) => chunk.isEntry)
  const main = fileOf(first.facadeModuleId)
  const files = groupBy(output, (chunk) => fileOf(idOf(chunk)))
  // Of one file's modules the numbers follow each other: where a number belongs is a few comparisons.
  const names = [main, ...[...files.keys()].filter((name) => name !== main)]
  const modules = names.flatMap((name) => files.get(name))
  const numbers = new Map(modules.map((chunk, at) => [chunk.fileName, at]))
  const builtIns = []
  const bodies = new Map(modules.map((chunk) => [chunk, linked(chunk, numbers, builtIns)]))

  let begin = 0
  const parts = names.map((name) => {
    const own = files.get(name).map((chunk) => `(exports) {\n${bodies.get(chunk)}\n}`)
    const code = own.map((body, at) => `${begin + at}${body}`).join(',\n')
    const part = { name, begin, code: `{\n${code}\n}` }
    begin += own.length
    return part
  })
  return new Map(
    parts.map(({ name, code }) => [
      `${name}.cjs`,
      minified(
        `${name}.cjs`,
        name === main
          ? programText(code, parts.slice(1), builtIns, numbers.get(first.fileName))
          : `module.exports = (${OURS.join(', ')}) => (${code});`,
      ),
    ]),
  )
}

function idOf(chunk) {
  return Object.keys(chunk.modules)[0] ?? chunk.fileName
}

function groupBy(all, keyOf) {
  const groups = new Map()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** What modules are linked by: a name of theirs must not hide one of these. */
const OURS = ['$loaded', '$load', '$builtIn', '$fetch']

/** What runs first: the table of what is loaded, and how the rest comes to it. */
function programText(code, others, builtIns, first) {
  const inFile = others.map(({ name, begin }) => `number >= ${begin} ? './${name}.cjs'`).reverse()
  return `
const $loaded = [];
const $builtIn = [];
const names = ${JSON.stringify(builtIns)};
const $fetch = (number) => ($builtIn[number] = require(names[number]));
const $load = (number) => {
  if (!(number in bodies)) Object.assign(bodies, require(${[...inFile, 'undefined'].join(' : ')})(${OURS.join(', ')}));
  const exports = ($loaded[number] = {});
  bodies[number](exports);
  return exports;
};
const bodies = ${code};
module.exports = $load(${first});
// Which modules have run.
module.exports.ran = () => Object.keys($loaded);
`
}

/** The module's code, each use of another module's export asking for that module first. */
function linked(chunk, numbers, builtIns) {
  const { program, errors } = parseSync(chunk.fileName, chunk.code, { sourceType: 'script' })
  if (errors.length > 0) throw new Error(`${chunk.fileName}: ${errors[0].message}`)
  const asked = (target) => {
    if (!target.startsWith('.')) return undefined
    const number = numbers.get(posix.join(posix.dirname(chunk.fileName), target))
    if (number === undefined) throw new Error(`${chunk.fileName}: ${target} is none of the modules`)
    return `($loaded[${number}] || $load(${number}))`
  }
  const builtInAt = (name) => {
    if (!builtIns.includes(name)) builtIns.push(name)
    const number = builtIns.indexOf(name)
    return `($builtIn[${number}] || $fetch(${number}))`
  }
  const edits = []
  const uses = new Map()
  for (const statement of program.body) {
    const target = statement.type === 'VariableDeclaration' ? requiredBy(statement.declarations[0]?.init) : undefined
    if (target === undefined) continue
    uses.set(statement.declarations[0].id.name, asked(target) ?? builtInAt(target))
    edits.push({ from: statement.start, to: statement.end, text: '' })
  }
  const isGone = (node) => edits.some(({ from, to }) => node.start >= from && node.end <= to)
  walk(program, undefined, (node, parent, key) => {
    if (node.type === 'CallExpression' && !isGone(node)) {
      const target = requiredBy(node)
      const text = target === undefined ? undefined : asked(target)
      if (text !== undefined) edits.push({ from: node.start, to: node.end, text })
    }
    if (node.type === 'Identifier' && OURS.includes(node.name))
      throw new Error(`${chunk.fileName}: ${node.name} is ours`)
    if (node.type !== 'Identifier' || !uses.has(node.name) || isGone(node)) return
    if ((key === 'property' || key === 'key') && !parent.computed && !parent.shorthand) return
    const isRead = key === 'object' || key === 'arguments' || key === 'init' || key === 'argument' || key === 'callee'
    if (!isRead) throw new Error(`${chunk.fileName}: ${node.name} is used as ${parent.type}.${key}`)
    edits.push({ from: node.start, to: node.end, text: uses.get(node.name) })
  })
  return spliced(chunk.code, edits)
}

function requiredBy(node) {
  const isRequire =
    node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require'
  const target = isRequire ? node.arguments[0] : undefined
  return target?.type === 'Literal' && typeof target.value === 'string' ? target.value : undefined
}

function walk(node, parent, visit, key) {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, parent, visit, key)
    return
  }
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return
  visit(node, parent, key)
  for (const [name, value] of Object.entries(node)) if (typeof value === 'object') walk(value, node, visit, name)
}

function spliced(code, edits) {
  let text = ''
  let at = 0
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    text += code.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return text + code.slice(at)
}

function minified(name, text) {
  const head = '(function (exports, require, module, __filename, __dirname) {'
  const { code, errors } = minifySync(name, text, { mangle: { toplevel: true }, module: false })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  return `${head}${code}\n})\n`
}
