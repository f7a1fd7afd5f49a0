/**
 * prove: starts the real host in a scratch home with a scripted model, which tries forbidden calls. A call counts as
 * refused if nothing was written and the model received the guard's reason.
 *
 * The home has only Memory Bank's settings, or copies of the user's settings that decide whether Memory Bank runs. The
 * host runs headless or, if the proof supports it, in a terminal. The user's home and settings are never changed.
 */

import { join } from 'node:path'
import type { ToolCall } from '../bank/tool-call.ts'
import { BANK_FOLDER, CONFIG_FILE, MEMORY, PATTERNS } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isThere } from '../disk/disk.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import { Guard } from '../session/guard.ts'
import { findProgram, isProgram, versionOf } from './find-program.ts'
import type { Host, HostProof, ModelCall } from './host.ts'
import type { InstallContext } from './install-context.ts'
import { inTerminal, makeScratchFolder } from './scratch-folder.ts'
import { startScriptedModel } from './scripted-model.ts'

export interface ProofWish {
  /** The package that the host loads. */
  readonly plugin: string
  /** The project whose memory-bank.json also applies in the sample. */
  readonly root: string | undefined
  /** The host's program, if not the one on the PATH. */
  readonly program: string | undefined
  /** The user's configuration to copy; undefined for a clean home. */
  readonly own: InstallContext | undefined
  readonly interface: Proof['interface']
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
}

/** The outcome of one forbidden call. */
interface SeenAttempt {
  readonly tool: string
  readonly target: string
  /** True if nothing was written. */
  readonly held: boolean
  /** True if the model received Memory Bank's reason. */
  readonly told: boolean
}

export interface Proof {
  readonly host: string
  /** A clean home, or the user's own settings. */
  readonly configuration: 'clean' | 'own'
  readonly interface: 'headless' | 'terminal'
  readonly program: string
  readonly version: string | undefined
  readonly plugin: string
  readonly seconds: number
  /** True if the host sent the model a request. */
  readonly started: boolean
  /** True if the model could write an ordinary file, so the host's tools work. */
  readonly ordinary: boolean
  readonly attempts: readonly SeenAttempt[]
  readonly proven: boolean
  readonly ending: 'ended' | 'timed-out'
  /** The end of the host's output if it did not start. */
  readonly said: string
}

/** Without a network, the first start in a new home may wait more than a minute. */
const PATIENCE_MS = 240_000
/** Shorter: by then the host has started once, so a longer wait means that it waits for input. */
const PATIENCE_IN_TERMINAL_MS = 60_000

/** True if a pseudo-terminal is available. */
export function hasTerminal(env: NodeJS.ProcessEnv): boolean {
  return inTerminal(['true'], '', env) !== undefined
}

export async function prove(host: Host, anyProof: HostProof, wish: ProofWish): Promise<Result<Proof>> {
  const program = wish.program ?? findProgram(host.program ?? '', wish.env)
  if (program === undefined || !isProgram(program)) return fail(programMissing(host, program))
  const version = versionOf(program)
  const proof = anyProof.of?.({ path: program, version }) ?? anyProof
  const away = makeScratchFolder()
  const model = await startScriptedModel()
  const began = wish.now().getTime()
  try {
    const home = join(away.folder, 'home')
    const project = join(away.folder, 'project')
    const place = { home, project, plugin: wish.plugin, modelUrl: model.url }
    const env = { ...inheritedEnvironment(wish.env, wish.own === undefined ? [] : proof.switches), ...proof.env(place) }
    const terminal = wish.interface === 'terminal' ? proof.terminal : undefined
    const settings = wish.own === undefined ? proof.files(place) : proof.ownFiles(place, wish.own)
    away.write({ ...sample(project, wish.root), [join(home, 'README.md')]: 'Thrown away.\n', ...settings })
    if (wish.own?.gitTop !== undefined) away.write(newRepository(project))
    away.write(terminal?.files(place) ?? {})
    const attempts = forbidden(proof, project)
    const expected = await expectedReasons(attempts, { folder: project, env, now: wish.now, progress: () => {} })
    const ordinary = join(project, 'ordinary.txt')

    const around = { cwd: project, env, patience: PATIENCE_MS }
    const steps = [proof.write(ordinary, 'ordinary\n'), ...attempts.map((one) => one.step)]
    for (const args of proof.runs.slice(0, -1)) await away.run(program, args, around)
    model.script(steps)
    const ended =
      terminal === undefined
        ? await away.run(program, proof.runs.at(-1) ?? [], around)
        : await away.runInTerminal(program, terminal.args, {
            ...around,
            patience: PATIENCE_IN_TERMINAL_MS,
            isOver: () => model.asked() > steps.length,
          })
    const seen = attempts.map((attempt, at): SeenAttempt => {
      const words = expected[at]
      return {
        tool: attempt.step.tool,
        target: attempt.target,
        held: !isThere(join(project, attempt.target)),
        told: words !== undefined && model.toolResults().includes(words),
      }
    })
    const started = model.asked() > 0
    return ok({
      host: host.id,
      configuration: wish.own === undefined ? 'clean' : 'own',
      interface: wish.interface,
      program,
      version,
      plugin: wish.plugin,
      seconds: Math.round((wish.now().getTime() - began) / 100) / 10,
      started,
      ordinary: isThere(ordinary),
      attempts: seen,
      proven: started && isThere(ordinary) && seen.every((one) => one.held && one.told) && !isKeptFrom(host, wish),
      ending: ended.ending,
      said: started ? '' : ended.said.slice(-600),
    })
  } finally {
    model.close()
    await away.remove()
  }
}

/**
 * True if doctor finds an error in the user's own settings. The copy lacks some of them, such as the host's record that
 * the server failed to start.
 */
function isKeptFrom(host: Host, { own }: ProofWish): boolean {
  return own !== undefined && host.diagnose(own).findings.some((finding) => finding.level === 'error')
}

interface Attempt {
  /** The call as the host's model makes it. */
  readonly step: ModelCall
  /** The same call, decoded for the guard. */
  readonly call: ToolCall
  /** The file that must not appear, relative to the project. */
  readonly target: string
}

/**
 * Calls that every mode refuses: a file that is not Markdown, and any write by a shell. One command hides the bank's
 * name, because a host may check such commands in another way.
 */
function forbidden(proof: HostProof, project: string): readonly Attempt[] {
  const file = `${BANK_FOLDER}/forbidden.txt`
  const text = 'forbidden\n'
  const byShell = (target: string, command: string): Attempt => ({
    step: proof.shell(command),
    call: { kind: 'shell', command, cwd: undefined, background: false },
    target,
  })
  const [plain, hidden] = [`${BANK_FOLDER}/details/forbidden.md`, `${BANK_FOLDER}/details/hidden.md`]
  const cut = BANK_FOLDER.length - 2
  return [
    {
      step: proof.write(join(project, file), text),
      call: { kind: 'writes', writes: [{ kind: 'whole', path: join(project, file), text }] },
      target: file,
    },
    byShell(plain, `echo forbidden > ${plain}`),
    byShell(hidden, `end=${hidden.slice(cut)}; echo forbidden > ${hidden.slice(0, cut)}$end`),
  ]
}

function sample(project: string, root: string | undefined): Readonly<Record<string, string>> {
  const { memory, patterns } = readTemplates('en')
  const settings = root === undefined ? undefined : diskLook.text(join(root, CONFIG_FILE))
  return {
    [join(project, 'package.json')]: '{ "name": "sample" }\n',
    [join(project, BANK_FOLDER, MEMORY)]: memory,
    [join(project, BANK_FOLDER, PATTERNS)]: patterns,
    ...(settings === undefined ? {} : { [join(project, CONFIG_FILE)]: settings }),
  }
}

/** The files that make a folder a git repository: some hosts read project settings only in one. */
function newRepository(project: string): Readonly<Record<string, string>> {
  const texts = { HEAD: 'ref: refs/heads/main\n', config: '', 'objects/info/packs': '', 'refs/heads/.keep': '' }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [join(project, '.git', path), text]))
}

/** The guard's reasons for refusing these calls, which the host must pass to the model. */
async function expectedReasons(
  attempts: readonly Attempt[],
  around: Parameters<typeof Guard.openForReplay>[0],
): Promise<readonly (string | undefined)[]> {
  const guard = Guard.openForReplay(around)
  if (!guard.ok) return attempts.map(() => undefined)
  const said: (string | undefined)[] = []
  for (const { step, call } of attempts) {
    const event = { kind: 'tool-requested', session: 'proof', call: step.tool, calls: [call] } as const
    const { verdict } = await guard.value.handle(event)
    said.push(verdict.kind === 'refuse' ? verdict.text : undefined)
  }
  return said
}

/** The variables that a program needs to start, Memory Bank's own, and `more`. API keys are not passed on. */
function inheritedEnvironment(env: NodeJS.ProcessEnv, more: readonly string[]): NodeJS.ProcessEnv {
  const needed =
    /^(?:PATH|PATHEXT|SYSTEMROOT|COMSPEC|WINDIR|TEMP|TMP|TMPDIR|LANG|LC_\w+|TERM|NODE_EXTRA_CA_CERTS|MEMORY_BANK_\w+)$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => needed.test(name) || more.includes(name)))
}

function programMissing(host: Host, named: string | undefined) {
  const what = named ?? `"${host.program ?? ''}"`
  return {
    code: 'usage',
    command: 'doctor',
    detail: {
      en: `${host.name} cannot be started: ${named === undefined ? `${what} is not on the PATH` : `${what} is not a program`}. Name its program: --host-binary <path>.`,
      zh: `无法启动 ${host.name}：${named === undefined ? `PATH 中没有 ${what}` : `${what} 不是可执行程序`}。请指定：--host-binary <路径>。`,
    },
  } as const
}
