import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'vitest'
import { BankAnswers } from '../../src/dashboard/answers.ts'
import { openWorkspace } from '../../src/flows/workspace.ts'
import { HOSTS } from '../../src/hosts/index.ts'
import { bankMark } from '../../src/flows/notice-changes.ts'
import { encodeProposal, hashOfProposal } from '../../src/text/encode-proposal.ts'
import { homeOf } from '../../src/workspace/state/proposal-names.ts'
import { ProposalStore } from '../../src/workspace/state/proposal-store.ts'

const PROGRAM = join(import.meta.dirname, '../../dist/cli/main.cjs')

test('measure', async () => {
  const base = mkdtempSync(join(tmpdir(), 'mb-page-'))
  const folder = join(base, 'p')
  const env = { ...process.env, HOME: join(base, 'home'), XDG_STATE_HOME: join(base, 'state'), LANG: 'C', LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('package.json', JSON.stringify({ name: 'shop', scripts: { test: 'vitest' }, dependencies: { express: '4' } }))
  for (let at = 0; at < 3000; at += 1) write(`src/part-${at % 50}/file-${at}.ts`, `export const value${at} = ${at}\n`)
  execFileSync('git', ['init', '-q'], { cwd: folder, env })
  execFileSync(process.execPath, [PROGRAM, 'init', '--yes'], { cwd: folder, env })
  for (let at = 0; at < 2000; at += 1) {
    const kind = ['design', 'learnings', 'requirements'][at % 3]
    write(`memory-bank/details/${kind}/${kind === 'requirements' ? `REQ-${String(at).padStart(4, '0')}` : `topic-${at}`}.md`, `# Topic ${at}\n\n**Conclusion**: the part ${at % 50} uses \`src/part-${at % 50}/file-${at}.ts\` for value${at}.\n\n${Array.from({ length: 12 }, (_, line) => `- Point ${line} of ${at}: cache, queue, retry ${at * line} with \`express\` and [link](topic-${at + 1}.md)\n`).join('')}\n`)
  }
  execFileSync('git', ['add', '-A'], { cwd: folder, env })
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'x'], { cwd: folder, env })
  const opened = openWorkspace({ folder, env, now: () => new Date(), progress: () => {} })
  if (!opened.ok) throw new Error('no workspace')
  const store = new ProposalStore(opened.value.place.state, homeOf(opened.value.project))
  const began = Date.now()
  for (let at = 0; at < 500; at += 1) {
    const whole = {
      id: `a${at.toString(36).padStart(5, '0')}`,
      session: `s${at % 20}`,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
      addition: { kind: 'decision', fields: new Map([['title', `Decide ${at}`], ['why', `because of ${at} and the cache`]]), evidence: [`src/part-${at % 50}/file-${at}.ts`] } as never,
      targets: ['details/patterns.md' as never],
    }
    mkdirSync(join(opened.value.place.state, 'proposals'), { recursive: true, mode: 0o700 })
    writeFileSync(join(opened.value.place.state, 'proposals', `${whole.id}.waiting.json`), encodeProposal({ ...whole, hash: hashOfProposal(whole) } as never), { mode: 0o600 })
  }
  console.log('proposals made', Date.now() - began, 'listed', store.list().length)
  const answers = new BankAnswers({ folder, env, hosts: HOSTS, language: undefined })
  const id = store.list()[0]?.id
  const paths = ['/api/status', '/api/proposals', '/api/proposals?all=1', '/api/opening', '/api/recall?question=how does part 7 cache', '/api/search?q=retry', '/api/files', '/api/file?path=details/design/topic-3.md', '/api/file?path=MEMORY.md', '/api/entries', '/api/usage', '/api/timeline', '/api/check', '/api/fix', '/api/source?path=src/part-1/file-1.ts&first=1', `/api/review?id=${id}`]
  const ask = async (path: string) => {
    const [at = '', query = ''] = path.split('?')
    if (!answers.reads.has(at)) return
    const t = performance.now()
    const answer = await answers.read(at, new URLSearchParams(query))
    return `${(performance.now() - t).toFixed(0)} ms ${answer.status} ${(JSON.stringify(answer.body).length / 1024).toFixed(0)} KB`
  }
  let t = performance.now()
  bankMark(opened.value)
  console.log('mark', (performance.now() - t).toFixed(1))
  t = performance.now()
  bankMark(opened.value)
  console.log('mark', (performance.now() - t).toFixed(1))
  for (const path of paths) console.log(path, '|', await ask(path), '|', await ask(path), '|', await ask(path))
  write('memory-bank/details/design/topic-3.md', '# Topic 3\n\nchanged\n')
  console.log('after a change')
  for (const path of paths) console.log(path, '|', await ask(path), '|', await ask(path))
  write('src/part-1/file-1.ts', 'export const other = 1\n')
  console.log('after a change of the code')
  for (const path of paths) console.log(path, '|', await ask(path), '|', await ask(path))
}, 600_000)
