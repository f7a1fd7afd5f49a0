/**
 * prove: start the real host in a throw-away home with a scripted model, let the model try what is
 * forbidden, and see it refused: nothing written, and the model told why in the words our engine has for it.
 *
 * It is seen in a clean home, and with the person's own settings, copied as far as they decide whether we run; headless,
 * and for some hosts in a terminal. Their settings and home are never touched.
 */

import { join } from 'node:path'
import { BANK_FOLDER, CONFIG_FILE, MEMORY, PATTERNS } from '../base/layout.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ToolCall } from '../bank/tool-call.ts'
import { isThere } from '../disk/disk.ts'
import { findProgram, isProgram, versionOf } from '../disk/project/find-program.ts'
import { readTemplates } from '../disk/project/package-files.ts'
import { inTerminal } from '../disk/project/pseudo-terminal.ts'
import { makeScratchFolder } from '../disk/project/scratch-folder.ts'
import { startScriptedModel } from '../disk/project/scripted-model.ts'
import { diskLook } from '../disk/project/settings-files.ts'
import { Guard } from '../session/guard.ts'
import type { Host, HostProof, ModelCall } from './host.ts'
import type { InstallContext } from './install-context.ts'

export interface ProofWish {
  /** The package the host shall load. */
  readonly plugin: string
  /** The project whose memory-bank.json holds in the sample too. */
  readonly root: string | undefined
  /** The host's program, if it is not the one on the path. */
  readonly program: string | undefined
  /** The person's configuration that shall hold in the sample; undefined for a clean home. */
  readonly own: InstallContext | undefined
  readonly interface: Proof['interface']
  readonly env: NodeJS.ProcessEnv
  readonly now: () => Date
}

/** What was seen of one forbidden call. */
interface SeenAttempt {
  readonly tool: string
  readonly target: string
  /** Nothing was written. */
  readonly held: boolean
  /** The model was told why, in our words. */
  readonly told: boolean
}

export interface Proof {
  readonly host: string
  /** Where it was seen: in a clean home, or with the person's own settings. */
  readonly configuration: 'clean' | 'own'
  /** Whether it ran as for a program, or in a terminal as for a person. */
  readonly interface: 'headless' | 'terminal'
  readonly program: string
  readonly version: string | undefined
  readonly plugin: string
  readonly seconds: number
  /** Whether the host asked the model at all. */
  readonly started: boolean
  /** An ordinary file was written: the host's tools work. */
  readonly ordinary: boolean
  readonly attempts: readonly SeenAttempt[]
  readonly proven: boolean
  readonly ending: 'ended' | 'timed-out'
  /** The last of what the host printed, where it did not even begin. */
  readonly said: string
}

/** The first start in a new home fetches or waits: more than a minute without a network. */
const PATIENCE_MS = 240_000
/** Before this it has started once; what it waits for then is a person. */
const PATIENCE_IN_TERMINAL_MS = 60_000

/** Whether a terminal can be had for the hosts that are seen in one. */
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
    const env = { ...passedOn(wish.env, wish.own === undefined ? [] : proof.switches), ...proof.env(place) }
    const terminal = wish.interface === 'terminal' ? proof.terminal : undefined
    const settings = wish.own === undefined ? proof.files(place) : proof.ownFiles(place, wish.own)
    away.write({ ...sample(project, wish.root), [join(home, 'README.md')]: 'Thrown away.\n', ...settings })
    if (wish.own?.gitTop !== undefined) away.write(newRepository(project))
    away.write(terminal?.files(place) ?? {})
    const attempts = forbidden(proof, project)
    const expected = await ourWords(attempts, { folder: project, env, now: wish.now, progress: () => {} })
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
    away.remove()
  }
}

/** A host may remember something under a name that holds in the person's home only, such as a server that did not start. */
function isKeptFrom(host: Host, { own }: ProofWish): boolean {
  return own !== undefined && host.diagnose(own).findings.some((finding) => finding.level === 'error')
}

interface Attempt {
  /** As the host's model calls it. */
  readonly step: ModelCall
  /** As our engine knows it. */
  readonly call: ToolCall
  /** What must not come into being, from the project's root. */
  readonly target: string
}

/**
 * Forbidden in every mode: something else than Markdown with the write tool, and anything through a shell. One command
 * does not name the bank: a host may ask us of those by another way than of those that do.
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

/** What git needs to take a folder for a repository: some hosts read a project's settings nowhere else. */
function newRepository(project: string): Readonly<Record<string, string>> {
  const texts = { HEAD: 'ref: refs/heads/main\n', config: '', 'objects/info/packs': '', 'refs/heads/.keep': '' }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [join(project, '.git', path), text]))
}

/** What our own engine says to these calls: the words that must have come from the host. */
async function ourWords(
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

/** What a program needs of the environment to start at all, and our own settings; no keys, no settings of the host's. */
function passedOn(env: NodeJS.ProcessEnv, more: readonly string[]): NodeJS.ProcessEnv {
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
      en: `${host.name} cannot be started: ${named === undefined ? `there is no ${what} on the PATH` : `${what} is no program`}. Name its program: --host-binary <path>.`,
      zh: `无法启动 ${host.name}：${named === undefined ? `PATH 中没有 ${what}` : `${what} 不是可执行程序`}。请指定：--host-binary <路径>。`,
    },
  } as const
}
