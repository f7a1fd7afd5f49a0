/**
 * The context that OpenCode 2 passes to a plugin, following its sources at 3edcb3ca2b: hooks, editors, sessions,
 * events.
 */

type Hook = (event: unknown) => Promise<void> | void

export interface Notice {
  readonly sessionID: string
  readonly text: string
  readonly description: string
  readonly resume: boolean
}

export class OpenCode2Context {
  readonly options: Readonly<Record<string, unknown>>
  readonly hooks = new Map<string, Hook[]>()
  /** Added commands, tools, agents and skills, by domain and name. */
  readonly added = new Map<string, Record<string, unknown>>()
  readonly notices: Notice[] = []
  readonly prompts: unknown[] = []
  /** Parent sessions by sub-agent session. */
  readonly parents = new Map<string, string>()
  readonly #directory: string
  readonly #waiting: { readonly event: unknown; readonly taken: () => void }[] = []
  #next: ((result: IteratorResult<unknown>) => void) | undefined
  #isEnded = false
  #taken: (() => void) | undefined

  constructor(directory: string, options: Readonly<Record<string, unknown>> = {}) {
    this.#directory = directory
    this.options = options
  }

  readonly plugin = { list: async () => ({ location: { directory: this.#directory }, data: [] }) }
  readonly tool = {
    hook: async (name: string, hook: Hook) => this.#register('tool', name, hook),
    transform: async (change: (editor: unknown) => void) =>
      change({ add: (made: { name: string }) => this.added.set(`tool ${made.name}`, { ...made }) }),
  }
  readonly shell = { hook: async (name: string, hook: Hook) => this.#register('shell', name, hook) }
  readonly agent = { transform: async (change: (editor: unknown) => void) => change(this.#editor('agent')) }
  readonly command = { transform: async (change: (editor: unknown) => void) => change(this.#editor('command')) }
  readonly skill = { transform: async (change: (editor: unknown) => void) => change(this.#editor('skill')) }
  readonly session = {
    hook: async (name: string, hook: Hook) => this.#register('session', name, hook),
    get: async ({ sessionID }: { sessionID: string }) => {
      const parent = this.parents.get(sessionID)
      return { id: sessionID, ...(parent === undefined ? {} : { parentID: parent }) }
    },
    synthetic: async (notice: Notice) => {
      this.notices.push(notice)
    },
    prompt: async (message: unknown) => {
      this.prompts.push(message)
    },
  }
  readonly event = { subscribe: () => ({ [Symbol.asyncIterator]: () => this.#iterator() }) }

  /** Runs all hooks of this name in order, as OpenCode does. */
  async trigger(domain: string, name: string, event: unknown): Promise<void> {
    for (const hook of this.hooks.get(`${domain} ${name}`) ?? []) await hook(event)
  }

  /** Waits until the plugin has handled the event. */
  emit(event: unknown): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ event, taken: done })
      this.#hand()
    })
  }

  #register(domain: string, name: string, hook: Hook): void {
    const key = `${domain} ${name}`
    this.hooks.set(key, [...(this.hooks.get(key) ?? []), hook])
  }

  #editor(domain: string) {
    const key = (name: string) => `${domain} ${name}`
    return {
      list: () => [...this.added].flatMap(([name, value]) => (name.startsWith(`${domain} `) ? [value] : [])),
      get: (name: string) => this.added.get(key(name)),
      add: (made: { id: string }) => this.added.set(key(made.id), { ...made }),
      update: (name: string, change: (made: unknown) => void) => {
        const made = this.added.get(key(name)) ?? {
          id: name,
          permissions: [{ action: '*', resource: '*', effect: 'allow' }],
        }
        change(made)
        this.added.set(key(name), made)
      },
    }
  }

  #iterator(): AsyncIterator<unknown> {
    return {
      next: () =>
        new Promise((done) => {
          this.#taken?.()
          this.#taken = undefined
          this.#next = done
          this.#hand()
        }),
      return: async () => {
        this.#isEnded = true
        this.#hand()
        return { done: true, value: undefined }
      },
    }
  }

  #hand(): void {
    const next = this.#next
    if (next === undefined) return
    if (this.#isEnded) next({ done: true, value: undefined })
    const first = this.#isEnded ? undefined : this.#waiting.shift()
    if (first === undefined) return
    this.#next = undefined
    this.#taken = first.taken
    next({ done: false, value: first.event })
  }
}
