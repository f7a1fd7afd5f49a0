/**
 * The MCP server with clients of both protocol generations. The built program runs over pipes in the first tests of
 * each generation and where the process itself matters.
 */

import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { personsCommandIn } from '../../src/base/next-for-model.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { openWorkspace } from '../../src/disk/workspace.ts'
import { withoutMarkers } from '../../src/search/excerpt.ts'
import { PROJECT, V70_BANK } from '../scenarios/banks.ts'
import { PROGRAM, ROOT, Sandbox, treeOf } from '../scenarios/harness.ts'
import { type Era, type FormAnswer, McpClient, type Wishes } from './mcp-client.ts'

let sandbox: Sandbox
const open: McpClient[] = []

beforeEach(() => {
  sandbox = new Sandbox()
  sandbox.write(PROJECT)
  sandbox.write(BANK)
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  sandbox.remove()
})

const BANK = {
  'memory-bank/MEMORY.md': readFileSync(join(ROOT, 'templates/en/MEMORY.md')),
  'memory-bank/details/patterns.md':
    '# Patterns\n\n| Date | Decision | Why | Given up | Applies to |\n|---|---|---|---|---|\n| 2026-01-02 | money is integers | rounding | floats | src/money.ts |\n',
  'memory-bank/details/learnings/timeouts.md':
    '# Payment timeouts\n\n- Symptom: success falls at peak\n- Root cause: the gateway is slow\n- Solution: ten seconds\n- Prevention: an alert\n',
}

const DECISION = {
  kind: 'decision',
  title: 'queues are Postgres tables',
  why: 'one thing to run',
  givenUp: 'Redis',
  applies: 'background jobs',
  evidence: ['src/index.js'],
}

/** A promise and the function that resolves it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((done) => {
    open = done
  })
  return { opened, open: () => open() }
}

async function connect(wishes: Wishes = {}): Promise<McpClient> {
  const client = await McpClient.connect(sandbox, wishes)
  open.push(client)
  return client
}

/** A user with the same answer to every form, and the texts of those forms. */
function answering<Answer>(answer: Answer | ((form: string) => Answer)) {
  const forms: string[] = []
  const person = (form: string) => {
    forms.push(form)
    return answer instanceof Function ? answer(form) : answer
  }
  return { forms, person }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
const published = new Map(
  ['context-pack', 'status', 'check'].map((name) => [
    name,
    ajv.compile(JSON.parse(readFileSync(join(ROOT, `schemas/${name}.schema.json`), 'utf8'))),
  ]),
)
function validate(name: string, value: unknown): void {
  const check = published.get(name)
  if (check === undefined) throw new Error(`no schema ${name}`)
  check(value)
  expect(check.errors ?? []).toEqual([])
}

describe.each<Era>(['legacy', 'modern'])('a client of the %s generation', (era) => {
  test('gets the tools, which cost less than 670 tokens together [S53]', async () => {
    const { client } = await connect({ era, asProcess: true })
    expect(client.getProtocolEra()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['memory_recall', 'memory_propose', 'memory_status', 'memory_check'])
    for (const tool of tools) {
      expect(tool.outputSchema).toBeUndefined()
      expect(tool.annotations?.readOnlyHint).toBe(tool.name !== 'memory_propose')
    }
    expect(countTokens(JSON.stringify(tools))).toBeLessThan(670)
    expect(countTokens(client.getInstructions() ?? '')).toBeLessThan(250)
  })

  test('recalls with evidence, as text and in the published schema [S23]', async () => {
    const client = await connect({ era, asProcess: true })
    const { text, value, isError } = await client.call('memory_recall', { question: 'why is money an integer?' })
    expect(isError).toBe(false)
    expect(text).toContain('details/patterns.md')
    expect(text).toContain('rounding')
    validate('context-pack', value)
    expect(client.stderr).toBe('')
  })

  test('gets status and check in their published schemas [S54]', async () => {
    const client = await connect({ era, asProcess: true })
    validate('status', (await client.call('memory_status')).value)
    validate('check', (await client.call('memory_check')).value)
  })

  test('lists, completes and reads the files of the bank, MEMORY.md first [S53]', async () => {
    const { client } = await connect({ era, asProcess: true })
    const { resources } = await client.listResources()
    expect(resources.map((resource) => resource.name)).toEqual([
      'MEMORY.md',
      'details/learnings/timeouts.md',
      'details/patterns.md',
    ])
    for (const { uri, name } of resources) {
      const [content] = (await client.readResource({ uri })).contents
      const text = withoutMarkers(sandbox.read(`memory-bank/${name}`))
      expect(content).toMatchObject({ mimeType: 'text/markdown', text })
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    const [template] = resourceTemplates
    const ref = { type: 'ref/resource' as const, uri: template?.uriTemplate ?? '' }
    const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'details/l' } })
    expect(completion.values).toEqual(['details/learnings/timeouts.md'])
  })

  test('calls the recall prompt [S23]', async () => {
    const client = await connect({ era, asProcess: true })
    const { prompts } = await client.client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toEqual(['recall', 'learn', 'refresh'])
    const text = await client.prompt('recall', { question: 'payment timeouts' })
    expect(text).toContain('details/learnings/timeouts.md')
  })

  describe('the refresh prompt', () => {
    beforeEach(() => {
      sandbox.write({ 'memory-bank/details/tech.md': '', ...V70_BANK })
    })
    const isUpgraded = () => sandbox.read('memory-bank/MEMORY.md').includes('MEMORY_BANK_TEMPLATE:v7.1')

    test('is applied exactly as shown when the user accepts it in the form [S11]', async () => {
      const { forms, person } = answering('accept' as const)
      const client = await connect({ era, person, asProcess: true })
      const text = await client.prompt('refresh')
      expect(forms).toHaveLength(1)
      expect(forms[0]).toContain('the version of MEMORY.md is below v7.1')
      expect(text).toContain('[Memory Bank updated]')
      expect(isUpgraded()).toBe(true)
    })

    test.each([
      ['decline', 'I declined'],
      ['cancel', 'neither agreed nor declined'],
      ['unfilled', 'neither agreed nor declined'],
      ['unasked', 'neither agreed nor declined'],
      ['not now', 'neither agreed nor declined'],
    ] as const)('changes nothing when its form comes back as %s, and says %s [S11] [S42]', async (answer, said) => {
      const before = sandbox.tree()
      const client = await connect({ era, person: () => answer })
      const text = await client.prompt('refresh')
      expect(text).toContain('nothing was changed')
      expect(text).toContain(said)
      expect(sandbox.tree()).toEqual(before)
    })

    test('is refused if the bank changed while the user was deciding [S16]', async () => {
      const client = await connect({
        era,
        person: () => {
          writeFileSync(join(sandbox.bank, 'MEMORY.md'), `${sandbox.read('memory-bank/MEMORY.md')}\nmore\n`)
          return 'accept'
        },
      })
      expect(await client.prompt('refresh')).toContain('changed after the plan was made')
      expect(isUpgraded()).toBe(false)
    })

    test('shows the plan and how to apply it if the client has no forms [S11]', async () => {
      const before = sandbox.tree()
      const client = await connect({ era })
      const text = await client.prompt('refresh')
      expect(text).toContain('the version of MEMORY.md is below v7.1')
      expect(text).toContain('in my own terminal: memory-bank refresh')
      expect(text).not.toContain('Reply')
      expect(sandbox.tree()).toEqual(before)
    })
  })

  describe('a refresh that would replace the user’s text', () => {
    const manifest = (node: string) => `{ "name": "shop", "engines": { "node": "${node}" } }`
    beforeEach(() => {
      rmSync(sandbox.bank, { recursive: true, force: true })
      sandbox.write({ 'package.json': manifest('>=20') })
      expect(sandbox.run(['init', '--yes']).code).toBe(0)
      const memory = sandbox.read('memory-bank/MEMORY.md')
      sandbox.write({
        'memory-bank/MEMORY.md': memory.replace('>=20', '>=20 please'),
        'package.json': manifest('>=22'),
      })
    })
    const outcome = () => {
      const text = sandbox.read('memory-bank/MEMORY.md')
      return [text.includes('>=20 please'), text.includes('>=22')]
    }

    test.each([
      ['keep', [true, false], 'Updated: memory-bank/details/tech.md'],
      ['overwrite', [false, true], '[Memory Bank updated]'],
      ['append', [true, true], '[Memory Bank updated]'],
      ['decline', [true, false], 'I declined'],
      ['not now', [true, false], 'neither agreed nor declined'],
      // `accept` sends the other form's word, which does not count here.
      ['accept', [true, false], 'neither agreed nor declined'],
    ] as const)('is decided in the form by %s: 002:91 [S4] [S11]', async (answer, left, said) => {
      const { forms, person } = answering(answer)
      const client = await connect({ era, person })
      expect(await client.prompt('refresh')).toContain(said)
      expect(forms[0]).toContain('last update:')
      expect(forms[0]).toMatch(/− .*>=20 please/)
      expect(forms[0]).toMatch(/\+ .*>=22/)
      expect(forms[0]).toMatch(/1 {2}keep[\s\S]*2 {2}overwrite[\s\S]*3 {2}append/)
      expect(outcome()).toEqual(left)
    })

    test('names the choices if the client has no forms, and asks nothing if one is an argument: 002:96 [S4]', async () => {
      const client = await connect({ era })
      const text = await client.prompt('refresh')
      expect(text).toContain('in my own terminal, where memory-bank refresh asks me')
      expect(text).toContain('3  append')
      expect(outcome()).toEqual([true, false])
      const asking = await connect({ era, person: () => 'accept' })
      await asking.prompt('refresh', { on_conflict: '覆盖' })
      expect(outcome()).toEqual([false, true])
    })
  })

  describe('a proposal', () => {
    const patterns = () => sandbox.read('memory-bank/details/patterns.md')
    const propose = (client: McpClient) => client.call('memory_propose', { entries: [DECISION] })

    test('is written exactly as shown when the user accepts it in the form [S42]', async () => {
      const { forms, person } = answering('accept' as const)
      const { text, value, isError } = await propose(await connect({ era, person, asProcess: true }))
      expect(forms).toHaveLength(1)
      expect(forms[0]).toMatch(/^💾 .*\n.*memory-bank\/details\/patterns\.md/)
      expect(forms[0]).not.toContain('Reply')
      expect([isError, value]).toEqual([false, expect.objectContaining({ outcome: 'written' })])
      expect(text).toMatch(/^```diff\n[\s\S]+^\[Memory Bank updated\] .*\n```$/m)
      expect(patterns()).toContain('queues are Postgres tables')
    })

    test('shows no form in an agent’s shell, since the agent would fill it [S42]', async () => {
      const before = sandbox.tree()
      const { forms, person } = answering('accept' as const)
      const client = await connect({ era, person, env: { MEMORY_BANK_AGENT_SHELL: '1' } })
      expect((await propose(client)).value).toMatchObject({ outcome: 'waiting' })
      sandbox.write({ 'package.json': '{"name":"shop","scripts":{"test":"vitest","lint":"biome"}}' })
      expect(await client.prompt('refresh')).toContain('in my own terminal')
      expect([sandbox.tree(), forms]).toEqual([before, []])
    })

    test.each([
      ['decline', 'rejected'],
      ['cancel', 'waiting'],
      ['unfilled', 'waiting'],
      ['unasked', 'waiting'],
      ['not now', 'waiting'],
    ] as const)(
      'T18: is not written when the form comes back as %s, and is kept as %s [S42]',
      async (answer, outcome) => {
        const before = sandbox.tree()
        const client = await connect({ era, person: () => answer })
        expect((await propose(client)).value).toMatchObject({ outcome })
        expect(sandbox.tree()).toEqual(before)
        expect(listed().map((one) => one.status)).toEqual([outcome])
      },
    )

    test.each([
      ['1, 3', ['cents', 'taxes']],
      ['2', ['carts']],
      ['', ['cents', 'carts', 'taxes']],
      ['4', []],
      ['the first', []],
    ])('only the numbers that the user gives are written: %j [S29] [S42]', async (only, expected) => {
      const entries = ['cents', 'carts', 'taxes'].map((title) => ({ ...DECISION, title: `about ${title}` }))
      const client = await connect({ era, person: () => ({ only }) })
      const { value } = await client.call('memory_propose', { entries })
      expect(value).toMatchObject({ outcome: expected.length === 0 ? 'waiting' : 'written' })
      expect(['cents', 'carts', 'taxes'].filter((title) => patterns().includes(`about ${title}`))).toEqual(expected)
    })

    test('after the learn prompt it must cite evidence from the repository, until one does [S29]', async () => {
      const client = await connect({ era, person: () => 'accept' as const })
      expect(await client.prompt('learn')).toMatch(/memory_propose once[\s\S]*\n- /)
      const bare = { ...DECISION, evidence: ['the user said so'] }
      const refused = await client.call('memory_propose', { entries: [bare] })
      expect([refused.isError, refused.text]).toEqual([
        true,
        expect.stringContaining('No evidence from this repository'),
      ])
      expect((await propose(client)).value).toMatchObject({ outcome: 'written' })
      const later = await client.call('memory_propose', { entries: [{ ...bare, title: 'dates are ISO' }] })
      expect(later.value).toMatchObject({ outcome: 'written' })
    })

    test('waits for the terminal if the client has no forms; the user accepts it there [S42]', async () => {
      const before = sandbox.tree()
      const client = await connect({ era })
      const { text, value } = await propose(client)
      expect(value).toMatchObject({ outcome: 'waiting' })
      expect(sandbox.tree()).toEqual(before)
      expect(personsCommandIn(text)).toBeUndefined()
      const id = /`memory-bank proposals` lists it as (\S+)$/.exec(text)?.[1] ?? ''
      expect(sandbox.run(['proposals', 'accept', id, '--yes']).code).toBe(0)
      expect(patterns()).toContain('queues are Postgres tables')
    })

    test('waits after the client has left, listed once, until the user accepts or rejects it [S42]', async () => {
      const texts: string[] = []
      for (const evidence of [[], ['src/index.js']]) {
        const client = await connect({ era })
        const entries = [{ ...DECISION, evidence }]
        texts.push((await client.call('memory_propose', { entries })).text)
        await client.close()
      }
      const ids = texts.map((text) => /lists it as (\S+)$/.exec(text)?.[1])
      expect([new Set(ids).size, ids[0]]).toEqual([1, expect.stringMatching(/^p/)])
      await vi.waitFor(() => expect(listed().map((one) => one.status)).toEqual(['waiting']), 120_000)
      const [one] = listed()
      expect(sandbox.run(['proposals', 'reject', one?.id ?? '']).code).toBe(0)
      expect(listed().map(({ status }) => status)).toEqual(['rejected'])
    })

    test('waits if the client ended with its form open [S42]', async () => {
      const client: McpClient = await connect({
        era,
        asProcess: true,
        person() {
          void client.transport.close()
          return 'cancel'
        },
      })
      await propose(client).catch(() => undefined)
      await vi.waitFor(() => expect(listed().map((one) => one.status)).toEqual(['waiting']), 120_000)
      expect(patterns()).not.toContain('queues are Postgres tables')
    })

    test('is not written if the client cancels the call, even if the user accepts the form later; the server continues [S37] [S42]', async () => {
      const asked = gate()
      const late = gate()
      const client = await connect({
        era,
        async person() {
          asked.open()
          await late.opened
          return 'accept' as const
        },
      })
      const taken = new AbortController()
      const called = client.client.callTool(
        { name: 'memory_propose', arguments: { entries: [DECISION] } },
        { signal: taken.signal },
      )
      const ended = called.then(
        () => 'answered',
        () => 'taken back',
      )
      await asked.opened
      taken.abort()
      late.open()
      expect(await ended).toBe('taken back')
      expect((await client.call('memory_status')).isError).toBe(false)
      expect(patterns()).not.toContain('queues are Postgres tables')
      expect(listed().map((one) => one.status)).toEqual(['waiting'])
    })

    test('is not asked again after the user declined it [S40] [S42]', async () => {
      const { forms, person } = answering('decline' as const)
      const client = await connect({ era, person })
      await propose(client)
      const again = await propose(client)
      expect([forms.length, again.value]).toEqual([1, expect.objectContaining({ outcome: 'nothing' })])
    })

    test('that only adds is written into the changed bank [S16] [S42]', async () => {
      const person = () => {
        writeFileSync(join(sandbox.bank, 'details/patterns.md'), `${patterns()}\nmore\n`)
        return 'accept' as const
      }
      const { value } = await propose(await connect({ era, person }))
      expect(value).toMatchObject({ outcome: 'written' })
      expect(patterns()).toContain('queues are Postgres tables')
      expect(patterns()).toContain('\nmore\n')
    })

    test('that replaces is not written if the replaced text changed while the user was deciding [S42]', async () => {
      const person = () => {
        writeFileSync(join(sandbox.bank, 'details/patterns.md'), patterns().replace('rounding', 'rounding errors'))
        return 'accept' as const
      }
      const client = await connect({ era, person })
      const entry = { ...DECISION, title: 'money is decimals', replaces: 'money is integers' }
      const { value, isError } = await client.call('memory_propose', { entries: [entry] })
      expect([isError, value]).toEqual([true, expect.objectContaining({ outcome: 'changed' })])
      expect(patterns()).not.toContain('money is decimals')
    })

    test('a form’s answer applies to the proposal it showed, in any order [S42]', async () => {
      const { forms, person } = answering<FormAnswer>((form) => (form.includes('queues') ? 'accept' : 'decline'))
      const client = await connect({ era, person })
      const other = { ...DECISION, title: 'dates are ISO strings' }
      const answers = await Promise.all([propose(client), client.call('memory_propose', { entries: [other] })])
      for (const form of forms) expect(form.includes('queues') && form.includes('ISO')).toBe(false)
      expect(answers.map((one) => one.value)).toMatchObject([{ outcome: 'written' }, { outcome: 'rejected' }])
      expect(patterns()).not.toContain('ISO strings')
    })

    test('may use other names for its fields [S43]', async () => {
      const entry = { kind: 'decision', 决策: '金额用整数分', 原因: '舍入', given_up: 'floats', 'applies-to': 'money' }
      const client = await connect({ era, person: () => 'accept' })
      expect((await client.call('memory_propose', { entries: [entry] })).value).toMatchObject({
        outcome: 'written',
      })
      expect(patterns()).toContain('金额用整数分')
    })

    test('of an always allowed kind is written at once, and the rest of the call is asked about [S42]', async () => {
      const workspace = openWorkspace({
        folder: sandbox.project,
        env: sandbox.env(),
        now: () => new Date(),
        progress: () => {},
      })
      if (workspace.ok) new Proposals(workspace.value).allow('focus')
      const { forms, person } = answering('decline' as const)
      const client = await connect({ era, person })
      const focus = { kind: 'focus', text: 'Ship refunds' }
      const both = await client.call('memory_propose', { entries: [focus, DECISION] })
      expect(both.value).toMatchObject({ outcome: 'rejected' })
      expect(both.text).toContain('[Memory Bank updated]')
      expect(forms.join()).not.toContain('refunds')
      expect(sandbox.read('memory-bank/MEMORY.md')).toContain('Ship refunds')
      expect(patterns()).not.toContain('queues are Postgres tables')
      const alone = await client.call('memory_propose', { entries: [{ kind: 'focus', text: 'Ship invoices' }] })
      expect(alone.value).toMatchObject({ outcome: 'written' })
      expect(forms).toHaveLength(1)
    })

    test.each([
      ['a part is missing', { kind: 'decision', title: 'x' }, /given up/i],
      ['a kind nobody knows', { kind: 'poem', title: 'x' }, /kind/],
      ['a field of another kind', { kind: 'focus', text: 'x', symptom: 'y' }, /symptom/],
    ])('is refused with the reason and without a form: %s [S7]', async (_, entry, said) => {
      const client = await connect({ era, person: () => 'accept' })
      const before = sandbox.tree()
      const { text, isError } = await client
        .call('memory_propose', { entries: [entry] })
        .catch((error: Error) => ({ text: error.message, isError: true }))
      expect(isError).toBe(true)
      expect(text).toMatch(said)
      expect(sandbox.tree()).toEqual(before)
    })

    test('with a secret is refused, and the value is never repeated [S35]', async () => {
      const secret = ['ghp_', 'Zk3vQ9xT2mLp7RwB5nYc', '8HdJ4sFg6KaE1uXo'].join('')
      const client = await connect({ era, person: () => 'accept' })
      const entries = [{ kind: 'tech', text: `The deploy token is ${secret}` }]
      const { text, isError } = await client.call('memory_propose', { entries })
      expect(isError).toBe(true)
      expect(text).not.toContain(secret)
      expect(JSON.stringify(treeOf(sandbox.state))).not.toContain(secret)
    })

    function listed(): readonly { readonly id: string; readonly status: string }[] {
      const { proposals } = sandbox.json(['proposals', '--all'])
      return Array.isArray(proposals) ? proposals : []
    }
  })

  test('works in its open folder, not where the server was started [S9]', async () => {
    const client = await connect({ era, cwd: sandbox.home, roots: [sandbox.project] })
    expect((await client.call('memory_status')).value).toMatchObject({ root: sandbox.project, state: 'current' })
  })
})

describe('several projects', () => {
  const other = () => join(sandbox.base, 'other')
  beforeEach(() => {
    mkdirSync(join(other(), 'memory-bank/details'), { recursive: true })
    writeFileSync(join(other(), 'memory-bank/MEMORY.md'), '# Other\n')
  })

  test('are distinguished by name or by a path inside them [S9]', async () => {
    const client = await connect({ roots: [sandbox.project, other()] })
    for (const [project, root] of [
      ['project', sandbox.project],
      ['other', other()],
      [join(other(), 'src/deep'), other()],
    ])
      expect((await client.call('memory_status', { project })).value).toMatchObject({ root })
    const { resources } = await client.client.listResources()
    expect(new Set(resources.map((one) => one.uri.split('/')[2]))).toEqual(new Set(['project', 'other']))
  })

  test('must be named if several are open [S53]', async () => {
    const client = await connect({ roots: [sandbox.project, other()] })
    for (const project of [undefined, 'elsewhere', '/']) {
      const { text, isError } = await client.call('memory_recall', {
        question: 'money',
        ...(project === undefined ? {} : { project }),
      })
      expect(isError).toBe(true)
      expect(text).toMatch(/Open projects: project, other\.\n→ [^\n]+$/)
    }
  })

  test('default to the only one with a bank [S9]', async () => {
    unlinkSync(join(other(), 'memory-bank/MEMORY.md'))
    const client = await connect({ roots: [other(), sandbox.project] })
    expect((await client.call('memory_status')).value).toMatchObject({ root: sandbox.project })
  })

  test('a folder on the command line overrides the roots [S9]', async () => {
    const client = await connect({ roots: [other()], args: ['-C', sandbox.project] })
    expect((await client.call('memory_status')).value).toMatchObject({ root: sandbox.project })
  })

  test('changed roots are requested again [S9]', async () => {
    const roots = [sandbox.project]
    const client = await connect({ roots })
    await client.call('memory_status')
    roots[0] = other()
    await client.client.sendRootsListChanged()
    expect((await client.call('memory_status')).value).toMatchObject({ root: other() })
  })
})

describe('a problem is an answer with one next step [S37]', () => {
  const ONE_STEP = /\n→ [^\n]+$/

  test('no bank [S37]', async () => {
    const empty = join(sandbox.base, 'empty')
    mkdirSync(empty)
    const client = await connect({ cwd: empty })
    const { text, isError } = await client.call('memory_recall', { question: 'anything' })
    expect(isError).toBe(true)
    expect(text).toMatch(ONE_STEP)
    expect(text).toContain('memory-bank init')
    expect((await client.client.listResources()).resources).toEqual([])
  })

  test('no project [S37]', async () => {
    const client = await connect({ cwd: sandbox.home })
    const { text, isError } = await client.call('memory_status')
    expect(isError).toBe(true)
    expect(text).toMatch(ONE_STEP)
  })

  test('invalid settings; once corrected they apply without a restart [S30]', async () => {
    sandbox.write({ 'memory-bank.json': '{ "guardMode": "loud" }' })
    const client = await connect()
    for (const tool of ['memory_recall', 'memory_status', 'memory_check']) {
      const { text, isError } = await client.call(tool, tool === 'memory_recall' ? { question: 'money' } : {})
      expect(isError).toBe(true)
      expect(text).toMatch(ONE_STEP)
      expect(text).toContain('memory-bank.json')
    }
    sandbox.write({ 'memory-bank.json': '{ "guardMode": "block" }' })
    expect((await client.call('memory_status')).isError).toBe(false)
  })

  test('broken markers: status reports them, recall still answers [S37]', async () => {
    const memory = sandbox.read('memory-bank/MEMORY.md').replace('<!-- MACHINE_BLOCK_END -->', '')
    sandbox.write({ 'memory-bank/MEMORY.md': memory })
    const client = await connect()
    const status = await client.call('memory_status')
    expect(status.isError).toBe(true)
    expect(status.text).toMatch(ONE_STEP)
    expect((await client.call('memory_recall', { question: 'why is money an integer?' })).text).toContain('rounding')
  })

  test('a file in place of the bank’s folder [S37]', async () => {
    const odd = join(sandbox.base, 'odd')
    mkdirSync(odd)
    writeFileSync(join(odd, 'memory-bank'), 'a file')
    const client = await connect({ cwd: odd })
    for (const tool of ['memory_recall', 'memory_status', 'memory_check'])
      expect((await client.call(tool, tool === 'memory_recall' ? { question: 'x' } : {})).isError).toBe(true)
  })

  test.each(['1', 'true'])('switched off with %s, it offers nothing [S30]', async (MEMORY_BANK_DISABLED) => {
    const { client } = await connect({ env: { MEMORY_BANK_DISABLED } })
    await expect(client.callTool({ name: 'memory_recall', arguments: { question: 'x' } })).rejects.toThrow()
  })
})

test.each([
  ['no question', {}],
  ['an empty question', { question: '  ' }],
  ['a number for a question', { question: 7 }],
  ['a budget beyond the limit', { question: 'money', budget: 1_000_000 }],
  ['paths that are no list', { question: 'money', paths: 'a' }],
])('malformed input is answered, and the server continues: %s [S37]', async (_, args) => {
  const client = await connect()
  const answered = await client.client.callTool({ name: 'memory_recall', arguments: args }).catch((error) => error)
  expect(answered instanceof Error || answered.isError === true).toBe(true)
  expect((await client.call('memory_status')).isError).toBe(false)
})

test('a budget holds, and named files are read [S25] [S26]', async () => {
  const client = await connect()
  const small = await client.call('memory_recall', { question: 'payment timeouts', budget: 200 })
  expect(small.value).toMatchObject({ budget: { maxTokens: 200 } })
  const named = await client.call('memory_recall', {
    question: 'what should I know here?',
    paths: ['memory-bank/details/learnings/timeouts.md'],
  })
  expect(named.text).toContain('the gateway is slow')
  const about = await client.call('memory_recall', { question: 'may I change this?', paths: ['src/money.ts'] })
  expect(about.text).toContain('money is integers')
})

test.each([
  'memory-bank://project/../../etc/passwd',
  'memory-bank://project/%2e%2e/package.json',
  'memory-bank://project/..%2fpackage.json',
  'memory-bank://project/details/link.md',
  'memory-bank://project/details/none.md',
  'memory-bank://project/%',
  'memory-bank://other/MEMORY.md',
  'file:///etc/passwd',
])('only the bank’s files are resources: %s [S32]', async (uri) => {
  symlinkSync(join(sandbox.project, 'README.md'), join(sandbox.bank, 'details/link.md'))
  const { client } = await connect()
  expect((await client.listResources()).resources.map((one) => one.name)).not.toContain('details/link.md')
  await expect(client.readResource({ uri })).rejects.toThrow()
})

test('files with blanks and Han characters in their names are resources [S53]', async () => {
  sandbox.remove()
  sandbox = new Sandbox({ name: '我的 项目' })
  sandbox.write({ ...PROJECT, 'memory-bank/MEMORY.md': '# 记忆\n', 'memory-bank/details/设计 说明.md': '# 说明\n' })
  const { client } = await connect({ roots: [sandbox.project] })
  const { resources } = await client.listResources()
  expect(resources.map((one) => one.name)).toEqual(['MEMORY.md', 'details/设计 说明.md'])
  for (const { uri, name } of resources)
    expect((await client.readResource({ uri })).contents[0]).toMatchObject({
      text: sandbox.read(`memory-bank/${name}`),
    })
})

test('a client that listed the files is notified of added and removed ones [S53]', async () => {
  const { client } = await connect()
  let told = 0
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    told += 1
  })
  await client.callTool({ name: 'memory_status', arguments: {} })
  sandbox.write({ 'memory-bank/details/design/a.md': '# A\n' })
  await client.callTool({ name: 'memory_status', arguments: {} })
  expect(told).toBe(0)
  await client.listResources()
  sandbox.write({ 'memory-bank/details/design/b.md': '# B\n' })
  await client.callTool({ name: 'memory_status', arguments: {} })
  await client.callTool({ name: 'memory_status', arguments: {} })
  expect(told).toBe(1)
})

test('text that is not UTF-8 reaches the client as valid text [S53]', async () => {
  sandbox.write({ 'memory-bank/details/odd.md': Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x20, 0x6f, 0x64, 0x64, 0x0a]) })
  const client = await connect()
  const { text, value } = await client.call('memory_recall', { question: 'odd', paths: ['details/odd.md'] })
  expect(text.isWellFormed()).toBe(true)
  expect(JSON.stringify(value)).not.toMatch(/\\ud[89a-f]/i)
})

describe('the process', () => {
  const line = (method: string, id?: number, params: unknown = {}) =>
    `${JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, params })}\n`
  const HELLO =
    line('initialize', 1, {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'pipe', version: '1' },
    }) + line('notifications/initialized')
  const ask = (id: number) =>
    line('tools/call', id, { name: 'memory_recall', arguments: { question: 'why is money an integer?' } })

  test('answers all requests before the end of its input, and prints only the protocol [S53]', () => {
    const asked = Array.from({ length: 20 }, (_, index) => ask(index + 2)).join('')
    const { out, err, code } = sandbox.run(['mcp'], { input: HELLO + asked })
    expect(code).toBe(0)
    expect(err).toBe('')
    const answers = out
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(answers.map((one) => one.id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 1),
    )
  })

  test.each([
    ['no JSON', 'hello\n'],
    ['half a message', '{"jsonrpc":"2.0"}\n'],
    ['another shape', '[1,2]\nnull\n"x"\n'],
    ['bytes that are no text', '\u0000\u0001\n'],
    ['a method nobody knows', line('tools/unknown', 77)],
    ['a tool nobody knows', line('tools/call', 78, { name: 'rm', arguments: {} })],
    ['arguments that are no object', line('tools/call', 79, { name: 'memory_status', arguments: 'x' })],
  ])('continues after %s [S37]', (_, noise) => {
    const { out, code } = sandbox.run(['mcp'], { input: HELLO + noise + ask(2) })
    expect(code).toBe(0)
    const answers = out
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(answers.find((one) => one.id === 2)?.result.isError).not.toBe(true)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends cleanly on %s and leaves no session behind [S37]',
    async (signal) => {
      const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: sandbox.project, env: sandbox.env() })
      child.stdin.write(HELLO + ask(2))
      await new Promise<void>((done) => {
        let out = ''
        child.stdout.on('data', (chunk) => {
          out += chunk
          if (out.includes('"id":2')) done()
        })
      })
      expect(sessions()).not.toEqual([])
      child.kill(signal)
      const [code] = await new Promise<[number | null]>((done) => child.on('exit', (...how) => done([how[0]])))
      expect(code).toBe(0)
      expect(sessions()).toEqual([])
    },
  )

  test('ends when its output is closed [S37]', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: sandbox.project, env: sandbox.env() })
    child.stdout.destroy()
    child.stdin.on('error', () => {})
    const exit = new Promise<void>((done) => child.on('exit', () => done()))
    const more = setInterval(() => child.stdin.write(HELLO + ask(2)), 100)
    await exit
    clearInterval(more)
  })

  test('does not grow over a thousand calls [S37]', async () => {
    const client = await connect({ asProcess: true })
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1] ?? 0)
    const status = () => {
      const path = `/proc/${client.pid}/status`
      return existsSync(path) ? readFileSync(path, 'utf8') : ''
    }
    const handles = () => {
      const path = `/proc/${client.pid}/fd`
      return existsSync(path) ? readdirSync(path).length : 0
    }
    const round = async (calls: number) => {
      for (let at = 0; at < calls; at += 1)
        await client.call('memory_recall', { question: `why is money an integer, ${at % 50}?` })
    }
    // After some hundred calls the heap no longer grows, whenever the collector runs.
    await round(650)
    const [before, held] = [memory(), handles()]
    await round(650)
    expect(memory()).toBeLessThan(before * 1.35 + 1)
    expect(handles()).toBeLessThanOrEqual(held)
  })

  function sessions(): readonly string[] {
    return readdirSync(sandbox.state, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.jsonl') && !name.includes('/use/'),
    )
  }
})

test('a form’s answer writes exactly the shown proposal, once; a forged, repeated or changed answer writes nothing [S42]', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: sandbox.project, env: sandbox.env() })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const propose = async (text: string, more: object = {}) => {
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
      [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: { elicitation: {} },
    }
    const params = { name: 'memory_propose', arguments: { entries: [{ kind: 'focus', text }] }, _meta, ...more }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`)
    return JSON.parse((await answers.next()).value ?? '{}').result
  }
  const inputResponses = { confirm: { action: 'accept', content: { answer: 'write' } } }
  const before = sandbox.tree()
  const { requestState } = await propose('Ship refunds')
  expect((await propose('Ship refunds', { inputResponses, requestState: 'forged' })).isError).toBe(true)
  expect((await propose('Ship refunds', { inputResponses })).resultType).toBe('input_required')
  expect(sandbox.tree()).toEqual(before)
  const accepted = await propose('Ship something else', { inputResponses, requestState })
  expect(accepted._meta['memory-bank/value']).toMatchObject({ outcome: 'written' })
  const after = sandbox.tree()
  expect(after['MEMORY.md']).toContain('Ship refunds')
  expect(after['MEMORY.md']).not.toContain('something else')
  expect((await propose('Ship something else', { inputResponses, requestState })).isError).toBe(true)
  expect(sandbox.tree()).toEqual(after)
  child.stdin.end()
  await new Promise((done) => child.on('exit', done))
})

test('a packed install serves an empty folder, and can create a bank there [S53]', async () => {
  const folder = join(sandbox.base, 'packed')
  mkdirSync(folder)
  const pack = ['pack', ROOT, '--ignore-scripts', '--silent', '--pack-destination', folder]
  expect(spawnSync('npm', pack, { cwd: folder, encoding: 'utf8' }).status).toBe(0)
  const [tarball] = readdirSync(folder)
  expect(spawnSync('tar', ['-xzf', tarball ?? ''], { cwd: folder }).status).toBe(0)
  const empty = join(sandbox.base, 'empty')
  mkdirSync(empty)
  const program = join(folder, 'package/dist/cli/main.cjs')
  const client = await connect({ cwd: empty, program, person: () => 'accept' })
  expect((await client.call('memory_status')).value).toMatchObject({ state: 'absent', root: empty })
  expect(await client.prompt('refresh')).toContain('[Memory Bank updated]')
  expect((await client.call('memory_status')).value).toMatchObject({ state: 'current' })
  expect(readdirSync(join(folder, 'package/skills/memory-bank/references'))).toHaveLength(10)
})

test('an agent’s shell cannot start a server, since it could act as a client that accepts [S33]', () => {
  const event = {
    kind: 'tool-requested',
    session: 's',
    call: 'c',
    tool: 'bash',
    args: { command: 'node play-client.mjs | memory-bank mcp' },
  }
  expect(sandbox.run(['judge', '--json'], { input: `${JSON.stringify(event)}\n` }).out).toContain('"verdict":"refuse"')
})

describe('the inspector’s command line', () => {
  // The inspector reads a manifest in the parent folder.
  beforeEach(() => writeFileSync(join(sandbox.base, 'package.json'), '{}'))
  const inspect = (...args: readonly string[]) => {
    const bin = join(ROOT, 'test/node_modules/.bin/mcp-inspector-cli')
    const done = spawnSync(process.execPath, [bin, '--cli', process.execPath, PROGRAM, 'mcp', ...args], {
      cwd: sandbox.project,
      env: sandbox.env(),
      encoding: 'utf8',
    })
    expect(done.status, done.stderr).toBe(0)
    return JSON.parse(done.stdout)
  }

  test('lists and calls tools, reads resources and gets prompts [S53]', () => {
    expect(inspect('--method', 'tools/list').tools.map((tool: { name: string }) => tool.name)).toContain(
      'memory_recall',
    )
    const args = [
      '--method',
      'tools/call',
      '--tool-name',
      'memory_recall',
      '--tool-arg',
      'question=why is money an integer',
    ]
    expect(JSON.stringify(inspect(...args))).toContain('rounding')
    const { resources } = inspect('--method', 'resources/list')
    expect(JSON.stringify(inspect('--method', 'resources/read', '--uri', resources[0].uri))).toContain('Current Focus')
    expect(inspect('--method', 'resources/templates/list').resourceTemplates).toHaveLength(1)
    expect(inspect('--method', 'prompts/list').prompts).toHaveLength(3)
    const prompt = ['--method', 'prompts/get', '--prompt-name', 'recall', '--prompt-args', 'question=timeouts']
    expect(JSON.stringify(inspect(...prompt))).toContain('timeouts.md')
  })
})

test('the package is an Agent Plugin: manifest, skill and server are in their places, and the server starts [S52] [S53]', () => {
  const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  const [plugin, own] = [json('plugin.json'), json('package.json')]
  expect(plugin).toMatchObject({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json',
    name: 'memory-bank',
    version: own['version'],
    description: own['description'],
    license: own['license'],
  })
  expect(own['files']).toEqual(expect.arrayContaining(['plugin.json', 'mcp.json', 'skills', 'dist']))
  expect(readFileSync(join(ROOT, 'skills/memory-bank/SKILL.md'), 'utf8')).toContain('\nname: memory-bank\n')
  expect(json('mcp.json')).toEqual({
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: { 'memory-bank': { type: 'stdio', command: 'node', args: [expect.any(String), 'mcp'] } },
  })
  const [program = ''] = /\$\{PLUGIN_ROOT\}[^"]*/.exec(JSON.stringify(json('mcp.json'))) ?? []
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const { stdout } = spawnSync(process.execPath, [program.replace(/^[^/]+/, () => ROOT), 'mcp'], {
    input: `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`,
    encoding: 'utf8',
  })
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({
    id: 1,
    result: { serverInfo: { name: 'memory-bank' } },
  })
})
