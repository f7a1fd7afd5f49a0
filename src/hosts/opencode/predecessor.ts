/**
 * The parts of `memory-bank-skill` in OpenCode's settings: plugin, agents, command, skill and key triggers.
 *
 * Memory Bank replaces this tool and uses its banks. If both are installed, each of these parts exists twice.
 */

import { join } from 'node:path'
import type { Words } from '../../base/language.ts'
import { faultOf, removeMember, replaceValue, valueAt } from '../../settings/jsonc.ts'
import { type InstallContext, userFolder } from '../../setup/install-context.ts'
import type { OtherTool, OtherToolFile } from '../../setup/other-tool.ts'
import { isFields } from '../fields.ts'
import { OPENCODE, otherSettingsFiles, PLUGIN_LISTS, pluginsOf, settingsFiles, specOf } from './settings.ts'

export const PREDECESSOR: OtherTool = { name: 'memory-bank-skill', files: predecessorFiles }

function predecessorFiles(context: InstallContext): readonly OtherToolFile[] {
  const own = join(userFolder(context, 'XDG_CONFIG_HOME', '.config'), 'opencode')
  const folders = [own, ...(context.root === undefined ? [] : [join(context.root, '.opencode')])]
  const settings = (['project', 'user'] as const).flatMap((scope) => [
    ...settingsFiles(OPENCODE, scope, context),
    ...otherSettingsFiles(OPENCODE, scope, context),
  ])
  return [
    ...[...new Set(settings)].map((path): OtherToolFile => ({ path, parts: inSettings, without: withoutEntries })),
    ...folders.flatMap((folder): readonly OtherToolFile[] => [
      ...['oh-my-opencode.json', 'oh-my-opencode.jsonc'].map((name) => ({
        path: join(folder, name),
        parts: inOrchestrators,
        without: withoutTriggers,
      })),
      ...['commands', 'command'].map((name) => ({
        path: join(folder, name, 'memory-bank-refresh.md'),
        parts: (text: string) => (COMMAND_TEXT.test(text) ? [COMMAND] : []),
        without: () => undefined,
      })),
      ...['skills', 'skill'].flatMap((name) => {
        const skill = join(folder, name, 'memory-bank')
        const text = context.look.text(join(skill, 'SKILL.md'))
        if (text !== undefined && !SKILL_TEXT.test(text)) return []
        return SKILL_FILES.map((file) => ({ path: join(skill, file), parts: () => [SKILL], without: () => undefined }))
      }),
    ]),
  ]
}

function inSettings(text: string): readonly Words[] {
  if (faultOf(text) !== undefined) return []
  const plugins = PLUGIN_LISTS.flatMap((list) => pluginsOf(text, list).filter(isItsPlugin))
  return [
    ...plugins.map((entry) => ({ en: `plugin ${specOf(entry)}`, zh: `插件 ${specOf(entry)}` })),
    ...itsAgents(text).map((name) => ({ en: `agent ${name}`, zh: `Agent ${name}` })),
  ]
}

function isItsPlugin(entry: unknown): boolean {
  return /(?:^|[\\/])memory-bank-skill(?:@[^\\/]*)?$|[\\/]plugins?[\\/]memory-bank\.ts$/.test(specOf(entry) ?? '')
}

function itsAgents(text: string): readonly string[] {
  const agents = valueAt(text, ['agent'])
  return Object.entries(isFields(agents) ? agents : {}).flatMap(([name, agent]) =>
    isFields(agent) && String(agent['x-installed-by'] ?? '').startsWith(PREDECESSOR.name) ? [name] : [],
  )
}

function withoutEntries(text: string): string {
  let left = text
  for (const list of PLUGIN_LISTS)
    for (const [index, entry] of [...pluginsOf(text, list).entries()].reverse())
      if (isItsPlugin(entry)) left = removeMember(left, [list], index)
  for (const name of itsAgents(text)) left = removeMember(left, ['agent', name])
  return left
}

function inOrchestrators(text: string): readonly Words[] {
  return triggersIn(text).map(({ name }) => ({
    en: `prompt_append of ${name}`,
    zh: `${name} 的 prompt_append`,
  }))
}

function triggersIn(text: string): readonly { readonly name: string; readonly prompt: string }[] {
  const agents = faultOf(text) === undefined ? valueAt(text, ['agents']) : undefined
  return Object.entries(isFields(agents) ? agents : {}).flatMap(([name, agent]) => {
    const prompt = isFields(agent) ? agent['prompt_append'] : undefined
    return typeof prompt === 'string' && TRIGGER.test(prompt) ? [{ name, prompt }] : []
  })
}

function withoutTriggers(text: string): string {
  return triggersIn(text).reduce((left, { name, prompt }) => {
    const rest = prompt.replace(TRIGGER, '').trim()
    const at = ['agents', name, 'prompt_append']
    return rest === '' ? removeMember(left, at) : replaceValue(left, at, undefined, rest)
  }, text)
}

/** Earlier releases wrote the block at the end of the prompt, without an end mark. */
const TRIGGER =
  /<!-- BEGIN_MEMORY_BANK_KEY_TRIGGERS -->[\s\S]*?(?:<!-- END_MEMORY_BANK_KEY_TRIGGERS -->|$)|### Memory Bank Key Triggers[\s\S]*$/
const COMMAND_TEXT = /memory-bank\/references\/writer\.md|memory-bank-writer|memory-bank-skill/
const COMMAND: Words = { en: 'command memory-bank-refresh', zh: '命令 memory-bank-refresh' }
const SKILL: Words = { en: 'skill memory-bank', zh: 'skill memory-bank' }
/** Unlike its predecessor's, Memory Bank's own skill mentions `memory_recall`. */
const SKILL_TEXT = /^(?![\s\S]*memory_recall)[\s\S]*references\/writer\.md/
const SKILL_FILES = [
  'SKILL.md',
  'README.md',
  '.manifest.json',
  ...['reader', 'writer', 'advanced-rules', 'templates', 'schema', 'memory-reader-prompt'].map(
    (name) => `references/${name}.md`,
  ),
]
