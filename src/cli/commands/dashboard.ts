/** `memory-bank dashboard`: serves the page on this machine only, or exports it as one file. */

import { spawn } from 'node:child_process'
import type { Words } from '../../base/language.ts'
import type { Problem } from '../../base/problem.ts'
import { fail } from '../../base/result.ts'
import { BankAnswers } from '../../dashboard/answers.ts'
import { exportPage, writeExport } from '../../dashboard/export.ts'
import { readPageFiles } from '../../dashboard/frame.ts'
import { serve as startServer } from '../../dashboard/server.ts'
import { maskSecrets } from '../../secrets/mask.ts'
import { notePage } from '../../session/page-ports.ts'
import { agrees, canAsk } from '../ask.ts'
import { type Command, type CommandCall, type Ending, EXIT, misused, type ProjectCall } from '../command.ts'
import { inProject } from '../in-project.ts'
import { flag, value } from '../options.ts'
import { allHosts } from '../setup.ts'
import { paint, say } from '../terminal.ts'

export const dashboard: Command = {
  name: 'dashboard',
  group: 'write',
  place: 9,
  about: {
    en: 'review proposals, read, search and undo on a local page',
    zh: '在本机页面中处理提议、阅读、搜索与撤销',
  },
  options: {
    port: value('n', 'use this port instead of any free one', '使用指定端口，默认任选空闲端口', {
      range: [1024, 65_535],
    }),
    open: flag('open the page in your browser; it asks for the code', '在浏览器中打开页面（需输入验证码）'),
    idle: value('minutes', 'stop after this long without a page (default 30)', '无人访问多久后结束（默认 30 分钟）'),
    export: value('file', 'write a static, read-only HTML page instead', '改为导出一个只读的静态 HTML 页面'),
    yes: flag('with --export: overwrite without asking', '与 --export 一起：直接覆盖', 'y'),
  },
  apart: ['port', 'idle', 'open'].map((name) => ['export', name]),
  needs: { yes: 'export' },
  examples: ['memory-bank dashboard', 'memory-bank dashboard --open', 'memory-bank dashboard --export memory.html'],
  agent: { kind: 'never' },
  exits: ['done', 'failure', 'usage', 'notConfirmed'],
  json: [],
  run,
}

const IDLE_MINUTES = 30
const MOST_IDLE_MINUTES = 24 * 60
/** Generous, because checking thousands of files blocks the event loop for seconds. */
const RECEIVE_TIMEOUT_MS = 30_000

async function run(call: CommandCall): Promise<Ending> {
  if (isIdleTime(call.values.get('idle') ?? String(IDLE_MINUTES))) return inProject(open)(call)
  return misused(call, {
    en: '--idle must be a number of minutes, at most a day.',
    zh: '--idle 应为分钟数，最多一天。',
  })
}

async function open(call: ProjectCall): Promise<Ending> {
  const { workspace, terminal, language } = call
  const files = readPageFiles()
  if (files === undefined) return fail({ code: 'page-missing' })
  const answers = new BankAnswers({ folder: call.folder, env: call.env, hosts: await allHosts(), language: call.asked })
  const file = call.values.get('export')
  if (file === undefined) return terminal.interactive ? serve(call, answers, files) : fail(personNeeded(call))
  const page = await exportPage(answers, files, language)
  const write = (mayReplace: boolean) => writeExport(workspace, file, page, mayReplace)
  const written = write(call.switches.has('yes'))
  if (!written.ok) return written
  if (written.value.kind === 'exists') {
    if (!canAsk(call)) return fail({ code: 'file-exists', path: file, by: call.by })
    if (!agrees(call, OVERWRITE(file))) return EXIT.notConfirmed
    const again = write(true)
    if (!again.ok) return again
  }
  say(call, WRITTEN(file))
  return EXIT.done
}

/** The link gives access. No script may read it, not even with MEMORY_BANK_ASSUME_PERSON. */
function personNeeded({ by }: CommandCall): Problem {
  return { code: 'person-needed', command: 'memory-bank dashboard', by: by === 'agent' ? by : 'person' }
}

type Parts = Parameters<typeof startServer>[0]

/** Serves until Ctrl-C, the end of input, or the idle limit. */
async function serve(call: CommandCall, answers: Parts['answers'], files: Parts['files']): Promise<Ending> {
  const { terminal, language } = call
  const idle = Number(call.values.get('idle') ?? IDLE_MINUTES)
  let end: (because: 'idle' | 'closed') => void = () => {}
  const ended = new Promise<'idle' | 'closed'>((resolve) => {
    end = resolve
  })
  const running = await startServer({
    answers,
    files,
    port: Number(call.values.get('port') ?? 0),
    idleMs: idle * 60_000,
    receiveTimeoutMs: RECEIVE_TIMEOUT_MS,
    now: Date.now,
    onEvent(news) {
      if (news.kind === 'ended') end(news.because)
      else if (news.kind === 'signed-in') terminal.print(SIGNED_IN[language])
      else if (news.kind === 'wrong-code') terminal.remark((news.isVoid ? CODE_VOID : CODE_WRONG)[language])
      else terminal.remark(`${FAILED[language]} ${maskSecrets(news.what)}`)
    },
  }).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (running instanceof Error)
    return fail({ code: 'port-unusable', port: call.values.get('port') ?? '0', cause: running.message })

  const forget = notePort(call.env, running.port)
  // The guard blocks agents from this port only if the port is recorded, so stop if that failed.
  if (forget instanceof Error) {
    await running.close()
    return fail({ code: 'write-failed', path: '$XDG_STATE_HOME/memory-bank', cause: forget.message, restored: true })
  }
  const show = () => showCode(call, running.address, running.newCode())
  const close = () => void running.close()
  terminal.hear((line) => (line === undefined ? close() : show()))
  // Register before printing the link, so that every signal closes the server.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close)
  show()
  terminal.print(HOW(idle)[language])
  if (call.switches.has('open')) openBrowser(running.address, call.env, () => terminal.remark(NO_BROWSER[language]))
  const because = await ended
  forget()
  terminal.print((because === 'idle' ? ENDED_IDLE : ENDED)[language])
  return EXIT.done
}

function notePort(env: NodeJS.ProcessEnv, port: number): (() => void) | Error {
  try {
    return notePage(env, port)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function showCode(call: CommandCall, address: string, code: string): void {
  const { bold } = paint(call.terminal)
  say(call, { en: `Open:  ${bold(`${address}#${code}`)}`, zh: `打开：${bold(`${address}#${code}`)}` })
  say(call, { en: `Code:  ${bold(code)}  (works once)`, zh: `验证码：${bold(code)}（只能使用一次）` })
}

/** Minutes may be a fraction. */
function isIdleTime(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= MOST_IDLE_MINUTES
}

const HOW = (idle: number): Words => ({
  en: `\nEnter: new code · Ctrl-C: stop · stops after ${idle} min without a page`,
  zh: `\n回车：获取新验证码 · Ctrl-C：结束 · 无人访问 ${idle} 分钟后自动结束`,
})
const SIGNED_IN: Words = { en: 'A browser signed in. The code is no longer valid.', zh: '浏览器已登录，验证码已失效。' }
const CODE_WRONG: Words = { en: 'Someone entered a wrong code.', zh: '有人输入了错误的验证码。' }
const CODE_VOID: Words = {
  en: 'Someone entered a wrong code, and no code is valid now. Press Enter for a new one.',
  zh: '验证码无效，目前没有可用的验证码。按回车获取新验证码。',
}
const FAILED: Words = { en: 'A request failed:', zh: '请求失败：' }
const NO_BROWSER: Words = {
  en: 'Could not open a browser. Open the link yourself.',
  zh: '无法打开浏览器，请自行打开链接。',
}
const ENDED: Words = { en: 'Stopped.', zh: '已结束。' }
const ENDED_IDLE: Words = {
  en: 'Stopped, because nobody used the page. Start it again: memory-bank dashboard',
  zh: '长时间无人使用，已结束。重新打开：memory-bank dashboard',
}
const OVERWRITE = (file: string): Words => ({
  en: `${file} exists. Overwrite it? [y]es, [n]o: `,
  zh: `${file} 已存在。是否覆盖？ [y] 是，[n] 否：`,
})
const WRITTEN = (file: string): Words => ({ en: `Wrote ${file}`, zh: `已导出：${file}` })

/** Other users can read the arguments of a process, so the address has no code in it. */
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
