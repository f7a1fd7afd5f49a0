/** What of a person's settings decides whether our hooks run, for a proof: nothing else of them, no model and no key. */

import { join } from 'node:path'
import type { InstallContext } from '../flows/install-context.ts'
import { type JsonPath, valueAt } from '../text/jsonc.ts'
import { isFields } from './fields.ts'
import { type HookSettings, hookPlace, settingsFiles } from './settings-hooks.ts'

interface OwnSettings {
  readonly user: object
  readonly project: object
}

export function decidingSettings(
  host: HookSettings,
  decides: readonly JsonPath[],
  context: InstallContext,
): OwnSettings {
  const of = (scope: 'user' | 'project') =>
    settingsFiles(host, scope, context)
      .flatMap((file) => context.look.text(file) ?? [])
      .map((text) => deciding(host, decides, text, context))[0] ?? {}
  return { user: of('user'), project: of('project') }
}

function deciding(host: HookSettings, decides: readonly JsonPath[], text: string, { root }: InstallContext): object {
  const hooks = host.events.flatMap(({ event }) => {
    const list = valueAt(text, ['hooks', event])
    const ours = (Array.isArray(list) ? list : []).filter((item) => hookPlace(host, item, root) !== undefined)
    return ours.length === 0 ? [] : [[event, ours.map((item) => wherever(host, item, root))]]
  })
  const kept = decides.flatMap((path) => {
    const value = valueAt(text, path)
    return value === undefined ? [] : [{ path, value }]
  })
  return kept.reduce<object>(
    (settings, { path, value }) => merged(settings, nested(path, value)),
    hooks.length === 0 ? {} : { hooks: Object.fromEntries(hooks) },
  )
}

/** A hook that names the project by a variable leads to the person's project, not to the sample. */
function wherever(host: HookSettings, item: unknown, root: string | undefined): unknown {
  const text = JSON.stringify(item)
  const variable = JSON.stringify(host.projectFolder).slice(1, -1)
  return JSON.parse(
    root === undefined ? text : text.replaceAll(variable, () => JSON.stringify(`'${root}'`).slice(1, -1)),
  )
}

function nested([key = '', ...rest]: JsonPath, value: unknown): object {
  return { [key]: rest.length === 0 ? value : nested(rest, value) }
}

/** Objects together, key by key. */
export function merged(a: object, b: object): object {
  const both = Object.entries(b).map(([key, value]) => {
    const before: unknown = Reflect.get(a, key)
    return [key, isFields(before) && isFields(value) ? merged(before, value) : value]
  })
  return { ...a, ...Object.fromEntries(both) }
}

/** Where a scope's settings stand in a sample. */
export function settingsPlaces(host: HookSettings, home: string, project: string) {
  return {
    user: join(home, host.folder, 'settings.json'),
    project: join(project, host.folder, 'settings.json'),
    trust: join(home, host.folder, 'trustedFolders.json'),
  }
}
