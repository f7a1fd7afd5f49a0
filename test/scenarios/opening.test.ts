import { afterEach, beforeEach, expect, test } from 'vitest'
import { Sandbox } from './harness.ts'

let sandbox: Sandbox
beforeEach(() => {
  sandbox = new Sandbox()
})
afterEach(() => sandbox.remove())

test('opening prints only the text, and lists its parts as JSON [S20] [S54]', () => {
  sandbox.write({ 'package.json': '{"name":"shop"}' })
  sandbox.run(['init', '--yes'])
  const printed = sandbox.run(['opening'])
  const told: { readonly text: string; readonly host?: string } = JSON.parse(sandbox.run(['opening', '--json']).out)
  expect(printed).toMatchObject({ code: 0, err: '', out: `${told.text}\n` })
  expect(told.text).toMatch(/^<memory-bank>\n/)
  expect(told.host).toBeUndefined()
  expect(sandbox.run(['opening', '--host', 'pen'])).toMatchObject({ code: 2, out: '' })
})
