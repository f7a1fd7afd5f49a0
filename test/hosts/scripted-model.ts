/** The scripted model for many scenes at once, each with its own requests. */

import type { ModelRequest, ToolUse } from '../../src/setup/model-wires.ts'
import { listenAsModel } from '../../src/setup/scripted-model.ts'

export type { ModelRequest } from '../../src/setup/model-wires.ts'

export type Step =
  | { readonly text: string; readonly inputTokens?: number }
  | (ToolUse & { readonly inputTokens?: number })
  | { readonly tools: readonly ToolUse[] }
  /** A model that reads the request before it answers. */
  | { readonly from: (request: ModelRequest) => Step }

/** One listener for many scenes, distinguished by address, so that hosts can run at the same time. */
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

/** The model of one scene. */
export class Scene {
  /** The address for hosts. Every protocol is served below it. */
  readonly url: string
  readonly requests: ModelRequest[] = []
  #steps: Step[] = []
  /** Answers for the session whose first message contains the key. */
  readonly #byWord = new Map<string, Step[]>()
  #turns = 0

  constructor(url: string) {
    this.url = url
  }

  /** Sets the answers to the next requests with tools, and drops the rest of an earlier script. */
  script(steps: readonly Step[]): void {
    this.#steps = [...steps]
    this.#byWord.clear()
    this.requests.length = 0
  }

  /** For sessions at the same time: a word of the user's message selects the answers. */
  scriptFor(word: string, steps: readonly Step[]): void {
    this.#byWord.set(word, [...steps])
  }

  /** The session's own requests, without those for a title. */
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
