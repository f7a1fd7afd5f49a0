/** Our plugin inside the real Claude Code: what the model received, what stands on the disk. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClaudeCode, whyNotHere } from './claude-code.ts'
import { BANK, MEMORY } from './sample-bank.ts'
import type { ModelRequest } from './scripted-model.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER = 'mcp__plugin_memory-bank_memory-bank__'
const block = { MEMORY_BANK_GUARD_MODE: 'block' }

const missing = whyNotHere()
let host: ClaudeCode

beforeAll(async () => {
  if (missing !== undefined) return
  host = await ClaudeCode.start()
  for (const { code, err } of host.installPlugin()) expect(code, err).toBe(0)
}, 60_000)
afterAll(() => host?.stop())

/** Everything the model was shown in its last request of the session itself. */
function shown(): string {
  return JSON.stringify(host.model.mainRequests.at(-1)?.messages)
}

function openingsIn(request: ModelRequest | undefined): readonly string[] {
  return JSON.stringify(request?.messages).match(/<memory-bank>.*?<\/memory-bank>/g) ?? []
}

function text(project: string, path: string): string {
  return readFileSync(join(project, path), 'utf8')
}

function read(project: string, path: string) {
  return { tool: 'Read', args: { file_path: join(project, path) } }
}

function write(project: string, path: string, content = 'FROM x') {
  return { tool: 'Write', args: { file_path: join(project, path), content } }
}

function bash(command: string) {
  return { tool: 'Bash', args: { command, description: 'x' } }
}

describe.skipIf(missing !== undefined)(missing ?? 'the plugin', () => {
  test('is valid, and installs from the package’s folder without a network [S53]', () => {
    expect(host.command(['plugin', 'validate', ROOT]).out).toContain('Validation passed')
    expect(host.command(['plugin', 'validate', join(ROOT, 'dist/claude-code')]).out).toContain('Validation passed')
    expect(host.command(['plugin', 'list']).out).toContain('memory-bank@memory-bank')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the opening', () => {
  test('stands once in every call of a session, the same bytes when it is resumed [S20] [S21]', async () => {
    const project = host.project('opening', BANK)
    await host.run(project, ['first words'], [read(project, 'src/app.ts'), { text: 'done' }])
    const first = host.model.mainRequests.map(openingsIn)
    await host.run(project, ['-c', 'second'], [{ text: 'done again' }])
    const all = [...first, ...host.model.mainRequests.map(openingsIn)]
    expect(all.length).toBeGreaterThanOrEqual(3)
    for (const openings of all) expect(openings).toHaveLength(1)
    expect(new Set(all.flat()).size).toBe(1)
    expect(all[0]?.[0]).toContain('Ship the checkout')
  })

  test('hints shortly where there is no bank, and gates nothing [S30]', async () => {
    const project = host.project('no-bank', { 'package.json': '{}' })
    await host.run(project, ['go'], [write(project, 'tsconfig.json', '{}'), { text: 'ok' }], block)
    expect(shown()).toContain('memory-bank init')
    expect(existsSync(join(project, 'tsconfig.json'))).toBe(true)
  })

  test('is there again after a compaction, and what was read no longer counts [S38]', async () => {
    const project = host.project('compaction', BANK)
    const turns = [
      read(project, 'memory-bank/details/patterns.md'),
      write(project, 'Dockerfile.before'),
      { text: 'ok' },
    ]
    await host.run(project, ['go'], turns, block)
    expect(existsSync(join(project, 'Dockerfile.before'))).toBe(true)
    await host.run(project, ['-c', 'and on'], [{ text: 'yes' }], block)
    await host.run(project, ['-c', '/compact'], [], block)
    expect(JSON.stringify(host.model.requests)).toContain('files must be read again')
    await host.run(project, ['-c', 'go on'], [write(project, 'Dockerfile.after'), { text: 'ok' }], block)
    expect(existsSync(join(project, 'Dockerfile.after'))).toBe(false)
    expect(openingsIn(host.model.mainRequests.at(-1))).toHaveLength(1)
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the gate [S31]', () => {
  test('block: refused with the next step also where permissions are bypassed; passes after patterns.md was read [S31]', async () => {
    const project = host.project('gate-block', BANK)
    const risky = write(project, 'tsconfig.json', '{}')
    // Started by a Copilot, whose environment it inherits: it is answered in both hosts' words.
    await host.run(project, ['go'], [risky, { text: 'stop' }], { ...block, COPILOT_CLI: '1' })
    expect(openingsIn(host.model.mainRequests.at(-1))).toHaveLength(1)
    expect(shown()).toContain('Read memory-bank/details/patterns.md')
    expect(existsSync(join(project, 'tsconfig.json'))).toBe(false)
    await host.run(project, ['go'], [read(project, 'memory-bank/details/patterns.md'), risky, { text: 'ok' }], block)
    expect(existsSync(join(project, 'tsconfig.json'))).toBe(true)
  })

  test('warn: the write passes and the note reaches the model, once; off: neither [S31]', async () => {
    const project = host.project('gate-warn', BANK)
    const steps = ['a', 'b'].map((name) => write(project, `Dockerfile.${name}`))
    await host.run(project, ['go'], [...steps, { text: 'ok' }])
    expect(existsSync(join(project, 'Dockerfile.b'))).toBe(true)
    expect(shown().match(/Read memory-bank\/details\/patterns.md/g)).toHaveLength(1)
    await host.run(project, ['go'], [write(project, 'Dockerfile.c'), { text: 'ok' }], { MEMORY_BANK_GUARD_MODE: 'off' })
    expect(existsSync(join(project, 'Dockerfile.c'))).toBe(true)
    expect(shown()).not.toContain('[memory-bank]')
  })

  test('the patterns are named with a message that calls for them [S27]', async () => {
    const project = host.project('patterns', BANK)
    await host.run(project, ['refactor the payment module'], [{ text: 'ok' }])
    expect(JSON.stringify(host.model.mainRequests[0]?.messages)).toContain('touches technology or structure')
  })

  test('a sub-agent reads for itself; a memory-reader for its parent [S38]', async () => {
    const project = host.project('sub-agent', BANK)
    const ask = (subagent_type: string) => ({
      tool: 'Agent',
      args: { description: 'd', prompt: 'read it', subagent_type },
    })
    const steps = (agent: string) => [
      ask(agent),
      read(project, 'memory-bank/details/patterns.md'),
      { text: 'read' },
      write(project, 'Dockerfile'),
      { text: 'ok' },
    ]
    await host.run(project, ['go'], steps('general-purpose'), block)
    expect(existsSync(join(project, 'Dockerfile'))).toBe(false)
    await host.run(project, ['go'], steps('memory-bank:memory-reader'), block)
    expect(existsSync(join(project, 'Dockerfile'))).toBe(true)
  })

  test('a sub-agent’s write is judged like any other [S32] [S38]', async () => {
    const project = host.project('sub-agent-write', BANK)
    const ask = { tool: 'Agent', args: { description: 'd', prompt: 'do it', subagent_type: 'general-purpose' } }
    const steps = [ask, bash('echo x > memory-bank/x.md'), write(project, 'memory-bank/x.json'), { text: 'no' }]
    await host.run(project, ['go'], [...steps, { text: 'ok' }])
    expect(readdirSync(join(project, 'memory-bank')).sort()).toEqual(['MEMORY.md', 'details'])
    expect(JSON.stringify(host.model.requests)).toContain('not written through a shell')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the bank', () => {
  test('is not written through a shell, nor with a secret, nor in its user block, nor as anything but Markdown [S32] [S33] [S35]', async () => {
    const project = host.project('protected', BANK)
    const memory = join(project, 'memory-bank/MEMORY.md')
    // Assembled here, so that no scanner takes this file for a leak.
    const secret = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')
    const edit = (old_string: string, new_string: string) => ({
      tool: 'Edit',
      args: { file_path: memory, old_string, new_string },
    })
    await host.run(
      project,
      ['remember this: deploy on fridays'],
      [
        bash('echo x >> memory-bank/MEMORY.md'),
        write(project, 'memory-bank/details/learnings/x.json', '{}'),
        read(project, 'memory-bank/MEMORY.md'),
        edit('My own words.', 'Theirs.'),
        edit('- Ship the checkout.', `- Token ${secret}`),
        { text: 'ok' },
      ],
    )
    for (const said of ['not written through a shell', 'not a .md file', 'belongs to people', 'secret'])
      expect(shown()).toContain(said)
    expect(text(project, 'memory-bank/MEMORY.md')).toBe(MEMORY)
    expect(existsSync(join(project, 'memory-bank/details/learnings/x.json'))).toBe(false)
  })

  test('gets back what a hidden write took, and the model knows [S34]', async () => {
    const project = host.project('put-back', BANK)
    const program =
      "require('fs').writeFileSync(Buffer.from('bWVtb3J5LWJhbmsvTUVNT1JZLm1k','base64').toString(),'gone')"
    await host.run(project, ['go'], [bash(`node -e "${program}"`), { text: 'ok' }])
    expect(text(project, 'memory-bank/MEMORY.md')).toBe(MEMORY)
    expect(shown()).toMatch(/put back|not written through a shell/)
  })

  test('is written after the user said 好 to a proposal, stamped when the turn ends, and not after 不用 [S4] [S36] [S41] [S42]', async () => {
    const project = host.project('proposal', BANK)
    const propose = { text: '💾 要把这次的发现写入 Memory Bank 吗？\n   → memory-bank/MEMORY.md\n   → 内容：退款' }
    const steps = [
      read(project, 'memory-bank/MEMORY.md'),
      {
        tool: 'Edit',
        args: {
          file_path: join(project, 'memory-bank/MEMORY.md'),
          old_string: '- Ship the checkout.',
          new_string: '- Ship refunds.',
        },
      },
      { text: 'ok' },
    ]
    await host.run(project, ['hello'], [propose], block)
    await host.run(project, ['-c', '不用'], steps, block)
    expect(text(project, 'memory-bank/MEMORY.md')).toBe(MEMORY)
    await host.run(project, ['-c', 'hello'], [propose], block)
    await host.run(project, ['-c', '好'], steps, block)
    expect(text(project, 'memory-bank/MEMORY.md')).toContain('Ship refunds')
    expect(text(project, 'memory-bank/MEMORY.md')).toMatch(/blockVersion: 1/)
  })

  test('entries proposed with the tool are written by our code after 好, once, and not after 不用 [S42] [S43] [S44]', async () => {
    const project = host.project('propose-tool', BANK)
    const decision = {
      kind: 'decision',
      why: 'rounding',
      given_up: 'decimals',
      applies_to: 'the whole shop',
    }
    const propose = (title: string) => ({
      tool: `${SERVER}memory_propose`,
      args: { entries: [{ ...decision, title }] },
    })
    const patterns = () => text(project, 'memory-bank/details/patterns.md')
    await host.run(project, ['hello'], [propose('Invoices are kept in drawers'), { text: 'As shown.' }], block)
    expect(shown()).toContain('💾 Write this to the Memory Bank?')
    await host.run(project, ['-c', '不用'], [{ text: 'fine' }], block)
    expect(patterns()).not.toContain('drawers')
    await host.run(project, ['-c', 'go on'], [propose('Prices are stored in cents'), { text: 'As shown.' }], block)
    await host.run(project, ['-c', '好'], [{ text: 'done' }], block)
    expect(shown()).toContain('[Memory Bank updated]')
    expect(patterns()).toContain('| Prices are stored in cents | rounding | decimals | the whole shop |')
    await host.run(project, ['-c', '好'], [{ text: 'done' }], block)
    expect(patterns().match(/cents/g)).toHaveLength(1)
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'everything from the plugin', () => {
  test('the command plans, the user’s 好 applies exactly that plan, and it can be undone [S11]', async () => {
    const project = host.project('refresh', {
      'package.json': '{ "name": "shop" }',
      'README.md': '# Shop\n\nThe shop sells handmade lamps to small cafés.\n',
    })
    await host.run(project, ['/memory-bank:memory-bank-refresh'], [{ text: 'Here is the plan. 好?' }])
    expect(shown()).toContain('memory-bank/MEMORY.md')
    expect(existsSync(join(project, 'memory-bank'))).toBe(false)
    await host.run(project, ['-c', '好'], [{ text: 'done' }])
    expect(text(project, 'memory-bank/MEMORY.md')).toContain('handmade lamps')
    const undo = [join(ROOT, 'dist/cli/main.cjs'), 'undo', '--yes', '-C', project]
    expect(spawnSync(process.execPath, undo, { env: host.env() }).status).toBe(0)
    expect(existsSync(join(project, 'memory-bank'))).toBe(false)
  })

  test('tools, agents, skill and command are offered, the hook’s tool is not, and recall counts as reading [S31] [S53]', async () => {
    const project = host.project('offered', BANK)
    const recall = { tool: `${SERVER}memory_recall`, args: { question: 'how do we store money?' } }
    const { out } = await host.run(project, ['go'], [recall, write(project, 'Dockerfile'), { text: 'ok' }], block)
    const first = JSON.stringify(host.model.mainRequests[0])
    for (const offered of ['memory-bank:memory-reader', 'memory-bank:memory-bank-writer', 'memory-bank:memory-bank'])
      expect(first).toContain(offered)
    expect(out).toContain('memory-bank:memory-bank-refresh')
    const tools = host.model.mainRequests[0]?.tools?.map((tool) => tool.name) ?? []
    expect(tools).toContain(`${SERVER}memory_recall`)
    expect(tools).not.toContain(`${SERVER}hook`)
    expect(shown()).toContain('money is integers')
    expect(existsSync(join(project, 'Dockerfile'))).toBe(true)
  })

  test('wrong settings are shown; disabled is disabled [S30]', async () => {
    const project = host.project('settings', BANK)
    await host.run(project, ['go'], [write(project, 'memory-bank/x.md'), write(project, 'x.md'), { text: 'ok' }], {
      MEMORY_BANK_GUARD_MODE: 'blok',
    })
    expect(shown()).toContain('blok')
    expect([existsSync(join(project, 'memory-bank/x.md')), existsSync(join(project, 'x.md'))]).toEqual([false, true])
    await host.run(project, ['go'], [{ text: 'ok' }], { MEMORY_BANK_DISABLED: '1' })
    expect(shown()).not.toContain('<memory-bank>')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'never in the way [S37]', () => {
  test.skipIf(!existsSync('/proc/self/cwd'))(
    'with a dead server ordinary work goes on, a write of the bank is still judged, and what a shell did is reported [S37]',
    async () => {
      const project = host.project('dead-server', BANK)
      const end = `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$PWD" ] && tr '\\0' ' ' <$p/cmdline | grep -q '[m]cp --hooks' && kill \${p#/proc/} && echo ended; done; sleep 0.3`
      await host.run(
        project,
        ['go'],
        [
          bash(end),
          write(project, 'src/other.ts', 'x'),
          write(project, 'memory-bank/x.json', '{}'),
          bash('cp src/other.ts memory-bank/x.md'),
          { text: 'ok' },
        ],
      )
      expect(shown()).toContain('ended')
      expect(existsSync(join(project, 'src/other.ts'))).toBe(true)
      expect(existsSync(join(project, 'memory-bank/x.json'))).toBe(false)
      expect(existsSync(join(project, 'memory-bank/x.md'))).toBe(true)
      await host.run(project, ['-c', 'and now?'], [{ text: 'ok' }])
      expect(shown()).toContain('memory-bank/x.md changed by no call that Memory Bank has seen')
      await host.run(project, ['-c', 'and now?'], [{ text: 'ok' }])
      expect(shown().match(/changed by no call/g)).toHaveLength(1)
    },
  )
})
