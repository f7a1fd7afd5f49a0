/** The scripted model for many scenes at once, each of which remembers what it was asked. */

import type { ModelRequest, ToolUse } from '../../src/disk/project/model-wires.ts'
import { listenAsModel } from '../../src/disk/project/scripted-model.ts'

export type { ModelRequest } from '../../src/disk/project/model-wires.ts'

export type Step =
  | { readonly text: string; readonly inputTokens?: number }
  | (ToolUse & { readonly inputTokens?: number })
  | { readonly tools: readonly ToolUse[] }
  /** A model that reads what it is shown before it answers. */
  | { readonly from: (request: ModelRequest) => Step }

/** One listener for many scenes, each known by the address its host is given: hosts at the same time keep apart. */
export class ScriptedModel {
  readonly #scenes: Map<string, Scene>
  readonly #listening: Awaited<ReturnType<typeof listenAsModel>>

  private constructor(scenes: Map<string, Scene>, listening: Awaited<ReturnType<typeof listenAsModel>>) {
    this.#scenes = scenes
    this.#listening = listening
  }

  static async start(): Promise<ScriptedModel> {
    const scenes = new Map<string, Scene>()
    const listening = await listenAsModel((path, request) => {
      const scene = scenes.get(path.split('/')[1] ?? '')
      const step = scene?.answer(request)
      if (scene === undefined || step === undefined) return undefined
      return {
        text: 'text' in step ? step.text : '',
        calls: 'tools' in step ? step.tools : 'tool' in step ? [step] : [],
        inputTokens: 'inputTokens' in step ? (step.inputTokens ?? 100) : 100,
        turn: scene.nextTurn(),
      }
    })
    return new ScriptedModel(scenes, listening)
  }

  scene(name: string): Scene {
    const known = this.#scenes.get(name)
    if (known !== undefined) return known
    const made = new Scene(`${this.#listening.url}/${name}`)
    this.#scenes.set(name, made)
    return made
  }

  close(): void {
    this.#listening.close()
  }
}

/** The model as one scenario meets it. */
export class Scene {
  /** Where a host finds it; the paths of all wires below it answer. */
  readonly url: string
  readonly requests: ModelRequest[] = []
  #steps: Step[] = []
  /** Answers for the session whose first words hold the key. */
  readonly #byWord = new Map<string, Step[]>()
  #turns = 0

  constructor(url: string) {
    this.url = url
  }

  /** The answers to come, one for each request that carries tools; what is left of an earlier script is dropped. */
  script(steps: readonly Step[]): void {
    this.#steps = [...steps]
    this.#byWord.clear()
    this.requests.length = 0
  }

  /** For sessions at the same time: each is known by a word its user said. */
  scriptFor(word: string, steps: readonly Step[]): void {
    this.#byWord.set(word, [...steps])
  }

  /** Requests of the session itself, not those for a title. */
  get mainRequests(): readonly ModelRequest[] {
    return this.requests.filter((request) => request.tools.length > 0)
  }

  answer(request: ModelRequest): Exclude<Step, { readonly from: unknown }> {
    this.requests.push(request)
    if (request.tools.length === 0) return { text: 'a title' }
    const said = JSON.stringify(request.messages.filter((message) => message.role === 'user'))
    const own = [...this.#byWord].find(([word]) => said.includes(word))?.[1]
    let step: Step = (own ?? this.#steps).shift() ?? { text: 'DONE' }
    while ('from' in step) step = step.from(request)
    return step
  }

  nextTurn(): number {
    this.#turns += 1
    return this.#turns
  }
}
