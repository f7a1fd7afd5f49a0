/** `memory-bank dashboard`: the page for people, served on this machine only, or written as one file. */

import { spawn } from 'node:child_process'
import type { Language, Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { writeExport } from '../../dashboard/export-page.ts'
import { notePage } from '../../session/page-ports.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { type Call, type Command, EXIT, type ExitCode } from '../command.ts'
import { canAsk, isYes } from '../confirm-and-apply.ts'
import { languageOf, open, report } from '../open.ts'
import { paint } from '../terminal.ts'

export const dashboard: Command = {
  name: 'dashboard',
  group: 'write',
  place: 8,
  about: {
    en: 'review proposals, read, search and undo on a local page',
    zh: '在本机页面中处理提议、阅读、搜索与撤销',
  },
  operands: '',
  mostOperands: 0,
  options: {
    port: { value: 'n', about: { en: 'use this port instead of any free one', zh: '使用指定端口，默认任选空闲端口' } },
    open: {
      about: { en: 'open the page in your browser; it asks for the code', zh: '在浏览器中打开页面（需输入代码）' },
    },
    idle: {
      value: 'minutes',
      about: { en: 'end after so long without a page (default 30)', zh: '无页面访问多久后结束（默认 30 分钟）' },
    },
    export: {
      value: 'file',
      about: {
        en: 'write one static HTML page instead, without actions',
        zh: '改为写出一个静态 HTML 页面（不含操作）',
      },
    },
    yes: { short: 'y', about: { en: 'with --export: overwrite without asking', zh: '与 --export 一起：直接覆盖' } },
  },
  examples: ['memory-bank dashboard', 'memory-bank dashboard --open', 'memory-bank dashboard --export memory.html'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: [],
  run,
}

const IDLE_MINUTES = 30
const MOST_IDLE_MINUTES = 24 * 60
/** Judging thousands of files takes seconds, on a busy machine many. */
const PATIENCE_MS = 30_000

async function run(given: Call): Promise<ExitCode> {
  const wrong = unusable(given)
  if (wrong !== undefined) return report({ code: 'usage', command: 'dashboard', detail: wrong }, given)
  const workspace = open(given)
  const call = { ...given, language: languageOf(given, workspace) }
  if (!workspace.ok) return report(workspace.problem, call)
  const { readPageFiles } = await import('../../dashboard/frame.ts')
  const files = readPageFiles()
  if (files === undefined) return report({ code: 'page-missing' }, call)
  const { BankAnswers } = await import('../../dashboard/answers.ts')
  const { HOSTS } = await import('../../hosts/index.ts')
  const answers = new BankAnswers({ folder: call.folder, env: call.env, hosts: HOSTS, language: given.language })
  const file = call.values.get('export')
  if (file === undefined)
    return call.terminal.interactive ? serve(call, answers, files) : report(personNeeded(call), call)
  const { exportPage } = await import('../../dashboard/export.ts')
  const page = await exportPage(answers, files, call.language)
  const write = (mayReplace: boolean) => writeExport(workspace.value, file, page, mayReplace)
  const written = write(call.switches.has('yes'))
  if (!written.ok) return report(written.problem, call)
  if (written.value.kind === 'exists') {
    if (!canAsk(call)) return report({ code: 'file-exists', path: file, by: call.by }, call)
    if (!isYes(call.terminal.ask(OVERWRITE(file)[call.language]))) return EXIT.notConfirmed
    const again = write(true)
    if (!again.ok) return report(again.problem, call)
  }
  call.terminal.print(WRITTEN(file)[call.language])
  return EXIT.done
}

/** No script may be told the link, whoever its environment says it is. */
function personNeeded({ by }: Call): Problem {
  return { code: 'person-needed', command: 'memory-bank dashboard', by: by === 'agent' ? by : 'person' }
}

type Spoken = Call & { readonly language: Language }
type Parts = Parameters<typeof import('../../dashboard/server.ts').serve>[0]

/** Until Ctrl-C, the end of input, or nobody needs it any more. */
async function serve(call: Spoken, answers: Parts['answers'], files: Parts['files']): Promise<ExitCode> {
  const { terminal, language } = call
  const idle = Number(call.values.get('idle') ?? IDLE_MINUTES)
  let end: (because: 'idle' | 'closed') => void = () => {}
  const ended = new Promise<'idle' | 'closed'>((resolve) => {
    end = resolve
  })
  const { serve: start } = await import('../../dashboard/server.ts')
  const running = await start({
    answers,
    files,
    port: Number(call.values.get('port') ?? 0),
    idleMs: idle * 60_000,
    patienceMs: PATIENCE_MS,
    now: Date.now,
    hear(news) {
      if (news.kind === 'ended') end(news.because)
      else if (news.kind === 'signed-in') terminal.print(SIGNED_IN[language])
      else if (news.kind === 'wrong-code') terminal.remark((news.isVoid ? CODE_VOID : CODE_WRONG)[language])
      else terminal.remark(`${FAILED[language]} ${maskSecrets(news.what)}`)
    },
  }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (running instanceof Error)
    return report({ code: 'port-unusable', port: call.values.get('port') ?? '0', cause: running.message }, call)

  const forget = noted(call.env, running.port)
  // What the guard cannot see it cannot refuse to an agent.
  if (forget instanceof Error) {
    await running.close()
    return report(
      { code: 'write-failed', path: '$XDG_STATE_HOME/memory-bank', cause: forget.message, restored: true },
      call,
    )
  }
  const show = () => showCode(call, running.address, running.newCode())
  const close = () => void running.close()
  terminal.hear((line) => (line === undefined ? close() : show()))
  // Before the person knows that it runs, so that it never ends without forgetting its port.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close)
  show()
  terminal.print(HOW(idle)[language])
  if (call.switches.has('open')) openBrowser(running.address, call.env, () => terminal.remark(NO_BROWSER[language]))
  const because = await ended
  forget()
  terminal.print((because === 'idle' ? ENDED_IDLE : ENDED)[language])
  return EXIT.done
}

function noted(env: NodeJS.ProcessEnv, port: number): (() => void) | Error {
  try {
    return notePage(env, port)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function showCode({ terminal, language }: Spoken, address: string, code: string): void {
  const { bold } = paint(terminal)
  terminal.print({ en: `Open:  ${bold(`${address}#${code}`)}`, zh: `打开：${bold(`${address}#${code}`)}` }[language])
  terminal.print({ en: `Code:  ${bold(code)}  (works once)`, zh: `代码：${bold(code)}（只能使用一次）` }[language])
}

/** Options that cannot be combined, or have an invalid value. */
function unusable({ values, switches }: Call): Words | undefined {
  const serving = ['port', 'idle'].find((name) => values.has(name)) ?? (switches.has('open') ? 'open' : undefined)
  if (values.has('export') && serving !== undefined)
    return { en: `--export and --${serving} cannot be used together.`, zh: `--export 与 --${serving} 不能同时使用。` }
  if (switches.has('yes') && !values.has('export'))
    return { en: '--yes needs --export.', zh: '--yes 需要与 --export 一起使用。' }
  const port = values.get('port') ?? '1024'
  if (!/^\d{4,5}$/.test(port) || Number(port) < 1024 || Number(port) > 65_535)
    return { en: '--port must be a number from 1024 to 65535.', zh: '--port 应为 1024 到 65535 的整数。' }
  const idle = values.get('idle') ?? '1'
  if (!/^\d+(?:\.\d+)?$/.test(idle) || Number(idle) <= 0 || Number(idle) > MOST_IDLE_MINUTES)
    return { en: '--idle must be a number of minutes, at most a day.', zh: '--idle 应为分钟数，最多一天。' }
  return undefined
}

const HOW = (idle: number): Words => ({
  en: `\nEnter: a new code · Ctrl-C: end · ends by itself after ${idle} min without a page`,
  zh: `\n回车：新代码 · Ctrl-C：结束 · 无页面 ${idle} 分钟后自动结束`,
})
const SIGNED_IN: Words = { en: 'A browser has signed in; the code is used up.', zh: '浏览器已登录，代码已失效。' }
const CODE_WRONG: Words = { en: 'A wrong code was entered.', zh: '有人输入了错误的代码。' }
const CODE_VOID: Words = {
  en: 'A code was entered that is not valid, and none is valid now. Press Enter for a new one.',
  zh: '输入的代码无效，目前没有有效代码。按回车获取新代码。',
}
const FAILED: Words = { en: 'A request of the page failed:', zh: '页面的一个请求失败：' }
const NO_BROWSER: Words = {
  en: 'No browser could be opened here. Open the link yourself.',
  zh: '无法在此打开浏览器，请自行打开链接。',
}
const ENDED: Words = { en: 'The page has ended.', zh: '页面已结束。' }
const ENDED_IDLE: Words = {
  en: 'Nobody used the page, so it has ended. Start it again: memory-bank dashboard',
  zh: '页面长时间无人使用，已结束。重新打开：memory-bank dashboard',
}
const OVERWRITE = (file: string): Words => ({
  en: `${file} is there already. Overwrite it? [y]es, [n]o: `,
  zh: `${file} 已存在。是否覆盖？ [y] 是，[n] 否：`,
})
const WRITTEN = (file: string): Words => ({ en: `Written: ${file}`, zh: `已写出：${file}` })

/** Other users of the machine may read what a program is started with, so the address holds no secret. */
function openBrowser(address: string, env: NodeJS.ProcessEnv, failed: () => void): void {
  const [program, ...args] = openerOf(process.platform)
  const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true })
  child.on('error', failed)
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) failed()
  })
  child.unref()
}

function openerOf(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
