/**
 * The suite that every host passes in its real program. Memory Bank's `install` writes the settings, a scripted model
 * tries things in few runs, and the tests check the disk and the model's requests.
 *
 * A host runs once; each point is a test that reads the results.
 */

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { A_PERSONS_SCRIPT } from '../scenarios/harness.ts'
import { type Files, HostStage, ROOT, type Run, whyNotHere } from './host-stage.ts'
import { BANK, CLOCK, MEMORY } from './sample-bank.ts'
import type { ModelRequest, Scene, Step } from './scripted-model.ts'

/** The folders of a run, all of them temporary. */
export interface RealPlace {
  readonly home: string
  readonly project: string
  /** The scripted model. Every protocol is served below this address. */
  readonly modelUrl: string
}

export interface RealHost {
  /** With its version, as in the table of hosts. */
  readonly name: string
  /** Its name for install. */
  readonly id: string
  /** Its program, and the program that starts it if needed. */
  readonly program: readonly [string, ...string[]]
  readonly scope: 'project' | 'user'
  /**
   * Files that the host needs before it runs, by absolute path: the model, trust in the folder. Install comes after.
   */
  files(place: RealPlace): Files
  env(place: RealPlace): NodeJS.ProcessEnv
  /** True if it is complete only at its second start. */
  readonly needsWarmUp: boolean
  /** The arguments of one turn; `goesOn` continues the last session. */
  turn(text: string, goesOn: boolean): readonly string[]
  /** How its model calls tools. Paths are absolute. */
  readonly calls: {
    write(path: string, text: string): Step
    edit(path: string, before: string, after: string): Step
    read(path: string): Step
    shell(command: string): Step
    recall(question: string): Step
    propose(entries: readonly object[]): Step
    /** Undefined if it has no sub-agents. */
    readonly delegate: ((prompt: string) => Step) | undefined
  }
  /** Memory Bank's messages that the user sees in a run; undefined if none reach them. */
  readonly person: ((run: Run, place: RealPlace) => string) | undefined
  /** Its command hook; undefined if it has none. */
  readonly hook: HookCommand | undefined
  /** Points that it cannot pass, each with a short reason. */
  readonly cannot: Partial<Readonly<Record<Point, string>>>
}

interface HookCommand {
  /** The command relative to the package. It reads a payload on standard input. */
  readonly words: readonly string[]
  /** True if this answer refuses. */
  refuses(output: string): boolean
  /** A payload of a write to this file, cut in the middle. */
  halfWrite(path: string): string
}

/** The points in the order of the table. */
export const POINTS = {
  opening: 'every request of a session has the opening once, a request for a title never [S20]',
  resumed: 'a resumed session in a new process has it once too [S21]',
  note: 'warn: a risky write passes, and the model gets the note once [S31]',
  atFile: 'the first read of a file brings the bank’s conclusions about it [S28]',
  recall: 'recall answers in Markdown, not in JSON [S53]',
  write: 'a forbidden write is refused, and the model is told why [S32]',
  edit: 'an edit without consent is refused, and the model is told why [S36]',
  shell: 'a shell command that writes the bank is refused, and the model is told why [S33]',
  userBlock: 'the user block stays unchanged [S32]',
  secret: 'a secret is not written [S35]',
  putBack: 'a hidden command’s write is put back, and the model is told [S34]',
  gate: 'block: a risky write is refused until the patterns were read [S31]',
  shown: 'a proposal that the model did not print is shown to the user [S42] [S44]',
  declined: '不用 writes nothing [S42]',
  accepted: '好 writes the proposal once, and the model is told [S42] [S43]',
  result: 'the user sees the result of 好 [S44]',
  command: 'the message memory-bank-refresh brings a plan [S11]',
  subAgent: 'a sub-agent is judged like its agent [S32] [S38]',
  malformed: 'with cut input ordinary work continues, and a write of the bank is refused [S37]',
  dead: 'without the package work continues, and doctor reports it [S37]',
} as const

export type Point = keyof typeof POINTS

const ENTRY = 'memory-bank/MEMORY.md'
const PATTERNS = 'memory-bank/details/patterns.md'
const DECISION = { kind: 'decision', why: 'rounding', given_up: 'decimals', applies_to: 'the whole shop' }
/** The parts of the package that a host may load. */
const PACKAGE = ['package.json', 'index.js', '.claude-plugin', 'templates', 'skills', 'schemas', 'dist']

/** One turn with its requests. */
interface Played {
  readonly run: Run
  readonly requests: readonly ModelRequest[]
}

export function realHost(host: RealHost): void {
  const missing = whyNotHere(host.program, host.name)
  describe.skipIf(missing !== undefined)(missing ?? host.name, () => {
    let exercise: Exercise
    beforeAll(async () => {
      exercise = await Exercise.play(host)
    }, 1_200_000)
    afterAll(() => exercise?.remove())

    for (const [point, title] of Object.entries(POINTS) as [Point, string][]) {
      const why = host.cannot[point]
      if (why === undefined) test(title, () => CHECKS[point](exercise))
      else test.skip(`${title}: ${why}`)
    }
  })
}

class Exercise {
  readonly host: RealHost
  readonly place: RealPlace
  readonly #stage: HostStage
  readonly #model: Scene
  readonly #package: string
  #goesOn = false
  readonly turns: Record<'guarded' | 'gated' | 'declined' | 'accepted' | 'commanded' | 'dead', Played | undefined> = {
    ...{ guarded: undefined, gated: undefined, declined: undefined, accepted: undefined },
    ...{ commanded: undefined, dead: undefined },
  }
  /** The text of a file at the end of a turn. */
  readonly texts = new Map<string, string>()
  doctor = ''

  private constructor(host: RealHost, stage: HostStage) {
    this.host = host
    this.#stage = stage
    this.#model = stage.model.scene('real')
    const files = { ...BANK, ...CLOCK, 'memory-bank.json': SETTINGS('warn') }
    this.place = { home: stage.home, project: stage.project('project', files), modelUrl: this.#model.url }
    this.#package = join(stage.base, 'package/memory-bank')
  }

  static async play(host: RealHost): Promise<Exercise> {
    const exercise = new Exercise(host, await HostStage.start(host.id))
    exercise.#install()
    await exercise.#play()
    return exercise
  }

  #install(): void {
    for (const part of PACKAGE)
      if (existsSync(join(ROOT, part))) cpSync(join(ROOT, part), join(this.#package, part), { recursive: true })
    for (const [path, text] of Object.entries(this.host.files(this.place))) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const scope = this.host.scope === 'user' ? ['--user'] : []
    const { status, stdout, stderr } = this.#program(this.#package, ['install', this.host.id, '--yes', ...scope])
    if (status !== 0) throw new Error(`install: ${stdout}${stderr}`)
  }

  async #play(): Promise<void> {
    const { calls } = this.host
    const at = (path: string) => join(this.place.project, path)
    const propose = (title: string) => calls.propose([{ ...DECISION, title }])
    if (this.host.needsWarmUp) await this.#turn('Hello.', [{ text: 'ok' }])
    this.#goesOn = false
    this.turns.guarded = await this.#turn('remember this: we deploy on fridays', [
      calls.write(at('src/plain.ts'), 'plain\n'),
      calls.write(at('src/auth/login.ts'), 'a\n'),
      calls.write(at('src/auth/logout.ts'), 'b\n'),
      calls.read(at('src/app.ts')),
      calls.write(at('memory-bank/x.json'), '{}'),
      calls.shell(`echo x >> ${ENTRY}`),
      calls.read(at(ENTRY)),
      calls.edit(at(ENTRY), 'My own words.', 'Theirs.'),
      calls.edit(at(ENTRY), '- Ship the checkout.', `- Token ${SECRET}`),
      calls.shell(hiddenWrite()),
      { text: 'ok' },
    ])
    this.#keep('guarded', ENTRY)
    writeFileSync(at('memory-bank.json'), SETTINGS('block'))
    this.turns.gated = await this.#turn('hello', [
      calls.write(at('tsconfig.json'), '{}'),
      calls.recall('how do we store money?'),
      calls.write(at('tsconfig.build.json'), '{}'),
      propose('Invoices are kept in drawers'),
      { from: printProposal },
    ])
    this.turns.declined = await this.#turn('不用', [
      calls.read(at(PATTERNS)),
      calls.edit(at(PATTERNS), 'money is integers', 'money is floats'),
      propose('Prices are stored in cents'),
      this.host.person === undefined ? { from: printProposal } : { text: 'As you like.' },
    ])
    this.#keep('declined', PATTERNS)
    const delegated = calls.delegate === undefined ? [] : this.#subAgent(calls.delegate)
    this.turns.accepted = await this.#turn('好', [...delegated, { text: 'done' }])
    this.#keep('accepted', PATTERNS)
    if (this.host.cannot.command === undefined)
      this.turns.commanded = await this.#turn('memory-bank-refresh', [{ text: 'ok' }])
    rmSync(dirname(this.#package), { recursive: true })
    this.turns.dead = await this.#turn('go on', [calls.write(at('src/late.ts'), 'late\n'), { text: 'ok' }])
    this.doctor = this.#program(ROOT, ['doctor', this.host.id, '--json']).stdout
  }

  #subAgent(delegate: (prompt: string) => Step): readonly Step[] {
    const { calls } = this.host
    const forbidden = join(this.place.project, 'memory-bank/y.json')
    return [delegate('Do it.'), calls.shell('echo x > memory-bank/y.md'), calls.write(forbidden, '{}'), { text: 'no' }]
  }

  async #turn(text: string, steps: readonly Step[]): Promise<Played> {
    this.#model.script(steps)
    const [program, ...before] = this.host.program
    const words = [...before, ...this.host.turn(text, this.#goesOn)]
    const env = this.#stage.env(this.host.env(this.place))
    const run = await this.#stage.run(program, words, this.place.project, env, 200_000)
    this.#goesOn = true
    return { run, requests: [...this.#model.requests] }
  }

  #keep(turn: string, path: string): void {
    this.texts.set(`${turn} ${path}`, this.text(path))
  }

  #program(folder: string, args: readonly string[]) {
    const env = { ...this.#stage.env(this.host.env(this.place)), ...A_PERSONS_SCRIPT }
    const words = [join(folder, 'dist/cli/main.cjs'), ...args]
    return spawnSync(process.execPath, words, { cwd: this.place.project, env, encoding: 'utf8' })
  }

  /** Runs the command hook with this input, as the host does. */
  hook(words: readonly string[], input: string): { readonly code: number | null; readonly out: string } {
    const [script = '', ...more] = words
    const env = this.#stage.env(this.host.env(this.place))
    const options = { cwd: this.place.project, env, encoding: 'utf8', input } as const
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, script), ...more], options)
    return { code: status, out: stdout }
  }

  played(turn: keyof Exercise['turns']): Played & { readonly results: string; readonly shown: string } {
    const played = this.turns[turn]
    if (played === undefined) throw new Error(`${turn} was not played`)
    const results = played.requests.flatMap((request) => request.results)
    return { ...played, results: results.join('\n'), shown: played.requests.map(seenIn).join('\n') }
  }

  text(path: string): string {
    const file = join(this.place.project, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  remove(): Promise<void> {
    return this.#stage.stop()
  }
}

const CHECKS: Readonly<Record<Point, (exercise: Exercise) => void>> = {
  opening(exercise) {
    expectOneOpening(exercise.played('guarded'))
    const others = exercise.played('guarded').requests.filter((request) => !isMain(request))
    for (const request of others) expect(seenIn(request)).not.toMatch(OPENING)
  },
  resumed(exercise) {
    expectOneOpening(exercise.played('gated'))
    expectOneOpening(exercise.played('declined'))
  },
  note(exercise) {
    expect([exercise.text('src/plain.ts'), exercise.text('src/auth/logout.ts')]).toEqual(['plain\n', 'b\n'])
    expect(
      seenIn(exercise.played('guarded').requests.findLast(isMain)).match(
        /before memory-bank\/details\/patterns.md was read/g,
      ),
    ).toHaveLength(1)
  },
  atFile(exercise) {
    expect(
      seenIn(exercise.played('guarded').requests.findLast(isMain)).match(/Take the time from the server/g),
    ).toHaveLength(1)
  },
  recall(exercise) {
    const results = exercise.played('gated').requests.flatMap((request) => request.results)
    const answered = results.find((text) => text.includes('money is integers'))
    expect(answered).toContain('details/patterns.md')
    expect(answered).not.toMatch(/\\?"(?:evidence|question|sections)\\?"\s*:/)
  },
  write(exercise) {
    expect(exercise.text('memory-bank/x.json')).toBe('')
    expect(exercise.played('guarded').results).toContain('not a .md file')
  },
  edit(exercise) {
    expect(exercise.texts.get(`declined ${PATTERNS}`)).toBe(BANK[PATTERNS])
    expect(exercise.played('declined').results).toContain('has not confirmed this write')
  },
  shell(exercise) {
    expect(exercise.texts.get(`guarded ${ENTRY}`)).toBe(MEMORY)
    expect(exercise.played('guarded').results).toContain('not written through a shell')
  },
  userBlock(exercise) {
    expect(exercise.texts.get(`guarded ${ENTRY}`)).toContain('My own words.')
    expect(exercise.played('guarded').results).toContain('belongs to the user')
  },
  secret(exercise) {
    expect(exercise.texts.get(`guarded ${ENTRY}`)).not.toContain(SECRET)
    expect(exercise.played('guarded').results).toMatch(/looks like|secret/)
  },
  putBack(exercise) {
    expect(exercise.text('hidden.txt')).toBe('ran')
    expect(exercise.texts.get(`guarded ${ENTRY}`)).toBe(MEMORY)
    expect(exercise.played('guarded').shown).toContain('put back')
  },
  gate(exercise) {
    // A patch adds a final line break.
    expect([exercise.text('tsconfig.json'), exercise.text('tsconfig.build.json').trim()]).toEqual(['', '{}'])
    expect(exercise.played('gated').results).toContain(`Read ${PATTERNS}`)
  },
  shown(exercise) {
    const { run } = exercise.played('declined')
    expect(exercise.host.person?.(run, exercise.place)).toMatch(/💾 Write this to the Memory Bank\?[\s\S]*cents/)
  },
  declined(exercise) {
    expect(exercise.texts.get(`declined ${PATTERNS}`)).toBe(BANK[PATTERNS])
    expect(exercise.text(PATTERNS)).not.toContain('drawers')
  },
  accepted(exercise) {
    const row = '| Prices are stored in cents | rounding | decimals | the whole shop |'
    expect(exercise.texts.get(`accepted ${PATTERNS}`)?.split(row)).toHaveLength(2)
    expect(exercise.played('accepted').shown).toContain('[Memory Bank updated]')
  },
  result(exercise) {
    const { run } = exercise.played('accepted')
    expect(exercise.host.person?.(run, exercise.place)).toContain('[Memory Bank updated]')
  },
  command(exercise) {
    expect(exercise.played('commanded').shown).toMatch(/Memory Bank plan \w+: refresh/)
  },
  subAgent(exercise) {
    expect([exercise.text('memory-bank/y.md'), exercise.text('memory-bank/y.json')]).toEqual(['', ''])
    const { results } = exercise.played('accepted')
    for (const said of ['not written through a shell', 'not a .md file']) expect(results).toContain(said)
  },
  malformed(exercise) {
    const { hook } = exercise.host
    if (hook === undefined) throw new Error('no hook')
    for (const input of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"half',
      hook.halfWrite(join(exercise.place.project, 'src/x.ts')),
    ])
      expect({ input, ...exercise.hook(hook.words, input), refuses: false }).toMatchObject({ code: 0, refuses: false })
    const aimed = exercise.hook(hook.words, hook.halfWrite(join(exercise.place.project, ENTRY)))
    expect([aimed.code, hook.refuses(aimed.out)]).toEqual([0, true])
  },
  dead(exercise) {
    expect(exercise.text('src/late.ts')).toBe('late\n')
    const { findings } = JSON.parse(exercise.doctor)
    expect(findings).toContainEqual(expect.objectContaining({ level: expect.stringMatching(/warning|error/) }))
  },
}

/** Hosts escape `<` in different ways; these words occur once in the opening. */
const OPENING = /protocol_version: memory-bank\/v1/g

function expectOneOpening({ requests }: Played): void {
  const main = requests.filter(isMain)
  expect(main.length).toBeGreaterThan(2)
  for (const request of main) expect(seenIn(request).match(OPENING)).toHaveLength(1)
}

function seenIn(request: ModelRequest | undefined): string {
  return JSON.stringify([request?.system, request?.messages])
}

function isMain(request: ModelRequest): boolean {
  return request.tools.length > 0
}

function SETTINGS(guardMode: string): string {
  return `${JSON.stringify({ guardMode })}\n`
}

/** Assembled here, so that secret scanners do not report this file. */
const SECRET = ['ghp', '_', 'q7Xw2LrT9vBn', 'K4mZs8HcYd1F', 'gJ6pQe3UaR5t'].join('')

/** A program whose command line mentions neither the bank nor a write. */
function hiddenWrite(): string {
  const where = Buffer.from(ENTRY).toString('base64')
  const write = "eval(d('cmVxdWlyZSgnZnMnKS53cml0ZUZpbGVTeW5j'))"
  return `node -e "const d=(s)=>Buffer.from(s,'base64').toString();${write}(d('${where}'),'gone');${write}('hidden.txt','ran')"`
}

/** A model that prints the proposal it was given. */
function printProposal({ results }: ModelRequest): Step {
  return { text: /💾[\s\S]*/.exec(results.findLast((text) => text.includes('💾')) ?? '')?.[0] ?? 'nothing to show' }
}
