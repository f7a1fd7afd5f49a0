/** Every command declares the facts that help, schemas, documents and the shell guard are derived from. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OWN_VALUES } from '../../src/base/own-commands.ts'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { commandHelp, programHelp } from '../../src/cli/help.ts'
import { COMMON } from '../../src/cli/options.ts'
import { findCommand, parseCall } from '../../src/cli/parse-call.ts'
import { processTerminal } from '../../src/cli/terminal.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const around = { env: {}, terminal: processTerminal({}), locale: 'en' } as const

const LOADED = await Promise.all(COMMANDS.map((command) => command.load()))

describe.each(LOADED.map((command) => [command.name, command] as const))('%s', (name, command) => {
  test('says in the help what it takes and how it may end, in both languages [S54]', () => {
    for (const language of ['en', 'zh'] as const) {
      const help = commandHelp(command, language)
      for (const option of Object.keys({ ...command.options, ...COMMON })) expect(help).toContain(`--${option}`)
      expect(help).toMatch(language === 'en' ? /Exit codes: 0 done/ : /退出码：0 完成/)
      const line = `\n  ${name.padEnd(12)}${command.about[language]}\n`
      expect(programHelp(COMMANDS, language).includes(line)).toBe(command.isHidden !== true)
    }
  })

  test('has examples that it accepts', () => {
    expect(command.examples).not.toEqual([])
    for (const example of command.examples) {
      const [program, ...args] = wordsOf(example)
      if (program === 'source') continue
      expect(['memory-bank', 'mb']).toContain(program)
      const found = findCommand(args, OWN_VALUES)
      expect(found.name, example).toBe(name)
      expect(parseCall(command, found.rest, around), example).toMatchObject({ ok: true })
    }
  })

  test('names what its agent rule is about', () => {
    const { agent } = command
    if (agent.kind === 'without')
      expect(Object.keys(command.options)).toEqual(expect.arrayContaining([...agent.options]))
    if (agent.kind === 'only')
      expect([...agent.reads, ...agent.asks, ...agent.acts].toSorted()).toEqual(verbsOf(command.operands ?? ''))
    if (agent.kind === 'unanswered') expect(command.options).toHaveProperty('yes')
  })

  test.skipIf(command.isHidden)('stands in the README, in both languages', () => {
    for (const page of ['README.md', 'README.zh-CN.md'])
      expect(readFileSync(join(ROOT, page), 'utf8')).toMatch(new RegExp(`\`(?:memory-bank )?${name}[ \`]`))
  })
})

test('every command has a name of its own, and a place of its own in the help', () => {
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length)
  expect(new Set(COMMANDS.map(({ group, place }) => `${group} ${place}`)).size).toBe(COMMANDS.length)
})

test('the schemas are those of the commands, and of problems [S54]', () => {
  const schemas = readdirSync(join(ROOT, 'schemas')).map((file) => basename(file, '.schema.json'))
  expect(schemas.toSorted()).toEqual([...new Set(['problem', ...LOADED.flatMap(({ json }) => json)])].toSorted())
})

/** The words of `[list|show] [id]` that say what is done. */
function verbsOf(operands: string): readonly string[] {
  return (/^\[([\w|]+)\]/.exec(operands)?.[1] ?? '').split('|').toSorted()
}

/** As a shell splits a line that holds nothing but words, quotes and a redirection. */
function wordsOf(line: string): readonly string[] {
  return [...line.replace(/ <.*/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}
