/** How memory-bank is installed in Cursor, as far as its files say. */

import type { Diagnosis, HostReport } from '../../flows/host.ts'
import type { InstallContext } from '../../flows/install-context.ts'
import { valueAt } from '../../text/jsonc.ts'
import { diagnoseHooks, serverWords } from '../diagnose-settings-hooks.ts'
import { brokenSettings, missingPackage, otherMemories } from '../findings.ts'
import { SERVER } from '../settings-hooks.ts'
import { CURSOR, programsOf, SWITCHES, serverFiles } from './settings.ts'

export function diagnose(context: InstallContext): HostReport {
  const { installed, findings } = diagnoseHooks(CURSOR, SWITCHES, context)
  const servers = (['user', 'project'] as const)
    .flatMap((scope) => serverFiles(scope, context))
    .flatMap((file) => {
      const text = context.look.text(file)
      return text === undefined ? [] : [{ file, text }]
    })
  return {
    installed,
    findings: [
      ...findings,
      ...servers.flatMap(({ file, text }) => brokenSettings(CURSOR.name, file, text)),
      ...otherMemories(CURSOR.name, servers.flatMap(serverWords)),
      ...servers.flatMap(({ file, text }) => serverGone(file, text, context)),
      ...(installed.length === 0 ? [] : [NOT_DRIVEN]),
    ],
  }
}

function serverGone(file: string, text: string, { look, root }: InstallContext): readonly Diagnosis[] {
  const gone = programsOf(valueAt(text, SERVER), root).find((path) => look.text(path) === undefined)
  return gone === undefined ? [] : [missingPackage(CURSOR.name, file, gone)]
}

const NOT_DRIVEN: Diagnosis = {
  id: 'not-driven',
  about: CURSOR.name,
  level: 'note',
  what: {
    en: 'by its documentation, not driven here: nobody has seen it refuse, and no file says whether the workspace is trusted',
    zh: '依据官方文档实现，未经实际运行验证：尚未见过它拒绝写入，也没有文件说明工作区是否已被信任',
  },
  next: {
    en: 'In Cursor see Customize, Hooks, and try a forbidden write once.',
    zh: '请在 Cursor 的 Customize、Hooks 页查看，并试一次被禁止的写入。',
  },
}
