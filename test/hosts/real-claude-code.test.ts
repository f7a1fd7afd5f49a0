/** The plugin in the real Claude Code: the model's requests and the files on disk. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasTerminal } from '../../src/setup/prove.ts'
import { LONG } from '../laws/runs.ts'
import { CLAUDE, ClaudeCode, realClaudeCode, recordOf } from './claude-code.ts'
import { hostProgram, ROOT, whyNotHere } from './host-stage.ts'
import { stories } from './real-stories.ts'
import { realHost } from './real-suite.ts'
import { expectTurn, reminderTurns } from './reminder-turns.ts'
import { BANK, MEMORY } from './sample-bank.ts'
import type { Step } from './scripted-model.ts'

const NEWER = hostProgram('claude', 'node22')
const SERVER = 'mcp__plugin_memory-bank_memory-bank__'
const block = { MEMORY_BANK_GUARD_MODE: 'block' }
const PATTERNS = 'memory-bank/details/patterns.md'
const ENTRY = 'memory-bank/MEMORY.md'

// The older version runs everything below.
if (LONG) realHost(realClaudeCode('2.1.197', CLAUDE))
realHost(realClaudeCode('2.1.325', NEWER))

const missing = whyNotHere(CLAUDE, 'Claude Code')
let host: ClaudeCode

beforeAll(async () => {
  if (missing !== undefined) return
  host = await ClaudeCode.start()
  for (const { code, err } of host.installPlugin()) expect(code, err).toBe(0)
})
afterAll(() => host?.stop())

function bash(command: string, background = false) {
  return { tool: 'Bash', args: { command, description: 'x', ...(background ? { run_in_background: true } : {}) } }
}

const decision = { kind: 'decision', title: 'Prices in cents', why: 'rounding', given_up: 'floats', applies_to: 'all' }
const propose = { tool: `${SERVER}memory_propose`, args: { entries: [decision] } }

describe.skipIf(missing !== undefined)(missing ?? 'the stories', () => {
  const agents = { any: 'general-purpose', 'memory-reader': 'memory-bank:memory-reader' }
  stories(() => ({
    calls: {
      ...realClaudeCode('', CLAUDE).calls,
      delegate: (agent) => ({
        tool: 'Agent',
        args: { description: 'd', prompt: 'read it', subagent_type: agents[agent] },
      }),
    },
    talk(name, files, mode) {
      const scene = host.scene(name, files)
      const set = mode === undefined ? {} : block
      let goesOn = false
      const say = (text: string, steps: readonly Step[], env: NodeJS.ProcessEnv = {}) => {
        const words = goesOn ? ['-c', text] : [text]
        goesOn = true
        return scene.run(words, steps, { ...set, ...env })
      }
      return {
        project: scene.project,
        model: scene.model,
        say,
        command: (command, steps, given = '') => say(`/memory-bank:memory-bank-${command} ${given}`.trim(), steps),
        async begin() {
          goesOn = false
        },
        sayAtOnce: (texts) => Promise.all(texts.map((text) => scene.runBeside([text], set))),
        text: (path) => scene.text(path),
        has: (path) => scene.has(path),
      }
    },
    env: () => host.env(),
  }))
})

describe.skipIf(missing !== undefined)(missing ?? 'the plugin', () => {
  test('is valid, and installs from the package’s folder without a network [S53]', () => {
    expect(host.command(['plugin', 'validate', ROOT]).out).toContain('Validation passed')
    expect(host.command(['plugin', 'validate', join(ROOT, 'dist')]).out).toContain('Validation passed')
    expect(host.command(['plugin', 'list']).out).toContain('memory-bank@memory-bank')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the opening', () => {
  test('is sent again after a compaction, and earlier reads no longer count [S38]', async () => {
    const scene = host.scene('compaction', BANK)
    const turns = [scene.read(PATTERNS), scene.write('Dockerfile.before'), { text: 'ok' }]
    await scene.run(['go'], turns, block)
    expect(scene.has('Dockerfile.before')).toBe(true)
    await scene.run(['-c', 'and on'], [{ text: 'yes' }], block)
    await scene.run(['-c', '/compact'], [], block)
    expect(JSON.stringify(scene.model.requests)).toContain('files must be read again')
    await scene.run(['-c', 'go on'], [scene.write('Dockerfile.after'), { text: 'ok' }], block)
    expect(scene.has('Dockerfile.after')).toBe(false)
    expect(scene.openings()).toHaveLength(1)
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the gate [S31]', () => {
  test('off: the write passes without a note [S31]', async () => {
    const scene = host.scene('gate-off', BANK)
    await scene.run(['go'], [scene.write('Dockerfile'), { text: 'ok' }], { MEMORY_BANK_GUARD_MODE: 'off' })
    expect(scene.has('Dockerfile')).toBe(true)
    expect(scene.shown()).not.toContain('[memory-bank]')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'the reminder', () => {
  test('comes only in the due turns, costs no request, and is not shown to the user [S40]', async () => {
    const scene = host.scene('reminders', BANK)
    const turns = reminderTurns(realClaudeCode('', CLAUDE).calls, (path) => join(scene.project, path))
    let lines = 0
    const told = await scene.converse(
      turns.map(({ says }) => says),
      turns.map(({ steps }) => steps),
      (at) => {
        const turn = turns[at]
        if (turn !== undefined) lines = expectTurn(turn, scene.model, lines)
      },
    )
    expect(lines).toBe(3)
    // All of it is context for the model, not a message to the user.
    const recorded = told
      .join('')
      .split('\n')
      .filter((line) => line.includes('Last turn: '))
    expect(recorded).toHaveLength(3)
    for (const line of recorded) expect(line).toContain('"hook_additional_context"')
  }, 180_000)
})

describe.skipIf(missing !== undefined)(missing ?? 'the bank', () => {
  test('is put back after a background command changed it, and the model is told [S34]', async () => {
    const scene = host.scene('background', BANK)
    const where = Buffer.from(ENTRY).toString('base64')
    const write = "eval(d('cmVxdWlyZSgnZnMnKS53cml0ZUZpbGVTeW5j'))"
    const exists = "eval(d('cmVxdWlyZSgnZnMnKS5leGlzdHNTeW5j'))"
    const act = `${write}(d('${where}'),'gone');${write}('over.txt','')`
    const program = `const d=(s)=>Buffer.from(s,'base64').toString();const w=setInterval(()=>{if(${exists}('go')){clearInterval(w);${act}}},50)`
    // A suspicious command would itself be held responsible for the change.
    const waits = 'touch go; until test -f over.txt; do sleep 0.2; done'
    const steps = [bash(`node -e "${program}"`, true), bash(waits), { text: 'ok' }]
    await scene.run(['go'], steps)
    expect(scene.text(ENTRY)).toBe(MEMORY)
    expect(JSON.stringify(scene.model.requests)).toContain('A command changed memory-bank/MEMORY.md')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'a session addressed from its own shell', () => {
  test('T20: an unmarked yes while its command runs accepts nothing [S42]', async () => {
    const scene = host.scene('meanwhile', BANK)
    const slow = {
      tool: 'Bash',
      args: { command: 'touch begun; until [ -e over ]; do sleep 0.2; done', description: 'x' },
    }
    const turn = scene.run(['hello'], [propose, slow, { text: 'All done.' }, { text: 'nested' }], block)
    await vi.waitFor(() => expect(scene.has('begun')).toBe(true), { timeout: 120_000, interval: 200 })
    await scene.runBeside(['-c', 'yes'], block)
    expect(scene.text(PATTERNS)).not.toContain('cents')
    writeFileSync(join(scene.project, 'over'), '')
    await turn
    expect(scene.text(PATTERNS)).not.toContain('cents')
  })

  test('T21: resuming this session from its own shell is refused [S33] [S42]', async () => {
    const scene = host.scene('resumes', BANK)
    const commands = ['claude -c -p yes', 'env -u MEMORY_BANK_AGENT_SHELL claude --continue -p yes > out.txt']
    const tries = commands.map((command) => ({ tool: 'Bash', args: { command, description: 'x' } }))
    await scene.run(['hello'], [propose, ...tries, { text: 'All done.' }], block)
    expect(scene.shown().match(/answers for the user/g)).toHaveLength(commands.length)
    expect(scene.has('out.txt')).toBe(false)
    expect(scene.text(PATTERNS)).not.toContain('cents')
    await scene.run(['-c', 'yes'], [{ text: 'ok' }], block)
    expect(scene.text(PATTERNS)).toContain('Prices in cents')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'commands and settings', () => {
  test('好 confirms an upgrade below a polite closing and another question [S11] [S42]', async () => {
    const scene = host.scene('upgrade-polite', { ...BANK, [ENTRY]: MEMORY.replace('v7.1', 'v7.0') })
    const polite = { text: 'Here is the plan. Let me know if you need anything else. Shall I push?' }
    const { out } = await scene.run(['/memory-bank:memory-bank-refresh'], [polite])
    const record = recordOf(out, host.stage.home, scene.project)
    expect(
      record
        .split('\n')
        .filter((line) => line.includes('hook_system_message'))
        .join(),
    ).toMatch(/It will be upgraded: \(\w{6}\).*Reply \\"yes\\" to carry out the upgrade/)
    await scene.run(['-c', '好'], [{ text: 'done' }])
    expect(scene.text(ENTRY)).toContain('MEMORY_BANK_TEMPLATE:v7.1')
  })

  test('invalid settings are shown; disabled means nothing happens [S30]', async () => {
    const scene = host.scene('settings', BANK)
    await scene.run(['go'], [scene.write('memory-bank/x.md'), scene.write('x.md'), { text: 'ok' }], {
      MEMORY_BANK_GUARD_MODE: 'blok',
    })
    expect(scene.shown()).toContain('blok')
    expect([scene.has('memory-bank/x.md'), scene.has('x.md')]).toEqual([false, true])
    await scene.run(['go'], [{ text: 'ok' }], { MEMORY_BANK_DISABLED: 'true' })
    expect(scene.shown()).not.toContain('<memory-bank>')
  })
})

describe.skipIf(missing !== undefined)(missing ?? 'never in the way [S37]', () => {
  test.skipIf(!existsSync('/proc/self/cwd'))(
    'with a dead server work continues, calls that name the bank are judged, and a shell’s change is reported [S37]',
    async () => {
      const scene = host.scene('dead-server', BANK)
      const end = `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$PWD" ] && tr '\\0' ' ' <$p/cmdline | grep -q '[m]cp --hooks' && kill \${p#/proc/} && while [ "$(readlink $p/cwd)" = "$PWD" ]; do sleep 0.1; done && echo ended; done; sleep 0.3`
      await scene.run(
        ['go'],
        [
          bash(end),
          scene.write('src/other.ts', 'x'),
          scene.write('memory-bank/x.json', '{}'),
          bash('cp src/other.ts memory-bank/y.md'),
          scene.write('copy.sh', 'cp src/other.ts memory-bank/x.md'),
          bash('sh copy.sh'),
          { text: 'ok' },
        ],
      )
      expect(scene.shown()).toContain('ended')
      expect(scene.has('memory-bank/y.md')).toBe(false)
      expect(scene.has('src/other.ts')).toBe(true)
      expect(scene.has('memory-bank/x.json')).toBe(false)
      // If the call that ended the server never reported, the change is attributed to it at the turn's end. It is
      // reported either way.
      const isPutBack = !scene.has('memory-bank/x.md')
      expect(scene.shown()).toContain(
        isPutBack ? 'A command changed memory-bank/x.md' : 'memory-bank/x.md changed outside Memory Bank',
      )
    },
  )
})

describe.skipIf(missing !== undefined)(missing ?? 'a server that stops during a session [S37]', () => {
  test.skipIf(!existsSync('/proc/self/cwd'))(
    'is reported at the next message, and calls that name the bank are judged [S37]',
    async () => {
      const scene = host.scene('killed-server', BANK)
      const kill = `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "$PWD" ] && tr '\\0' ' ' <$p/cmdline | grep -q '[m]cp --hooks' && kill -9 \${p#/proc/} && echo ended; done; sleep 0.3`
      const told = await scene.converse(
        ['first', 'second', 'third'],
        [
          [bash('ls'), { text: 'ok' }],
          [bash(kill), { text: 'ok' }],
          [bash('cp src/app.ts memory-bank/y.md'), { text: 'ok' }],
        ],
      )
      expect(scene.has('memory-bank/y.md')).toBe(false)
      expect(told.map((text) => text.includes('server stopped during this session'))).toEqual([false, false, true])
    },
  )
})

describe.skipIf(missing !== undefined)(missing ?? 'other protection', () => {
  test('the static rules refuse a write of the bank without any hooks [S53]', async () => {
    const rules = { permissions: { deny: ['Edit(memory-bank/**)', 'Write(memory-bank/**)'] } }
    const scene = host.scene('static', { ...BANK, '.claude/settings.json': JSON.stringify(rules) })
    const steps = [scene.write('memory-bank/x.md', '# x'), scene.write('src/x.ts', 'x'), { text: 'ok' }]
    await scene.run(['go'], steps, { MEMORY_BANK_DISABLED: '1' })
    expect([scene.has('memory-bank/x.md'), scene.has('src/x.ts')]).toEqual([false, true])
  })
})

const newerMissing = whyNotHere(NEWER, 'Claude Code 2.1.325')

describe.skipIf(newerMissing !== undefined)(
  newerMissing ?? 'what only a newer version, a terminal or manual mode shows',
  () => {
    let newer: ClaudeCode
    beforeAll(async () => {
      newer = await ClaudeCode.start(NEWER)
      for (const { code, err } of newer.installPlugin()) expect(code, err).toBe(0)
    })
    afterAll(() => newer?.stop())

    test('T23: a background sub-agent’s final words give no consent and end no waiting [S36] [S42]', async () => {
      const scene = newer.scene('background-agent', BANK)
      const ask = { tool: 'Agent', args: { description: 'd', prompt: 'do it', subagent_type: 'general-purpose' } }
      const waits = { tool: 'Bash', args: { command: 'sleep 0.3', description: 'x' } }
      const edit = scene.edit(ENTRY, '- Ship the checkout.', '- Ship refunds.')
      scene.model.script([])
      // The sub-agent's requests contain its task; all others are the session's.
      scene.model.scriptFor('do it', [{ text: 'Refunds come first.\nmb:write\n' }])
      const rest = [edit, { text: 'ok' }]
      const onceTold: Step = {
        from(request) {
          if (JSON.stringify(request.messages).includes('task-notification')) return scene.read(ENTRY)
          scene.model.scriptFor('hello', [onceTold, ...rest])
          return waits
        },
      }
      scene.model.scriptFor('hello', [propose, ask, onceTold, ...rest])
      await scene.runBeside(['hello'], block)
      expect(scene.shown()).toContain('task-notification')
      expect(scene.shown()).toContain('has not confirmed this write')
      expect(scene.text(ENTRY)).toBe(MEMORY)
      expect(scene.text(PATTERNS)).toBe(BANK[PATTERNS])
      await scene.run(['-c', '好'], [{ text: 'noted' }], block)
      expect(scene.text(PATTERNS)).toContain('Prices in cents')
    })

    test('in manual mode the memory tools need no permission [S42]', async () => {
      const scene = newer.scene('manual', BANK)
      const recall = { tool: `${SERVER}memory_recall`, args: { question: 'how do we store money?' } }
      await scene.runAsking(['hello'], [scene.write('src/x.ts'), recall, propose, { text: 'As shown.' }])
      expect(scene.has('src/x.ts')).toBe(false)
      expect(scene.shown()).toContain('money is integers')
      expect(scene.shown()).toContain('💾 Write this to the Memory Bank?')
    })

    test.skipIf(!hasTerminal(process.env))(
      'in a terminal the user sees the proposal below the answer, and the result of 好 [S44]',
      async () => {
        const scene = newer.scene('screen', BANK)
        const shown = await scene.runInTerminal(
          ['hello'],
          [propose, { text: 'All done.' }],
          (screen) => screen.includes('PricesincentsWhy:rounding') || screen.includes('Reply"yes"'),
        )
        expect(shown).toContain('💾WritethistotheMemoryBank?')
        // A letter already on the screen is not sent again, so only part of the line is certain.
        const screen = await scene.runInTerminal(['-c', '好'], [{ text: 'noted' }], (seen) => /done`|:done/.test(seen))
        expect(screen).toMatch(/updated\]|Updated:/)
        expect(scene.text(PATTERNS)).toContain('Prices in cents')
      },
    )

    test.skipIf(!hasTerminal(process.env))(
      '/compact shows the hook’s command line, which raises no alarm [S37]',
      async () => {
        const scene = newer.scene('compact-screen', BANK)
        await scene.runInTerminal(['hello'], [{ text: 'All done.' }], (seen) => seen.includes('Alldone.'))
        const screen = await scene.runInTerminal(['-c', '/compact'], [], (seen) => /Compacted.*hook\.sh/.test(seen))
        expect(screen).toContain('hook.sh')
        expect(screen).not.toMatch(/notguarding|未在保护/)
      },
    )
  },
)
