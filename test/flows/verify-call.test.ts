/** What happens to a change of the bank that a call left behind, in real projects. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { carryOutUndo, proposeUndo } from '../../src/flows/undo.ts'
import { driverCommand } from '../../src/text/driver-settings.ts'
import { LONG } from '../laws/runs.ts'
import { withGit } from '../workspace/git/other-git.ts'
import { temporaryFolder } from '../workspace/temporary-folder.ts'
import { BANK, ENTRY, GuardedProject, told } from './guarded-project.ts'

const TECH = 'memory-bank/details/tech.md'
/** A program of the project's own: nothing in the command names the bank, or hides anything. */
const PLAIN = 'node tool.js'
const TOOL = { ...BANK, 'tool.js': "require('./lib/deep.js')\n", 'lib/deep.js': "require('./deeper.js')\n" }

function project(deeper: string, files: Readonly<Record<string, string>> = {}): GuardedProject {
  return new GuardedProject({ ...TOOL, 'lib/deeper.js': deeper, ...files })
}

describe('a change beside a command that nothing connects with the bank', () => {
  const writes = `require('fs').writeFileSync('${TECH}', '# By a program\\n')\n`

  test('is left, told, and listed as unconfirmed [S34]', async () => {
    const one = project(writes)
    const { before, after } = await one.bash(PLAIN)
    expect([told(before), told(after)]).toEqual(['allow', 'note bank-changed-meanwhile'])
    expect(one.read(TECH)).toBe('# By a program\n')
    expect(one.guard.stateOf('s').unconfirmed).toEqual(['details/tech.md'])
  })

  test('is undone by the id that the note names [S34]', async () => {
    const one = project(writes)
    const { after } = await one.bash(PLAIN)
    const id = after?.kind === 'note' ? /memory-bank history (\S+)/.exec(after.text)?.[1] : undefined
    expect(id).toBeTypeOf('string')
    const { workspace } = one.guard
    const plan = proposeUndo(workspace, id, undefined)
    expect(plan.ok && carryOutUndo(plan.value, workspace).ok).toBe(true)
    expect(one.read(TECH)).toBe(BANK[TECH])
  })

  test('is told even if the program recorded it in version control [S34]', async () => {
    const commit = "require('child_process').execSync('git -c user.name=a -c user.email=a@b commit -qam x')\n"
    const { after } = await project(writes + commit).bash(PLAIN)
    expect(told(after)).toBe('note bank-changed-meanwhile')
  })

  test('is nothing to tell where version control brought it [S34]', async () => {
    const one = project("require('child_process').execSync('git checkout -q other')\n")
    one.git('checkout', '-q', '-b', 'other')
    one.write(TECH, '# Other\n')
    one.commit('other')
    one.git('checkout', '-q', 'main')
    expect(told((await one.bash(PLAIN)).after)).toBe('allow')
    expect(one.read(TECH)).toBe('# Other\n')
  })
})

describe('a change is put back after a command that nobody can see through', () => {
  test.each([
    ['a copy of cp under another name', 'cp "$(command -v cp)" ./mycp && ./mycp src/app.ts memory-bank/MEMORY.md'],
    ['an editor fed on its input', "printf '1,$d\\nw\\nq\\n' | ed -s memory-bank/MEMORY.md"],
    ['an output option nobody knows', 'openssl rand -hex 8 --outfile memory-bank/MEMORY.md; true'],
    ['an alias inside a Python program', "python3 -c \"o=open\no('memory-bank/MEMORY.md','w')\""],
    ['a name made of pieces', "python3 -c \"p='mem'+'ory-ba'; import os; os.rename(p+'nk/MEMORY.md', 'x')\""],
    ['a name reference', 'n=memory; declare -n r=n; echo x > "$r-bank/MEMORY.md"'],
    ['a script of the project', 'sh tool.sh'],
  ])('%s [S34]', async (_name, command) => {
    const one = project('', { 'tool.sh': 'cp src/app.ts "$(ls -d mem*)/MEMORY.md"\n' })
    const { before, after } = await one.bash(command)
    if (before.kind !== 'refuse') expect(['allow', 'note verified-after']).toContain(told(after))
    expect(one.read('memory-bank/MEMORY.md')).toBe(ENTRY)
  })
})

test('what a merge leaves with conflict markers is a state of version control [S34]', async () => {
  const one = project('')
  one.git('checkout', '-q', '-b', 'other')
  one.write(TECH, '# Tech\n\ntheirs\n')
  one.commit('theirs')
  one.git('checkout', '-q', 'main')
  one.write(TECH, '# Tech\n\nours\n')
  one.commit('ours')
  const { after } = await one.bash(`cat ${TECH}; git -c user.name=a -c user.email=a@b merge other`)
  expect(told(after)).toBe('allow')
  expect(one.read(TECH)).toContain('<<<<<<<')
})

test('what a rebase brings together is a state of version control [S34]', async () => {
  const one = project('')
  const lines = (top: string, end: string) => `# Tech\n\n${top}\n\na\n\nb\n\nc\n\n${end}\n`
  one.write(TECH, lines('top', 'end'))
  one.commit('base')
  one.git('checkout', '-q', '-b', 'other')
  one.write(TECH, lines('top', 'their end'))
  one.commit('theirs')
  one.git('checkout', '-q', 'main')
  one.write(TECH, lines('our top', 'end'))
  one.commit('ours')
  const { after } = await one.bash(`cat ${TECH}; git -c user.name=a -c user.email=a@b rebase -q other`)
  expect(told(after)).toBe('allow')
  expect(one.read(TECH)).toBe(lines('our top', 'their end'))
})

describe('what version control brings in is left, and told where it matters', () => {
  const ENTRY_PATH = 'memory-bank/MEMORY.md'
  const theirs = ENTRY.replace('Our own notes.', 'Their own notes.')
  // Assembled at run time, so that no credential-shaped text stands in the repository.
  const secret = `# Tech\n\ntoken: ${['ghp_', 'a8Fk2LmQ9xZt4Rv7Bn1', 'Cw6Yd3Es5Gh0JuPo'].join('')}\n`
  const git = 'git -c user.name=a -c user.email=a@b'
  const onBranch = (one: GuardedProject, path: string, text: string) => {
    one.git('checkout', '-q', '-b', 'other')
    one.write(path, text)
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
  }
  const stashed = (one: GuardedProject, path: string, text: string) => {
    one.write(path, text)
    one.git('stash', '-q')
  }

  test.each([
    ['a merge', onBranch, `${git} merge -q other`],
    ['a merge that the project’s own script makes', onBranch, 'sh up.sh'],
    ['a checkout', onBranch, 'git checkout -q other'],
    ['a file taken from a branch', onBranch, 'git checkout other -- memory-bank'],
    ['a squash whose branch is deleted with it', onBranch, `${git} merge -q --squash other && git branch -qD other`],
    ['a picked commit', onBranch, `echo x > own && git add own && ${git} commit -qm own && ${git} cherry-pick other`],
    ['a reset', onBranch, 'git reset -q --hard other'],
    ['a stash that is popped', stashed, 'git stash pop -q'],
  ])('%s [S34]', async (_, prepare, command) => {
    for (const [path, text, said] of [
      [ENTRY_PATH, theirs, 'changed the user block of memory-bank/MEMORY.md'],
      [TECH, secret, 'brought a secret into memory-bank/details/tech.md:3'],
    ] as const) {
      const one = project('', { 'up.sh': `${git} merge -q other\n` })
      prepare(one, path, text)
      const { after } = await one.bash(command)
      expect([told(after), one.read(path)]).toEqual(['note brought-in', text])
      expect(after?.kind === 'note' && [after.text.includes(said), after.toPerson]).toEqual([
        true,
        after?.kind === 'note' && after.text,
      ])
    }
  })

  test('a commit that the command makes itself is not recorded: it is put back [S34]', async () => {
    const one = project('')
    const side = `${temporaryFolder()}/side`
    const write = `cd ${side} && sed -i s/Our/Their/ memory-bank/MEMORY.md && ${git} commit -qam x`
    const { after } = await one.bash(`git worktree add -q ${side} -b side && (${write}) && ${git} merge -q side`)
    expect([told(after), one.read(ENTRY_PATH)]).toEqual(['note verified-after', ENTRY])
  })

  test('a line that changes neither is nothing to tell [S34]', async () => {
    const one = project('')
    onBranch(one, TECH, '# Tech\n\nAnother stack.\n')
    expect(told((await one.bash(`${git} merge -q other`)).after)).toBe('allow')
  })
})

describe('a page grown past every bound', () => {
  const LINES = "Array.from({ length: 30000 }, (_, at) => String(at)).join('\\n')"
  const grow = (path: string) => `require('fs').writeFileSync('${path}', ${LINES})\n`

  test.each([TECH, 'memory-bank/MEMORY.md'])('%s is put back after a suspect command [S34]', async (path) => {
    const one = project('')
    const before = one.read(path)
    const { after } = await one.call('bash', { command: 'python3 x.py memory-bank' }, 's', () => {
      one.run(`node -e "${grow(path).trim()}"`)
      expect(one.read(path)?.length).toBeGreaterThan(100_000)
    })
    expect([told(after), one.read(path)]).toEqual(['note verified-after', before])
  })

  test.each([TECH, 'memory-bank/MEMORY.md'])('%s is left, told and undone after any other [S34]', async (path) => {
    const one = project(grow(path))
    const { after } = await one.bash(PLAIN)
    expect(told(after)).toBe('note bank-changed-meanwhile')
    const { workspace } = one.guard
    const plan = proposeUndo(workspace, undefined, undefined)
    expect(plan.ok && carryOutUndo(plan.value, workspace).ok).toBe(true)
    expect(one.read(path)).toBe(BANK[path])
  })
})

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a link that leads out', (path: string) => symlinkSync('/etc/hostname', path)],
  ['longer than any page', (path: string) => writeFileSync(path, 'x\n'.repeat(20_000))],
])('an entry that is %s switches nothing off [S34] [S37] [S39]', async (_, make) => {
  const one = project('')
  for (const path of ['memory-bank/MEMORY.md', 'memory-bank/details/patterns.md']) {
    rmSync(join(one.root, path), { force: true })
    make(join(one.root, path))
  }
  await one.guard.attend('s')
  expect(told(await one.request('w', 'bash', { command: `echo x > ${TECH}` }))).toBe('refuse edit-tools-only')
  const { after } = await one.call('bash', { command: 'python3 x.py memory-bank' }, 's', () => one.write(TECH, 'x\n'))
  expect([told(after), one.read(TECH)]).toEqual(['note verified-after', BANK[TECH]])
  one.write(TECH, 'y\n')
  expect((await one.guard.unseenChanges('s'))?.text).toContain(TECH)
})

describe('a put-back that failed is said to have failed', () => {
  const SUSPECT = { command: 'python3 x.py memory-bank' }
  const PATTERNS = 'memory-bank/details/patterns.md'
  const instead = (make: (path: string) => void) => (one: GuardedProject) => {
    rmSync(join(one.root, TECH), { force: true })
    make(join(one.root, TECH))
  }

  test.each([
    ['a folder', instead((path) => mkdirSync(path))],
    ['a folder with files', instead((path) => mkdirSync(join(path, 'x'), { recursive: true }))],
    ['a pipe', instead((path) => execFileSync('mkfifo', [path]))],
    ['a link that leads out', instead((path) => symlinkSync('/etc/hostname', path))],
    ['a link that leads nowhere', instead((path) => symlinkSync('gone.md', path))],
    ['a link to another page', instead((path) => symlinkSync('patterns.md', path))],
    ['a link to itself', instead((path) => symlinkSync('tech.md', path))],
  ])('%s in the place of a page, while the other pages come back [S34]', async (_, alter) => {
    const one = project('')
    const { after } = await one.call('bash', SUSPECT, 's', () => {
      alter(one)
      one.write('memory-bank/MEMORY.md', 'x\n')
    })
    expect(told(after)).toBe('note put-back-failed')
    expect(after?.kind === 'note' && after.toPerson).toContain(`could NOT be put back: ${TECH}.`)
    expect([one.read('memory-bank/MEMORY.md'), one.read(PATTERNS)]).toEqual([ENTRY, BANK[PATTERNS]])
    expect(one.guard.stateOf('s').unconfirmed).toEqual(['details/tech.md'])
    // What is in the way is removed, and the change that the note names is undone.
    const undo = after?.kind === 'note' ? /memory-bank history (\S+)$/.exec(after.text)?.[1] : undefined
    rmSync(join(one.root, TECH), { recursive: true, force: true })
    const { workspace } = one.guard
    const plan = proposeUndo(workspace, undo, undefined)
    expect(plan.ok && carryOutUndo(plan.value, workspace).ok).toBe(true)
    expect(one.read(TECH)).toBe(BANK[TECH])
  })

  test.each([
    ['a file in the place of a folder', (at: string) => writeFileSync(at, 'x')],
    ['a link out of the bank in the place of a folder', (at: string) => symlinkSync(temporaryFolder(), at)],
  ])('%s [S34]', async (_, make) => {
    const one = project('')
    const { after } = await one.call('bash', SUSPECT, 's', () => {
      one.remove('memory-bank/details')
      make(join(one.root, 'memory-bank/details'))
      one.write('memory-bank/MEMORY.md', 'x\n')
    })
    expect(told(after)).toBe('note put-back-failed')
    expect(after?.kind === 'note' && after.text).toContain(`could NOT be put back: ${PATTERNS}, ${TECH}.`)
    expect(one.read('memory-bank/MEMORY.md')).toBe(ENTRY)
  })

  test('also after a tool that left something else than it was to [S34]', async () => {
    const one = project('')
    const write = { filePath: TECH, content: '# Tech\n\nAnother stack.\n' }
    const { after } = await one.call('write', write, 's', () => instead((path) => mkdirSync(path))(one))
    expect(told(after)).toBe('note put-back-failed')
  })
})

describe('missing evidence is never innocence', () => {
  /** Each event comes to a process of its own; the command robs us of our records. */
  async function robbed(part: string, command: string, act: (one: GuardedProject) => void): Promise<string> {
    const one = project('')
    await one.share().attend('s')
    one.guard = one.share()
    await one.request('c', 'bash', { command })
    act(one)
    for (const state of foldersCalled(part, one.state)) rmSync(join(one.state, state), { recursive: true })
    one.guard = one.share()
    const verdict = await one.finish('c', 'bash', { command })
    const text = verdict.kind === 'note' ? verdict.toPerson : undefined
    // It is told once.
    await one.request('d', 'bash', { command: PLAIN })
    one.guard = one.share()
    expect(told(await one.finish('d', 'bash', { command: PLAIN }))).toBe('allow')
    return `${told(verdict)}: ${text}`
  }

  test.each(['under-way', 'under-way/views', 'under-way/texts'])(
    'where %s was removed, the person is told that the bank could not be verified [S34]',
    async (part) => {
      for (const command of [PLAIN, 'python3 x.py memory-bank']) {
        const said = await robbed(part, command, (one) => one.write(TECH, 'x\n'))
        expect(said).toMatch(
          /^note bank-unverified: .*could not verify .*Not as committed: memory-bank\/details\/tech.md\./,
        )
      }
    },
  )

  test('where what was recorded before is gone, a command cannot record its own doing [S34]', async () => {
    const one = project('')
    one.guard = one.share()
    const command = 'sh up.sh'
    await one.request('c', 'bash', { command })
    one.write(TECH, 'x\n')
    one.commit('its own')
    for (const state of foldersCalled('under-way/records', one.state))
      rmSync(join(one.state, state), { recursive: true })
    one.guard = one.share()
    expect(told(await one.finish('c', 'bash', { command }))).not.toBe('allow')
  })

  test('where only what we know of the call is gone, the bank is compared with how the session saw it [S34]', async () => {
    const one = project('')
    await one.share().attend('s')
    one.guard = one.share()
    one.write(TECH, 'x\n')
    expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note bank-changed-meanwhile')
    expect(told(await one.finish('d', 'bash', { command: PLAIN }))).toBe('allow')
  })

  test('a session whose record is gone is told at the next message [S34]', async () => {
    const one = project('')
    one.guard = one.share()
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
    await one.guard.opening('s')
    await one.guard.attend('s')
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
    one.write(TECH, 'x\n')
    for (const state of foldersCalled('under-way', one.state)) rmSync(join(one.state, state), { recursive: true })
    const unseen = await one.share().unseenChanges('s')
    expect(unseen?.text).toMatch(/could not verify .*Not as committed: memory-bank\/details\/tech.md\./)
    await unseen?.told()
    expect(await one.share().unseenChanges('s')).toBeUndefined()
  })
})

describe('many changed files', () => {
  /** How often git is started to answer for what a suspect command wrote, and the note. */
  async function answered(
    count: number,
  ): Promise<{ readonly starts: number; readonly said: string; one: GuardedProject }> {
    const one = project('')
    await one.request('c', 'bash', { command: 'python3 x.py memory-bank' })
    for (let at = 0; at < count; at += 1) one.write(`memory-bank/details/learnings/z${at}.md`, `# Zebra ${at}\n`)
    const log = join(temporaryFolder({}), 'log')
    const verdict = await withGit(`echo x >> '${log}'; PATH=\${PATH#*:} exec git "$@"`, () =>
      one.finish('c', 'bash', { command: 'python3 x.py memory-bank' }),
    )
    const said = verdict.kind === 'note' ? verdict.text : ''
    return { starts: readFileSync(log, 'utf8').length / 2, said, one }
  }

  test('cost as many questions of git as one, are put back, and are told in one sentence [S34]', async () => {
    const few = await answered(1)
    const many = await answered(250)
    expect(many.starts).toBe(few.starts)
    expect(few.said).toContain('changed memory-bank/details/learnings/z0.md;')
    expect(many.said).toMatch(/changed memory-bank\/details\/learnings\/z0\.md, .*… \(250\);/)
    expect(many.said.length).toBeLessThan(500)
    expect(many.one.read('memory-bank/details/learnings/z249.md')).toBeUndefined()
  })

  test('that version control brought are left [S34]', async () => {
    const one = project('')
    one.git('checkout', '-q', '-b', 'other')
    for (let at = 0; at < 250; at += 1) one.write(`memory-bank/details/learnings/z${at}.md`, `# Zebra ${at}\n`)
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
    expect(told((await one.bash('git checkout -q other -- memory-bank')).after)).toBe('allow')
    expect(one.read('memory-bank/details/learnings/z249.md')).toBe('# Zebra 249\n')
  })
})

test.runIf(LONG)('where git does not answer, that is told with the change [S34]', async () => {
  const one = project('')
  await one.request('c', 'bash', { command: PLAIN })
  one.write(TECH, 'x\n')
  const verdict = await withGit('sleep 60', () => one.finish('c', 'bash', { command: PLAIN }))
  expect(verdict.kind === 'note' && verdict.text).toContain('Git did not answer in time')
})

describe('a command that is left running', () => {
  const git = 'git -c user.name=a -c user.email=a@b'

  test('what a pull brings after its call is over is told with the next call [S34]', async () => {
    const one = project('')
    one.git('checkout', '-q', '-b', 'other')
    one.write('memory-bank/MEMORY.md', ENTRY.replace('Our own notes.', 'Their own notes.'))
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
    const late = await one.call('bash', { command: `${git} merge -q other &` }, 's', () => {})
    expect(told(late.after)).toBe('allow')
    one.run(`${git} merge -q other`)
    const next = await one.bash('true')
    expect(told(next.after)).toBe('note brought-in')
    expect(told((await one.bash('true')).after)).toBe('allow')
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
  })

  test('what it brings after the turn is told at the next message [S34]', async () => {
    const one = project('')
    one.git('checkout', '-q', '-b', 'other')
    one.write('memory-bank/MEMORY.md', ENTRY.replace('Our own notes.', 'Their own notes.'))
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
    await one.guard.attend('s')
    await one.call('bash', { command: `${git} merge -q other &` }, 's', () => {})
    await one.guard.turnEnded('s')
    one.run(`${git} merge -q other`)
    expect((await one.guard.unseenChanges('s'))?.text).toContain('changed the user block of memory-bank/MEMORY.md')
  })

  test('what a program of the project’s writes after its call is left, told and undoable [S34]', async () => {
    const one = project('')
    await one.call('bash', { command: `${PLAIN} &` }, 's', () => {})
    one.write(TECH, '# By a program\n')
    expect(told((await one.bash('true')).after)).toBe('note bank-changed-meanwhile')
    expect(one.guard.stateOf('s').unconfirmed).toEqual(['details/tech.md'])
  })

  test('a suspect command answers for its own change, whatever else runs [S34]', async () => {
    const one = project('')
    await one.call('bash', { command: `${PLAIN} &` }, 's', () => {})
    const { after } = await one.call('bash', { command: 'python3 x.py memory-bank' }, 's', () => {
      one.write(TECH, '# By a program\n')
    })
    expect(told(after)).toBe('note verified-after')
    expect(one.read(TECH)).toBe(BANK[TECH])
  })
})

describe('settings that keep us at work, changed by a program that nothing connects with them', () => {
  const OURS = '{ "enabledPlugins": { "memory-bank@memory-bank": true }, "model": "opus" }\n'
  const SETTINGS = '.claude/settings.json'
  const write = (path: string, text: string) =>
    `require('fs').writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(text)})\n`

  test.each([
    [SETTINGS, OURS.replace('true', 'false')],
    [SETTINGS, '{ "model": "opus" }\n'],
    [SETTINGS, OURS.replace('"model"', '"disableAllHooks": true, "model"')],
    ['memory-bank.json', '{ "guardMode": "off" }\n'],
    ['opencode.json', '{ "plugin": [["memory-bank", { "guardMode": "off" }]] }\n'],
  ])('%s is left, and told once: %j [S37]', async (path, text) => {
    const one = project(write(path, text), { [SETTINGS]: OURS })
    const { after } = await one.bash(PLAIN)
    expect(told(after)).toBe('note settings-changed')
    expect(after?.kind === 'note' && after.toPerson).toContain(`${path} while this command ran`)
    expect(one.read(path)).toBe(text)
    expect(told((await one.bash('npm test')).after)).toBe('allow')
  })

  test.each([
    [SETTINGS, OURS.replace('opus', 'sonnet')],
    [SETTINGS, OURS],
    ['.mcp.json', '{ "mcpServers": { "other": { "command": "x" } } }\n'],
  ])('%s: what concerns us is as it was, and nothing is said: %j [S37]', async (path, text) => {
    const one = project(write(path, text), { [SETTINGS]: OURS })
    expect(told((await one.bash(PLAIN)).after)).toBe('allow')
  })

  test('another process of the same session knows what was there before [S37]', async () => {
    const one = project('', { [SETTINGS]: OURS })
    one.guard = one.share()
    await one.request('c', 'bash', { command: PLAIN })
    one.write(SETTINGS, '{}\n')
    one.guard = one.share()
    expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note settings-changed')
  })
})

describe('memory-bank resolve from an agent’s shell', () => {
  const RESOLVE = `node ${JSON.stringify(join(import.meta.dirname, '../../dist/cli/main.cjs'))} resolve --yes`

  test('may run, and what it merged stays [S55]', async () => {
    const one = new GuardedProject({ ...BANK, [TECH]: '# Tech\n\n- one\n' })
    one.git('checkout', '-q', '-b', 'other')
    one.write(TECH, '# Tech\n\n- one\n- theirs\n')
    one.commit('other')
    one.git('checkout', '-q', 'main')
    one.write(TECH, '# Tech\n\n- one\n- ours\n')
    one.commit('main')
    expect(() => one.git('merge', '-q', 'other')).toThrow()
    const { before, after } = await one.bash(RESOLVE)
    expect([told(before), told(after)]).toEqual(['allow', 'allow'])
    expect(one.read(TECH)).toMatch(/^# Tech\n\n- one\n(- ours\n- theirs|- theirs\n- ours)\n$/)
    expect(one.guard.stateOf('s').unconfirmed).toEqual([])
  })

  test.each([
    ['our driver brings in what it merges', 'memory-bank', true],
    ['a driver of the agent’s own does not make its text a merge', 'mine', false],
    ['not under our name either', 'memory-bank', false],
  ])('%s [S34] [S55]', async (_name, driver, isOurs) => {
    const one = new GuardedProject({ ...BANK, [TECH]: '# Tech\n\n- one\n' })
    one.git('checkout', '-q', '-b', 'other')
    one.write(TECH, '# Tech\n\n- one\n- theirs\n')
    one.commit('other')
    one.git('checkout', '-q', 'main')
    one.write(TECH, '# Tech\n\n- one\n- ours\n')
    one.commit('main')
    one.write('.git/info/attributes', `memory-bank/**/*.md merge=${driver}\n`)
    const file = join(import.meta.dirname, '../../dist/merge-driver.cjs')
    const command = isOurs ? driverCommand({ node: process.execPath, driver: file }) : "printf '# Mine\\n' > %A"
    one.git('config', `merge.${driver}.driver`, command)
    const { before, after } = await one.bash('git -c user.name=a -c user.email=a@b merge -q -m both other')
    expect([told(before), one.read(TECH)]).toEqual(['allow', expect.stringContaining(isOurs ? '- theirs' : '# Mine')])
    expect(told(after)).toBe(isOurs ? 'allow' : 'note bank-changed-meanwhile')
  })

  test('the driver itself is not for agents: it writes whichever file it is given [S55]', async () => {
    const one = new GuardedProject(BANK)
    for (const start of ['memory-bank merge-driver', 'node node_modules/memory-bank/dist/merge-driver.cjs']) {
      const { before } = await one.bash(`${start} a ${TECH} b 7 x`)
      expect(told(before)).toMatch(/^refuse/)
    }
  })
})

function foldersCalled(name: string, below: string): readonly string[] {
  return readdirSync(below, { recursive: true, encoding: 'utf8' }).filter((path) => `/${path}`.endsWith(`/${name}`))
}
