/** The hosts that a call names, by id or by another name. */

import type { Problem } from '../core/problem.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { Host } from '../flows/host.ts'
import type { Call } from './command.ts'

export function namedHosts({ operands, command }: Call, all: readonly Host[]): Result<readonly Host[]> {
  const isCalled = (host: Host, name: string) => [host.id, ...host.aliases].includes(name)
  const unknown = operands.find((name) => !all.some((host) => isCalled(host, name)))
  if (unknown !== undefined) return fail(noSuchHost(unknown, command, all))
  return ok(all.filter((host) => operands.some((name) => isCalled(host, name))))
}

function noSuchHost(name: string, command: string, all: readonly Host[]): Problem {
  const known = all.map((host) => host.id)
  return {
    code: 'usage',
    command,
    detail: {
      en: `There is no host '${name}'; choose ${known.join(', ')}.`,
      zh: `没有宿主 '${name}'，可选：${known.join('、')}。`,
    },
  }
}
