/** What version control brought into the bank that somebody must hear of: a changed user block, a secret (S34). */

import { pageOf } from '../bank/page.ts'
import type { Words } from '../core/language.ts'
import { newSecrets, unallowedSecrets } from '../secrets/find-secrets.ts'
import type { BankDifference } from '../workspace/bank/watch.ts'

/** Undefined where it brought nothing of the kind. A secret is named by its kind and line, never by its value. */
export function tellBroughtIn(recorded: readonly BankDifference[]): Words | undefined {
  const blocks = recorded.filter(changesUserBlock).map(({ path }) => `memory-bank/${path}`)
  const secrets = recorded.flatMap(({ path, before, after = '' }) => {
    const found = newSecrets(before ?? '', after)
    const unallowed = found.length === 0 ? [] : unallowedSecrets(after)
    return found
      .filter((secret) => unallowed.some(({ start }) => start === secret.start))
      .map(({ kind, line }) => ({ place: `memory-bank/${path}:${line}`, kind }))
  })
  const said = [
    ...(blocks.length === 0 ? [] : [BLOCKS(blocks.join(', '))]),
    ...(secrets.length === 0 ? [] : [SECRETS(secrets.map(({ place, kind }) => `${place} (${kind})`).join(', '))]),
  ]
  if (said.length === 0) return undefined
  return { en: said.map((words) => words.en).join(' '), zh: said.map((words) => words.zh).join('') }
}

/** Only a block that said something before: a new file brings its own. */
function changesUserBlock({ path, before, after }: BankDifference): boolean {
  const inner = (text = '') => pageOf(text, path).user?.text
  const was = inner(before)
  return was !== undefined && was.trim() !== '' && was !== inner(after)
}

const BLOCKS = (places: string): Words => ({
  en: `Version control changed the user block of ${places}. Tell the user, and read it again before relying on it.`,
  zh: `版本控制改动了 ${places} 的用户区块。请告知用户；依据它之前请重新读取。`,
})

const SECRETS = (places: string): Words => ({
  en: `Version control brought a secret into ${places}. Tell the user: it has to be revoked, and taken out of the file.`,
  zh: `版本控制把机密带进了 ${places}。请告知用户：应当作废它，并从文件中去掉。`,
})
