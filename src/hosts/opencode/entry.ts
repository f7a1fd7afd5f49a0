/** The OpenCode plugin for both major versions: opens the guard and passes it to the hooks of the running version. */

import { dirname, join } from 'node:path'
import { isSwitchedOn } from '../../base/is-switched-on.ts'
import { languageOfLocale } from '../../base/language.ts'
import type { Result } from '../../base/result.ts'
import { Guard } from '../../session/guard.ts'
import { areSetByRepository } from '../../setup/person-environment.ts'
import { notGuarding } from '../hook-answers.ts'
import { OPENCODE, type OpenCodeProgram, runningProgram } from './settings.ts'
import { hooksOf, hooksWithoutGuard } from './v1-hooks.ts'
import type { HostClient } from './v1-payloads.ts'
import { setUpGuard, setUpWithoutGuard } from './v2-hooks.ts'
import { V2Host } from './v2-host.ts'

type Options = Readonly<Record<string, unknown>>

/** OpenCode 1 and Kilo. */
async function server(input: { readonly directory: string; readonly client?: HostClient }, options: Options = {}) {
  if (isSwitchedOn(process.env, 'MEMORY_BANK_DISABLED')) return {}
  const opened = await openGuard(runningProgram(), input.directory, options, true)
  return opened.ok
    ? hooksOf(opened.value, isRunOnce() ? undefined : input.client, skillFolder())
    : hooksWithoutGuard(await notGuarding(opened.problem, languageOfLocale(process.env)), input.directory)
}

/** OpenCode 2. */
async function setup(context: unknown): Promise<() => Promise<void>> {
  if (isSwitchedOn(process.env, 'MEMORY_BANK_DISABLED')) return async () => {}
  const host = new V2Host(context)
  // OpenCode 1.18 calls `setup` too, beside `server`.
  if (!host.hasSessions()) return async () => {}
  const folder = (await host.directory().catch(() => undefined)) ?? process.cwd()
  const opened = await openGuard(OPENCODE, folder, host.options(), false)
  return opened.ok
    ? setUpGuard(host, opened.value, folder, skillFolder())
    : setUpWithoutGuard(host, await notGuarding(opened.problem, languageOfLocale(process.env)), folder)
}

async function openGuard(
  { id, project, alsoProject, borrowed }: OpenCodeProgram,
  folder: string,
  options: Options,
  showsBlocks: boolean,
): Promise<Result<Guard>> {
  const files = [...project, ...alsoProject, ...borrowed]
  const isTheirs = await areSetByRepository(options, folder, files, process.env)
  const around = { folder, env: process.env, options, now: () => new Date(), progress: () => {} }
  return Guard.open({ ...around, host: id, showsBlocks, ...(isTheirs ? { optionsFrom: 'repository' } : {}) })
}

/** `opencode run` ends with the turn, so nobody would see a later message. */
function isRunOnce(): boolean {
  return process.argv.slice(1, 4).includes('run')
}

function skillFolder(): string {
  // dist/plugin.cjs and src/hosts/opencode/entry.ts are at different depths.
  const here = import.meta.dirname
  return join(here.endsWith('dist') ? dirname(here) : join(here, '../../..'), 'skills')
}

/** OpenCode 1 calls `server`, OpenCode 2 calls `setup`. Both expect one default export. */
export default { id: 'memory-bank', server, setup }
