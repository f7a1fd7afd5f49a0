/** A real Codex in a home of its own, with our hooks and a model on loopback. */

import { join } from 'node:path'
import type { HostProof } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { type Json, valueAt } from '../../text/jsonc.ts'
import { addTable, tomlValueAt } from '../../text/toml-table.ts'
import { fieldIn, isFields } from '../fields.ts'
import { isFolderTrusted } from './diagnose.ts'
import {
  codexFiles,
  codexFolder,
  commandFor,
  EVENTS,
  hookGroup,
  isOurGroup,
  trustedState,
  trustKey,
} from './settings.ts'

export const proof: HostProof = {
  // The throw-away home trusts the hooks that were made for it; nothing of the person's is asked or told.
  files: ({ home, project, plugin, modelUrl }) => {
    const file = join(home, '.codex', 'hooks.json')
    const groups = EVENTS.map(
      (event) => [event, [hookGroup(event, commandFor(event, process.execPath, plugin))]] as const,
    )
    const states = groups.map(([event, [group]]) => [trustKey(file, event, 0), trustedState(event, group)])
    return {
      [file]: JSON.stringify({ hooks: Object.fromEntries(groups) }),
      [join(home, '.codex', 'config.toml')]: withTables(modelConfig(modelUrl, project, true), {
        hooks: { state: Object.fromEntries(states) },
      }),
    }
  },
  ownFiles: ({ home, project, modelUrl }, context) => {
    const places = [
      [codexFiles('hooks.json', 'user', context)[0], join(home, '.codex', 'hooks.json')],
      [codexFiles('hooks.json', 'project', context)[0], join(project, '.codex', 'hooks.json')],
    ] as const
    const copies = places.flatMap(([from, to]) => (from === undefined ? [] : copyOf(from, to, context)))
    const user = context.look.text(join(codexFolder(context), 'config.toml')) ?? ''
    const features = tomlValueAt(user, ['features', 'hooks'])
    return {
      ...Object.fromEntries(copies.map(({ to, text }) => [to, text])),
      [join(home, '.codex', 'config.toml')]: withTables(modelConfig(modelUrl, project, isFolderTrusted(context)), {
        ...(typeof features === 'boolean' ? { features: { hooks: features } } : {}),
        hooks: { state: Object.assign({}, ...copies.map(({ states }) => states)) },
      }),
    }
  },
  switches: [],
  runs: [
    [
      ...['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
      ...['-m', 'gpt-5.5', 'Prove it.'],
    ],
  ],
  env: ({ home }) => ({
    HOME: home,
    USERPROFILE: home,
    CODEX_HOME: join(home, '.codex'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    PROOF_KEY: 'none',
  }),
  write: (path, content) => ({
    kind: 'call',
    tool: 'apply_patch',
    args: `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^(?=.)/gm, '+')}*** End Patch\n`,
  }),
  shell: (command) => ({ kind: 'call', tool: 'exec_command', args: { cmd: command } }),
}

function modelConfig(url: string, project: string, isTrusted: boolean): string {
  return [
    'model_provider = "proof"',
    '[model_providers.proof]',
    ...[
      'name = "proof"',
      `base_url = ${JSON.stringify(`${url}/v1`)}`,
      'env_key = "PROOF_KEY"',
      'wire_api = "responses"',
    ],
    ...['[analytics]', 'enabled = false'],
    ...(isTrusted ? [`[projects.${JSON.stringify(project)}]`, 'trust_level = "trusted"'] : []),
    '',
  ].join('\n')
}

function withTables(text: string, tables: { readonly [name: string]: Json }): string {
  return Object.entries(tables).reduce((all, [name, value]) => addTable(all, [name], value) ?? all, text)
}

/** Our hooks of one of the person's files, and what Codex remembers of their trust, under the name it has in the sample. */
function copyOf(from: string, to: string, context: InstallContext) {
  const text = context.look.text(from)
  if (text === undefined) return []
  const states = tomlValueAt(context.look.text(join(codexFolder(context), 'config.toml')) ?? '', ['hooks', 'state'])
  const ours = EVENTS.map((event) => {
    const groups = valueAt(text, ['hooks', event])
    const list: readonly unknown[] = Array.isArray(groups) ? groups : []
    const index = list.findIndex(isOurGroup)
    return { event, group: list[index], state: fieldIn(states, trustKey(from, event, index)) }
  }).filter(({ group }) => group !== undefined)
  const known = ours.flatMap(({ event, state }) => (isFields(state) ? [[trustKey(to, event, 0), state] as const] : []))
  const hooks = Object.fromEntries(ours.map(({ event, group }) => [event, [group]]))
  return [{ to, text: JSON.stringify({ hooks }), states: Object.fromEntries(known) }]
}
