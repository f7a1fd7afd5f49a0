/**
 * Which of a host's agents are oh-my-opencode's orchestrators, Sisyphus and Atlas (S53).
 *
 * They are there only once its own configuration hook has run, before ours or after, so the host's
 * configuration is looked at when it matters; what was seen holds for 60 seconds.
 */

const HOLDS_FOR = 60_000

export class Orchestrators {
  readonly #config: () => unknown
  readonly #now: () => number
  #seen: { readonly at: number; readonly names: ReadonlySet<string> } | undefined

  constructor(config: () => unknown, now: () => number) {
    this.#config = config
    this.#now = now
  }

  has(agent: string): boolean {
    const now = this.#now()
    if (this.#seen === undefined || now - this.#seen.at >= HOLDS_FOR || now < this.#seen.at)
      this.#seen = { at: now, names: new Set(orchestratorsIn(this.#config())) }
    return this.#seen.names.has(agent)
  }
}

/** By what they say of themselves; by name where a user described them anew and the plugin is listed. */
export function orchestratorsIn(config: unknown): readonly string[] {
  const { agent, plugin } = record(config)
  const listed = Array.isArray(plugin) && plugin.some(isItsPlugin)
  return Object.entries(record(agent)).flatMap(([name, made]) => {
    const { description } = record(made)
    const says = typeof description === 'string' && DESCRIBED.test(description)
    return says || (listed && NAMED.test(name)) ? [name] : []
  })
}

const DESCRIBED = /(?:^|[\s(])(?:Sisyphus|Atlas) - OhMyOpen(?:Code|Agent)\b/
/** `Sisyphus - ultraworker`, `Atlas (Plan Executor)`, `1|sisyphus`, with or without signs that do not show. */
const NAMED = /^[\u200B-\u200D\uFEFF]*(?:\d+\|)?(?:sisyphus|atlas)(?:\s+[-(].*)?$/i

/** A name, a name with a version, a path or an address; alone or with options. */
function isItsPlugin(entry: unknown): boolean {
  const name: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof name === 'string' && /(?:^|[\\/@:])oh-my-open(?:code|agent)(?:@|[\\/]|$)/i.test(name)
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
