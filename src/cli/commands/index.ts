/** Every command, by file. Written by `node scripts/lists.mjs`. */

import type { Command } from '../command.ts'
import { add } from './add.ts'
import { check } from './check.ts'
import { completion } from './completion.ts'
import { dashboard } from './dashboard.ts'
import { doctor } from './doctor.ts'
import { done, edit, remove } from './entry.ts'
import { history } from './history.ts'
import { importCommand } from './import.ts'
import { install, uninstall } from './install.ts'
import { judge } from './judge.ts'
import { learn } from './learn.ts'
import { list } from './list.ts'
import { mcp } from './mcp.ts'
import { mergeDriver } from './merge-driver.ts'
import { opening } from './opening.ts'
import { proposals } from './proposals.ts'
import { read, recall, search } from './recall.ts'
import { archive, index, init, refresh } from './refresh.ts'
import { resolve } from './resolve.ts'
import { status } from './status.ts'
import { trust } from './trust.ts'
import { undo } from './undo.ts'
import { usage } from './usage.ts'

export const COMMANDS: readonly Command[] = [
  add,
  check,
  completion,
  dashboard,
  doctor,
  edit,
  done,
  remove,
  history,
  importCommand,
  install,
  uninstall,
  judge,
  learn,
  list,
  mcp,
  mergeDriver,
  opening,
  proposals,
  recall,
  search,
  read,
  init,
  refresh,
  index,
  archive,
  resolve,
  status,
  trust,
  undo,
  usage,
]
