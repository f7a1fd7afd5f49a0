/** A bank that already contains secrets: every command works, and none stores or shows a value (S35). */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DESIGN_DOCS, LEGACY_BANK, PROJECT, V70_BANK } from './banks.ts'
import { type Files, type Outcome, ROOT, Sandbox, treeOf } from './harness.ts'

// Assembled at run time, so that the repository holds no text in the form of a secret.
const TOKEN = `gh${'p'}_${'QmZ7xK2pLw9RtV4bNc8YsJ3dFh6GgT5kXq1M'}`
const PASSWORD = ['vT9', '#kq', 'Lw2x'].join('')
const LINE = `The deploy token is ${TOKEN}, and password: ${PASSWORD}\n`

let sandbox: Sandbox
const said: string[] = []
beforeEach(() => {
  sandbox = new Sandbox()
  said.length = 0
})
afterEach(() => sandbox.remove())

function run(...args: readonly string[]): Outcome {
  const outcome = sandbox.run(args)
  said.push(outcome.out, outcome.err)
  return outcome
}

/** Neither the state nor any output contains the value. */
function expectNothingKept(): void {
  const kept = Object.values(treeOf(sandbox.state)).join('\n')
  expect(kept).not.toBe('')
  for (const value of [TOKEN, PASSWORD]) {
    expect(kept.includes(value)).toBe(false)
    expect(said.join('\n').includes(value)).toBe(false)
  }
}

function withSecret(files: Files, ...paths: readonly string[]): Files {
  return { ...files, ...Object.fromEntries(paths.map((path) => [path, `${files[path] ?? '# New\n'}\n${LINE}`])) }
}

const everywhere = () => Object.values(sandbox.tree('memory-bank')).join('\n')

describe.each<[string, Files, readonly string[]]>([
  ['init', withSecret(PROJECT, 'README.md'), ['init']],
  ['an upgrade', withSecret(V70_BANK, 'memory-bank/MEMORY.md'), ['refresh']],
  [
    'a migration',
    withSecret(
      LEGACY_BANK,
      'memory-bank/brief.md',
      'memory-bank/tech.md',
      'memory-bank/ideas.md',
      'memory-bank/docs/payments.md',
    ),
    ['refresh'],
  ],
])('%s', (name, files, command) => {
  test('stores and shows no value, and its undo restores every byte [S35]', () => {
    sandbox.write(files)
    const before = sandbox.tree('.')
    run(...command, '--dry-run', '--diff')
    expect(run(...command, '--yes', '--diff').code).toBe(0)
    if (name !== 'init') expect(everywhere()).toContain(TOKEN)
    run('history')
    run('history', newestId())
    run('check')
    expectNothingKept()
    expect(run('undo', '--yes', '--diff').code).toBe(0)
    expect(sandbox.tree('.')).toEqual(before)
    expectNothingKept()
  })
})

test('a refresh of a bank with secrets stores no value, also in indexes and archives [S35]', () => {
  sandbox.write({ ...PROJECT, ...DESIGN_DOCS })
  run('init', '--yes')
  const items = Array.from({ length: 30 }, (_, at) => `- [x] 2024-01-02 Item ${at}, password: ${PASSWORD}`)
  sandbox.write({
    'memory-bank/details/progress.md': `# Progress\n\n## Done (to archive)\n\n${items.join('\n')}\n`,
    'memory-bank/details/design/part-1.md': `# ${TOKEN}\n\n${LINE}`,
  })
  const before = sandbox.tree('memory-bank')
  expect(run('refresh', '--yes').code).toBe(0)
  expect(sandbox.tree('memory-bank')).not.toEqual(before)
  expectNothingKept()
  expect(run('undo', '--yes').code).toBe(0)
  expect(sandbox.tree('memory-bank')).toEqual(before)
  expect(run('undo', newestId(), '--yes').code).toBe(0)
  expectNothingKept()
})

test('no cache of search and check contains a secret value, in any spelling [S35]', () => {
  sandbox.write({ ...PROJECT })
  run('init', '--yes')
  sandbox.write({ 'memory-bank/details/design/deploy.md': `# Deploy\n\n${LINE}\nSee [x](gone-${TOKEN}.md) at dawn.\n` })
  const found = sandbox.run(['search', 'deploy dawn', '--json']).out
  expect(JSON.parse(found).hits[0].path).toBe('details/design/deploy.md')
  run('check')
  run('check')
  const kept = Object.values(treeOf(sandbox.state)).join('\n').toLowerCase()
  expect(kept).toContain('memory-bank cache')
  for (const value of [TOKEN, TOKEN.replace(/_/g, ''), PASSWORD]) expect(kept.includes(value.toLowerCase())).toBe(false)
})

describe('a bank with secrets in a session of an agent', () => {
  const hook = (fields: object) => {
    const input = JSON.stringify({ session_id: 's1', cwd: sandbox.project, ...fields })
    const done = spawnSync(process.execPath, [join(ROOT, 'dist/hook.cjs')], {
      cwd: sandbox.project,
      env: sandbox.env({ CLAUDE_PROJECT_DIR: sandbox.project }),
      input,
      encoding: 'utf8',
    })
    said.push(done.stdout, done.stderr)
    return done.stdout
  }
  const shell = (command: string) => ({ tool_name: 'Bash', tool_use_id: 't1', tool_input: { command } })
  const DEPLOY = 'memory-bank/details/design/deploy.md'

  beforeEach(() => {
    sandbox.write(PROJECT)
    run('init', '--yes')
    const memory = sandbox.read('memory-bank/MEMORY.md')
    sandbox.write({
      [DEPLOY]: `# Deploy\n\n${LINE}`,
      'memory-bank/MEMORY.md': memory.replace('<!-- USER_BLOCK_END -->', () => `${LINE}<!-- USER_BLOCK_END -->`),
    })
  })

  test('leaves no value in the state or in the output, at any moment of a session [S35]', () => {
    const edit = { file_path: join(sandbox.project, DEPLOY), old_string: '# Deploy', new_string: '# Deploying' }
    const named = { file_path: join(sandbox.bank, `details/design/${TOKEN}.md`), content: '# X\n' }
    for (const event of [
      { hook_event_name: 'SessionStart', source: 'startup' },
      { hook_event_name: 'UserPromptSubmit', prompt: `we decided to deploy with ${TOKEN}; that is our convention` },
      { hook_event_name: 'PreToolUse', ...shell(`./deploy.sh $(cat key) '${TOKEN}'`) },
      { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: 't2', tool_input: edit },
      { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_use_id: 't3', tool_input: named },
      { hook_event_name: 'UserPromptSubmit', prompt: '/memory-bank-refresh' },
      { hook_event_name: 'PostToolUse', ...shell(`./deploy.sh $(cat key) '${TOKEN}'`) },
      { hook_event_name: 'Stop', last_assistant_message: `💾 ${LINE} → details/tech.md` },
      { session_id: TOKEN, hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
      { hook_event_name: 'SessionEnd' },
    ]) {
      hook(event)
      expectNothingKept()
      expect(Object.keys(treeOf(sandbox.state)).join('\n')).not.toContain(TOKEN)
    }
  })

  test('a pending refresh plan stores none, and 好 applies exactly that plan [S11] [S35]', () => {
    const items = Array.from({ length: 30 }, (_, at) => `- [x] 2024-01-02 Item ${at}, password: ${PASSWORD}`)
    sandbox.write({ 'memory-bank/details/progress.md': `# Progress\n\n## Done (to archive)\n\n${items.join('\n')}\n` })
    const asked = hook({ hook_event_name: 'UserPromptSubmit', prompt: '/memory-bank-refresh' })
    expect(asked).toContain('progress')
    expectNothingKept()
    hook({ hook_event_name: 'Stop', last_assistant_message: 'Here is the plan.' })
    expectNothingKept()
    expect(hook({ hook_event_name: 'UserPromptSubmit', prompt: '好' })).toMatch(/Memory Bank (?:updated|写入完成)/)
    expect(sandbox.read('memory-bank/details/archive/progress_2024-01.md')).toContain(PASSWORD)
    expectNothingKept()
  })

  test('text destroyed by a hidden command is restored from git byte for byte, though the state never held the secret [S34] [S35]', () => {
    sandbox.git('init', '-q')
    sandbox.git('add', '-A')
    sandbox.git('commit', '-qm', 'Begin')
    const before = sandbox.read(DEPLOY)
    const hidden = shell('eval "$(some-tool print-commands)"')
    hook({ hook_event_name: 'PreToolUse', ...hidden })
    sandbox.write({ [DEPLOY]: 'gone\n' })
    expectNothingKept()
    expect(hook({ hook_event_name: 'PostToolUse', ...hidden })).toContain('put back')
    expect(sandbox.read(DEPLOY)).toBe(before)
    expectNothingKept()
  })

  test('recall, pages and errors show the location of a secret, never its value [S23] [S35]', () => {
    expect(run('recall', 'deploy token').out).toContain('deploy.md')
    expect(run('recall', 'deploy token', '--json').code).toBe(0)
    expect(run('read', 'details/design/deploy.md').out).toContain('The deploy token is *')
    run('recall', `what is ${TOKEN} for?`)
    run('search', TOKEN, '--json')
    run(TOKEN)
    run('status', `--${TOKEN}`)
    run('read', `${TOKEN}.md`)
    for (const config of [`{"lang":"${TOKEN}"}`, `{"guardMode":"${LINE.trim()}"}`, `{"lang": ${TOKEN} }`]) {
      sandbox.write({ 'memory-bank.json': config })
      run('status')
      run('doctor')
      hook({ hook_event_name: 'SessionStart', source: 'startup' })
    }
    expectNothingKept()
  })
})

describe('a secret that a person has removed since', () => {
  beforeEach(() => {
    sandbox.write(withSecret(LEGACY_BANK, 'memory-bank/brief.md'))
    run('refresh', '--yes')
    removeByHand()
  })

  test('stops the undo of the change that contained it, with the reason [S35]', () => {
    const before = sandbox.tree('memory-bank')
    const { code, err } = run('undo', '--yes')
    expect([code, sandbox.tree('memory-bank')]).toEqual([4, before])
    expect(err).toContain('brief.md')
    expect(err).toContain('secret')
    expectNothingKept()
  })

  test('is restored as its mask, if the user chooses that [S35]', () => {
    expect(run('undo', '--yes', '--on-conflict', 'overwrite').code).toBe(0)
    expect(sandbox.read('memory-bank/brief.md')).toContain('[secret: ')
    expect(sandbox.read('memory-bank/brief.md')).toContain('A shop')
    expectNothingKept()
  })
})

test('a secret that a person has removed since is found again where git has the file [S35]', () => {
  sandbox.write(withSecret(LEGACY_BANK, 'memory-bank/brief.md'))
  sandbox.git('init', '-q')
  sandbox.git('add', '.')
  sandbox.git('commit', '-qm', 'Begin')
  const brief = sandbox.read('memory-bank/brief.md')
  run('refresh', '--yes')
  removeByHand()
  expect(run('undo', '--yes', '--on-conflict', 'overwrite').code).toBe(0)
  expect(sandbox.read('memory-bank/brief.md')).toBe(brief)
  expectNothingKept()
})

function removeByHand(): void {
  for (const [path, text] of Object.entries(sandbox.tree('memory-bank'))) {
    if (!text.includes(TOKEN)) continue
    const now = sandbox.read(`memory-bank/${path}`)
    sandbox.write({ [`memory-bank/${path}`]: now.replaceAll(TOKEN, '(in the vault)').replaceAll(PASSWORD, '(too)') })
  }
}

function newestId(): string {
  return /^\S+/.exec(run('history').out)?.[0] ?? ''
}
