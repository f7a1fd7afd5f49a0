/** Where a value that our state has masked may still stand: in the bank as it is, then in what git has of it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankPath } from '../../core/bank-path.ts'
import { committedText, trackedFiles } from '../git/git.ts'
import { decodeText } from '../text-codec.ts'
import { listBank } from './read-bank.ts'

/** Each is one call of git. */
const MOST_COMMITTED = 200

export function bankTexts(bank: string): readonly (() => readonly string[])[] {
  return [() => standing(bank), () => committed(bank)]
}

/** Names too: one may hold a secret. */
function standing(bank: string): readonly string[] {
  return listBank(bank).flatMap((path) => {
    try {
      return [path, decodeText(readFileSync(join(bank, path)))]
    } catch {
      return [path] // gone since, or not ours to read: no value is found there
    }
  })
}

function committed(bank: string): readonly string[] {
  const paths = (trackedFiles(bank) ?? []).flatMap((path) => bankPath(path) ?? [])
  return paths.slice(0, MOST_COMMITTED).flatMap((path) => committedText(bank, path) ?? [])
}
