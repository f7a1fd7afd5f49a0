/** Changes of the bank that a call left behind, in real projects. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { knownPath } from '../../src/base/bank-path.ts'
import { applyChanges } from '../../src/disk/bank/apply-changes.ts'
import { carryOutUndo, proposeUndo } from '../../src/verbs/undo.ts'
import { withGit } from '../disk/git/other-git.ts'
import { temporaryFolder } from '../disk/temporary-folder.ts'
import { BANK, ENTRY, GuardedProject, told } from '../verbs/guarded-project.ts'

const TECH = 'memory-bank/details/tech.md'
/** A program of the project's own: nothing in the command names the bank, or hides anything. */
const PLAIN = 'node tool.js'
const TOOL = { ...BANK, 'tool.js': "require('./lib/deep.js')\n", 'lib/deep.js': "require('./deeper.js')\n" }

function project(deeper: string, files: Readonly<Record<string, string>> = {}): GuardedProject {
  return new GuardedProject({ ...TOOL, 'lib/deeper.js': deeper, ...files })
}

describe('a change during a command that does not name the bank', () => {
  const writes = `require('fs').writeFileSync('${TECH}', '# By a program\\n')\n`

  test('stays, is reported and is listed as unconfirmed [S34]', async () => {
    const one = project(writes)
    const { before, after } = await one.bash(PLAIN)
    expect([told(before), told(after)]).toEqual(['allow', 'note changed-outside'])
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

  test('is reported even if the program committed it [S34]', async () => {
    const commit = "require('child_process').execSync('git -c user.name=a -c user.email=a@b commit -qam x')\n"
    const { after } = await project(writes + commit).bash(PLAIN)
    expect(told(after)).toBe('note brought-by-git')
    expect(after?.kind === 'note' && after.toPerson).toContain(TECH)
  })

  test('is reported once [S34]', async () => {
    const one = project(writes)
    await one.bash(PLAIN)
    expect(told((await one.bash('true')).after)).toBe('allow')
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
  })

  test('is not undone by a plain undo, which undoes Memory Bank’s own changes [S34]', async () => {
    const one = project(writes)
    await one.bash(PLAIN)
    expect(proposeUndo(one.guard.workspace, undefined, undefined)).toMatchObject({
      problem: { code: 'nothing-to-undo' },
    })
  })
})

describe('an editor saves while a command runs', () => {
  test.each([
    ['cat memory-bank/details/tech.md | wc -l', TECH],
    ['python3 x.py memory-bank/MEMORY.md', TECH],
    ['grep -rn stack memory-bank', TECH],
    [`f=${TECH}; cat $f`, TECH],
    ['for f in memory-bank/details/*.md; do wc -l $f; done', TECH],
    ['tar czf b.tgz memory-bank', TECH],
    ['cp -r memory-bank copy', TECH],
  ])('%s: the save of %s stays and is reported [S34]', async (command, path) => {
    const one = project('')
    const { after } = await one.call('bash', { command }, 's', () => one.write(path, '# By hand\n'))
    expect([told(after), one.read(path)]).toEqual(['note changed-outside', '# By hand\n'])
  })

  test('a command that names the saved file is blamed for it [S34]', async () => {
    const one = project('')
    const { after } = await one.call('bash', { command: `python3 x.py ${TECH}` }, 's', () => one.write(TECH, 'x\n'))
    expect([told(after), one.read(TECH)]).toEqual(['note verified-after', BANK[TECH]])
  })

  test('a save before the command is reported, and not attributed to the command [S34]', async () => {
    const one = project('')
    await one.guard.attend('s')
    one.write(TECH, '# By hand\n')
    const { before, after } = await one.call('bash', { command: 'python3 x.py memory-bank' }, 's', () => {})
    expect([told(before), told(after), one.read(TECH)]).toEqual(['note changed-outside', 'allow', '# By hand\n'])
  })
})

test('a person’s own addition in another terminal stays, and is reported as written by Memory Bank [S34]', async () => {
  const one = project('')
  await one.guard.attend('s')
  const { after } = await one.call('bash', { command: 'python3 x.py memory-bank' }, 's', () => {
    const { workspace } = one.guard
    const was = String(BANK[TECH])
    const changes = [{ kind: 'edit', path: knownPath('details/tech.md'), was, text: `${was}- more\n` } as const]
    expect(applyChanges({ intent: 'write', changes }, workspace.place, new Date()).ok).toBe(true)
  })
  expect([told(after), one.read(TECH)]).toEqual(['note written-meanwhile', `${BANK[TECH]}- more\n`])
  expect(told((await one.bash('true')).after)).toBe('allow')
})

describe('a change is put back after a command that cannot be resolved', () => {
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

describe('version control is reported, not judged', () => {
  const DECISIONS = 'memory-bank/details/patterns.md'
  const git = 'git -c user.name=a -c user.email=a@b'
  const learning = (title: string) => `# ${title}\n\n- Symptom: a\n- Root cause: b\n- Solution: c\n- Prevention: d\n`
  const onBranch = (one: GuardedProject) => {
    one.git('checkout', '-q', '-b', 'other')
    one.write('memory-bank/details/learnings/zebra.md', learning('Zebra'))
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
  }
  const stashed = (one: GuardedProject) => {
    one.write(TECH, '# Stashed\n')
    one.git('stash', '-q')
  }
  const edited = (one: GuardedProject) => one.write(TECH, '# Edited\n')
  const untracked = (one: GuardedProject) => one.write('memory-bank/details/own.md', '# Own\n')

  test.each([
    ['a merge', onBranch, `${git} merge -q other`],
    ['a merge beside a look at the bank', onBranch, `cat ${TECH}; ${git} merge -q other`],
    ['a merge that the project’s own script makes', onBranch, 'sh up.sh'],
    ['a checkout', onBranch, 'git checkout -q other'],
    ['a file taken from a branch', onBranch, 'git checkout other -- memory-bank'],
    ['a picked commit', onBranch, `echo x > own && git add own && ${git} commit -qm own && ${git} cherry-pick other`],
    ['a reset', onBranch, 'git reset -q --hard other'],
    ['a file restored', edited, 'git checkout -q -- memory-bank'],
  ])('%s stays and is reported [S34]', async (_, prepare, command) => {
    const one = project('', { 'up.sh': `${git} merge -q other\n` })
    prepare(one)
    await one.guard.attend('s')
    const { after } = await one.bash(command)
    expect(told(after)).toBe('note brought-by-git')
    expect(after?.kind === 'note' && after.toPerson).toContain('git ')
    expect(one.guard.stateOf('s').unconfirmed).toEqual([])
  })

  test('git’s entries are named [S34]', async () => {
    const one = project('')
    onBranch(one)
    await one.guard.attend('s')
    const { after } = await one.bash(`${git} merge -q other`)
    expect(after?.kind === 'note' && after.text).toContain('git brought 1 learning (')
  })

  test.each([
    ['a stash that is popped', stashed, 'git stash pop -q'],
    ['a stash that takes the bank’s edits away', edited, 'git stash push -q -- memory-bank'],
    ['a clean', untracked, 'git clean -fdqx -- .'],
    ['a patch from a pipe', onBranch, 'git diff main other | git apply'],
  ])('%s is reported too [S34]', async (_, prepare, command) => {
    const one = project('')
    prepare(one)
    await one.guard.attend('s')
    const { before, after } = await one.bash(command)
    if (before.kind !== 'refuse') expect(told(after)).toMatch(/^note (?:brought-by-git|changed-outside)$/)
  })

  test('a conflict that a merge leaves stays and is reported [S34]', async () => {
    const one = project('')
    one.git('checkout', '-q', '-b', 'other')
    one.write(TECH, '# Tech\n\ntheirs\n')
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
    one.write(TECH, '# Tech\n\nours\n')
    one.commit('ours')
    await one.guard.attend('s')
    const { after } = await one.bash(`cat ${TECH}; ${git} merge other`)
    expect(told(after)).toBe('note changed-outside')
    expect(after?.kind === 'note' && after.text).toContain('probably by git')
    expect(one.read(TECH)).toContain('<<<<<<<')
  })

  test('a commit forged in an earlier call is reported when it is merged [S34]', async () => {
    const one = project('')
    await one.bash('true')
    const side = `${temporaryFolder()}/side`
    one.run(`git worktree add -q ${side} -b side && cd ${side} && echo '# Forged' > ${TECH} && ${git} commit -qam x`)
    const { after } = await one.bash(`${git} merge -q side`)
    expect([told(after), one.read(TECH)]).toEqual(['note brought-by-git', '# Forged\n'])
  })

  test('git together with a program that names the bank is not version control: the change is put back [S34]', async () => {
    const one = project('')
    const command = `python3 x.py ${DECISIONS}; git add -A`
    const { after } = await one.call('bash', { command }, 's', () => {
      one.write(DECISIONS, 'x\n')
      one.run('git add -A')
    })
    expect([told(after), one.read(DECISIONS)]).toEqual(['note verified-after', BANK[DECISIONS]])
  })
})

describe('a page larger than every limit', () => {
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

  test.each([TECH, 'memory-bank/MEMORY.md'])(
    '%s stays, is reported and can be undone after any other [S34]',
    async (path) => {
      const one = project(grow(path))
      const { after } = await one.bash(PLAIN)
      expect(told(after)).toBe('note changed-outside')
      const id = after?.kind === 'note' ? /memory-bank history (\S+)/.exec(after.text)?.[1] : undefined
      const { workspace } = one.guard
      const plan = proposeUndo(workspace, id, undefined)
      expect(plan.ok && carryOutUndo(plan.value, workspace).ok).toBe(true)
      expect(one.read(path)).toBe(BANK[path])
    },
  )
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

describe('a failed put-back is reported as failed', () => {
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
    // Remove the obstacle, then undo the change that the note names.
    const undo = after?.kind === 'note' ? /memory-bank history (\S+)$/.exec(after.toPerson ?? '')?.[1] : undefined
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

  test('also after a tool that left another text than predicted [S34]', async () => {
    const one = project('')
    const write = { filePath: TECH, content: '# Tech\n\nAnother stack.\n' }
    const { after } = await one.call('write', write, 's', () => instead((path) => mkdirSync(path))(one))
    expect(told(after)).toBe('note put-back-failed')
  })
})

describe('missing evidence is never innocence', () => {
  /** Each event comes to a process of its own; the command robs us of our records. */
  async function robbed(part: string, command: string): Promise<string> {
    const one = project('')
    await one.share().attend('s')
    one.guard = one.share()
    await one.request('c', 'bash', { command })
    one.write(TECH, 'x\n')
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

  test.each(['ledger', 'ledger/files.json'])(
    'where %s was removed, the person is told that the bank could not be verified [S34]',
    async (part) => {
      for (const command of [PLAIN, 'python3 x.py memory-bank'])
        expect(await robbed(part, command)).toMatch(
          /^note bank-unverified: .*could not verify .*Differs from the last commit: memory-bank\/details\/tech.md\./,
        )
    },
  )

  test('if the prediction of a call is lost, its change is still reported [S34]', async () => {
    expect(await robbed('under-way', PLAIN)).toMatch(/^note changed-outside: .*details\/tech\.md/)
    expect(await robbed('under-way', 'python3 x.py memory-bank')).toMatch(/^note verified-after: .*details\/tech\.md/)
  })

  test.each([true, false])(
    'a command that removes the whole state is reported (its hosts share it: %s) [S34]',
    async (shared) => {
      const one = project(
        `require('fs').appendFileSync('${TECH}', 'x\\n')\nrequire('child_process').execSync('rm -rf "$XDG_STATE_HOME"/m*')\n`,
      )
      const next = () => {
        if (shared) one.guard = one.share()
      }
      next()
      await one.said('go on')
      await one.guard.unseenChanges('s')
      next()
      await one.request('c', 'bash', { command: PLAIN })
      one.run(PLAIN)
      next()
      expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note bank-unverified')
    },
  )

  test('a command that removes the repository, to which the state belongs, is reported [S34]', async () => {
    const one = project(
      `require('fs').appendFileSync('${TECH}', 'x\\n')\nrequire('fs').rmSync('.git', { recursive: true })\n`,
    )
    one.guard = one.share()
    await one.said('go on')
    await one.guard.unseenChanges('s')
    await one.request('c', 'bash', { command: PLAIN })
    one.run(PLAIN)
    one.guard = one.share()
    expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note bank-unverified')
  })

  test('a state that a running program removes is reported at the end of the turn [S34]', async () => {
    const one = project('')
    await one.said('go on')
    await one.guard.unseenChanges('s')
    await one.bash(PLAIN)
    for (const state of foldersCalled('ledger', one.state)) rmSync(join(one.state, state), { recursive: true })
    one.write(TECH, 'x\n')
    expect(await one.guard.turnEnded('s')).toContain('could not verify')
  })

  test('a person’s own command in the name of the user is reported to both [S34] [S42]', async () => {
    const one = project('')
    await one.guard.attend('s')
    const main = join(import.meta.dirname, '../../dist/cli/main.cjs')
    const { after } = await one.call('bash', { command: PLAIN }, 's', () =>
      one.run(`MEMORY_BANK_ASSUME_PERSON=1 node ${main} add tech "By whom?" --yes`),
    )
    expect(told(after)).toBe('note written-meanwhile')
    expect(after?.kind === 'note' && after.toPerson).toContain('memory-bank history')
  })

  test('settings that a hidden command weakens are reported, wherever its events arrive [S34] [S37]', async () => {
    for (const [path, text] of [
      ['memory-bank.json', '{ "guard": { "mode": "off" } }'],
      ['.claude/settings.json', '{ "disableAllHooks": true }'],
    ] as const) {
      const one = project('')
      one.guard = one.share()
      await one.said('go on')
      one.guard = one.share()
      await one.request('c', 'bash', { command: PLAIN })
      one.write(path, text)
      one.guard = one.share()
      expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note settings-changed')
    }
  })

  describe('weaker settings', () => {
    const weak = '{ "guardMode": "off", "writer": "direct" }\n'
    const edit = { filePath: TECH, content: '# Not confirmed\n' }

    function trusted(env: NodeJS.ProcessEnv = {}, settings = '{ "lang": "en" }\n'): GuardedProject {
      const one = new GuardedProject(
        { ...TOOL, 'memory-bank.json': settings },
        { env: { MEMORY_BANK_WRITER: '', ...env } },
      )
      one.trust()
      one.restart()
      return one
    }

    test.each(['event', 'session'] as const)(
      'of a command wait for `memory-bank trust` (%s) [S34] [S39]',
      async (life) => {
        const one = trusted()
        const next = () => {
          if (life === 'event') one.guard = one.share()
        }
        next()
        await one.said('go on')
        next()
        await one.request('c', 'bash', { command: PLAIN })
        one.write('memory-bank.json', weak)
        next()
        expect(told(await one.request('early', 'write', edit))).toBe('refuse confirmed-writes')
        next()
        const after = await one.finish('c', 'bash', { command: PLAIN })
        expect(told(after)).toBe('note settings-changed')
        expect(after.kind === 'note' && after.toPerson).toContain(
          '(guardMode=off, writer=direct). This does not apply until the user trusts the settings again;',
        )
        next()
        expect(told(await one.request('d', 'write', edit))).toBe('refuse confirmed-writes')
        one.trust()
        next()
        expect(told((await one.bash(PLAIN)).after)).toBe('allow')
        next()
        expect((await one.request('e', 'write', edit)).kind).not.toBe('refuse')
      },
    )

    test('of a command that still runs wait, but not for ever [S39]', async () => {
      const one = trusted()
      await one.said('go on')
      await one.bash(`${PLAIN} &`)
      one.write('memory-bank.json', weak)
      expect(told(await one.request('d', 'write', edit))).toBe('refuse confirmed-writes')
      expect(JSON.stringify(await one.guard.turnEnded('s'))).toContain('until the user trusts the settings again')
      one.trust()
      await one.said('go on')
      expect((await one.request('e', 'write', edit)).kind).not.toBe('refuse')
    })

    test('by a person outside a command apply at once [S39]', async () => {
      const one = trusted()
      await one.said('go on')
      await one.bash(PLAIN)
      one.write('memory-bank.json', weak)
      expect(told((await one.bash('cat src/app.ts')).before)).toBe('allow')
      expect((await one.request('d', 'write', edit)).kind).not.toBe('refuse')
    })

    test('that were there before still apply after other settings changed beside a command [S39]', async () => {
      const one = trusted({}, weak)
      await one.bash(PLAIN, 's', () => one.write('memory-bank.json', weak.replace('{', '{ "team": true,')))
      expect((await one.request('d', 'write', edit)).kind).not.toBe('refuse')
    })

    test('apply where the environment trusts [S39]', async () => {
      const one = trusted({ MEMORY_BANK_TRUSTED: '1' })
      await one.said('go on')
      const { after } = await one.bash(PLAIN, 's', () => one.write('memory-bank.json', weak))
      expect(after?.kind === 'note' && after.text).not.toContain('trusts the settings again')
      expect((await one.request('d', 'write', edit)).kind).not.toBe('refuse')
    })

    test('stronger ones apply at once [S30]', async () => {
      const one = trusted({ MEMORY_BANK_GUARD_MODE: '' }, weak)
      await one.bash(PLAIN, 's', () => one.write('memory-bank.json', '{ "guardMode": "block" }'))
      expect(told(await one.request('d', 'write', edit))).toBe('refuse confirmed-writes')
    })
  })

  test('git does not run a configured monitor for Memory Bank [S39]', async () => {
    const one = project('', { 'monitor.sh': `#!/bin/sh\necho x >> ${TECH}\n` })
    one.run('chmod +x monitor.sh && git config core.fsmonitor ./monitor.sh')
    await one.guard.attend('s')
    one.write('memory-bank/details/patterns.md', 'x\n')
    expect((await one.guard.unseenChanges('s'))?.text).toContain('details/patterns.md')
    expect(one.read(TECH)).toBe(BANK[TECH])
  })

  test('a damaged ledger is reported like a missing one [S34]', async () => {
    const one = project('')
    await one.guard.attend('s')
    for (const path of foldersCalled('ledger/files.json', one.state)) writeFileSync(join(one.state, path), '{"form')
    one.write(TECH, 'x\n')
    expect(told(await one.finish('c', 'bash', { command: PLAIN }))).toBe('note bank-unverified')
  })

  test('a file that cannot be read is reported once [S34]', async () => {
    const one = project('')
    await one.guard.attend('s')
    rmSync(join(one.root, TECH))
    execFileSync('mkfifo', [join(one.root, TECH)])
    const { after } = await one.bash(PLAIN)
    expect(told(after)).toBe('note bank-unverified')
    expect(after?.kind === 'note' && after.text).toContain('it is not a regular file')
    expect(told((await one.bash(PLAIN)).after)).toBe('allow')
  })

  test('a lost record of a session is reported at the next message [S34]', async () => {
    const one = project('')
    one.guard = one.share()
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
    await one.guard.opening('s')
    await one.guard.attend('s')
    expect(await one.guard.unseenChanges('s')).toBeUndefined()
    one.write(TECH, 'x\n')
    for (const state of foldersCalled('ledger', one.state)) rmSync(join(one.state, state), { recursive: true })
    const unseen = await one.share().unseenChanges('s')
    expect(unseen?.text).toMatch(/could not verify .*Differs from the last commit: memory-bank\/details\/tech.md\./)
    await unseen?.told()
    expect(await one.share().unseenChanges('s')).toBeUndefined()
  })

  test('a deleted bank is reported [S34]', async () => {
    const one = project("require('fs').rmSync('memory-bank', { recursive: true })\n")
    const { after } = await one.bash(PLAIN)
    expect(told(after)).toBe('note changed-outside')
    expect(after?.kind === 'note' && after.text).toContain('memory-bank/MEMORY.md')
  })

  test('an agent that can only read gets no note if nothing changed [S34]', async () => {
    const one = project('')
    for (const command of ['ls', 'git status', 'cat memory-bank/MEMORY.md'])
      expect(told((await one.bash(command)).after)).toBe('allow')
  })
})

describe('many changed files', () => {
  /** The number of git processes after a suspect command, and the note. */
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
    return { starts: existsSync(log) ? readFileSync(log, 'utf8').length / 2 : 0, said, one }
  }

  test('cost as many git processes as one, are put back, and are reported in one sentence [S34]', async () => {
    const few = await answered(1)
    const many = await answered(800)
    expect(many.starts).toBe(few.starts)
    expect(few.said).toContain('changed memory-bank/details/learnings/z0.md, but')
    expect(many.said).toMatch(/changed memory-bank\/details\/learnings\/z0\.md, .*… \(800\), but/)
    expect(many.said.length).toBeLessThan(500)
    expect(many.one.read('memory-bank/details/learnings/z799.md')).toBeUndefined()
  })

  test('stay if version control brought them [S34]', async () => {
    const one = project('')
    one.git('checkout', '-q', '-b', 'other')
    for (let at = 0; at < 250; at += 1) one.write(`memory-bank/details/learnings/z${at}.md`, `# Zebra ${at}\n`)
    one.commit('theirs')
    one.git('checkout', '-q', 'main')
    await one.guard.attend('s')
    const { after } = await one.bash('git checkout -q other -- memory-bank')
    expect(told(after)).toBe('note brought-by-git')
    expect(after?.kind === 'note' && after.text).toContain('… (250)')
    expect(one.read('memory-bank/details/learnings/z249.md')).toBe('# Zebra 249\n')
  })
})

describe('a command that is left running', () => {
  test('a write after its call is reported with the next call [S34]', async () => {
    const one = project('')
    await one.call('bash', { command: `${PLAIN} &` }, 's', () => {})
    one.write(TECH, '# By a program\n')
    expect(told((await one.bash('true')).after)).toBe('note changed-outside')
    expect(one.guard.stateOf('s').unconfirmed).toEqual(['details/tech.md'])
  })

  test('a write after the turn is reported at the next message [S34]', async () => {
    const one = project('')
    await one.call('bash', { command: `${PLAIN} &` }, 's', () => {})
    await one.guard.turnEnded('s')
    one.write(TECH, '# By a program\n')
    expect((await one.guard.unseenChanges('s'))?.text).toContain(TECH)
  })

  test('a command that names the bank is blamed for its later writes in the turn [S34]', async () => {
    const one = project('')
    await one.call('bash', { command: 'python3 x.py memory-bank &' }, 's', () => {})
    one.write(TECH, '# By a program\n')
    expect([told((await one.bash('true')).after), one.read(TECH)]).toEqual(['note verified-after', BANK[TECH]])
    one.write(TECH, '# Again\n')
    expect(await one.guard.turnEnded('s')).toContain('put back')
    expect(one.read(TECH)).toBe(BANK[TECH])
  })

  test('a change during two commands waits for the one that may be blamed [S34]', async () => {
    const one = project('')
    await one.request('suspect', 'bash', { command: 'python3 x.py memory-bank' })
    one.write(TECH, '# By a program\n')
    expect(told((await one.bash('true')).after)).toBe('allow')
    const after = await one.finish('suspect', 'bash', { command: 'python3 x.py memory-bank' })
    expect([told(after), one.read(TECH)]).toEqual(['note verified-after', BANK[TECH]])
  })
})

describe('settings that keep Memory Bank running, changed by a program that does not name them', () => {
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
  ])('%s stays and is reported once: %j [S37]', async (path, text) => {
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
  ])('%s: the settings of Memory Bank are unchanged, and nothing is reported: %j [S37]', async (path, text) => {
    const one = project(write(path, text), { [SETTINGS]: OURS })
    expect(told((await one.bash(PLAIN)).after)).toBe('allow')
  })

  test('another process of the same session knows the former settings [S37]', async () => {
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

  test('may run, and its merge stays and is reported [S34] [S55]', async () => {
    const one = new GuardedProject({ ...BANK, [TECH]: '# Tech\n\n- one\n' })
    one.git('checkout', '-q', '-b', 'other')
    one.write(TECH, '# Tech\n\n- one\n- theirs\n')
    one.commit('other')
    one.git('checkout', '-q', 'main')
    one.write(TECH, '# Tech\n\n- one\n- ours\n')
    one.commit('main')
    expect(() => one.git('merge', '-q', 'other')).toThrow()
    const { before, after } = await one.bash(RESOLVE)
    expect([told(before), told(after)]).toEqual(['allow', 'note changed-outside'])
    expect(one.read(TECH)).toMatch(/^# Tech\n\n- one\n(- ours\n- theirs|- theirs\n- ours)\n$/)
  })

  test('the driver itself is not for agents, because it writes any given file [S55]', async () => {
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
