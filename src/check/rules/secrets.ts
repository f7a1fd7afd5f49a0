/** The bank contains no key, token or password. Reports show the kind and the line, never the value (S35). */

import type { Snapshot } from '../../bank/snapshot.ts'
import type { Words } from '../../base/language.ts'
import type { Memo } from '../../base/memo.ts'
import { findSecrets, type SecretFinding, unallowedSecrets } from '../../secrets/find-secrets.ts'
import { type CheckRule, report } from '../rule.ts'

export const secrets: CheckRule = {
  id: 'secrets',
  about: { en: 'The bank contains no keys, tokens or passwords.', zh: 'Memory Bank 中没有密钥、令牌或密码。' },
  check({ snapshot, memo }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) =>
      fileSecrets(text, memo).found.map(({ kind, line }) =>
        report('error', path, line, { en: `Possible secret (${kind}).`, zh: `疑似机密（${kind}）。` }, ROTATE),
      ),
    )
  },
}

const ROTATE: Words = {
  en: 'Replace it with a note of where it is kept, and rotate it: git keeps the old value. Not a secret? memory-bank check --explain secrets',
  zh: '请改写为它的存放位置，并立即更换：git 会保留旧值。并非机密？memory-bank check --explain secrets',
}

/** The secrets of a text. `found` leaves out those that a comment allows. */
export interface FileSecrets {
  readonly clean: boolean
  readonly all: readonly SecretFinding[]
  readonly found: readonly SecretFinding[]
}

export function fileSecrets(text: string, memo: Memo): FileSecrets {
  return memo.of('secrets', text, () => {
    const all = findSecrets(text)
    return { clean: all.length === 0, all, found: unallowedSecrets(text, all) }
  })
}

/** The texts that contain a secret. Neither they nor anything derived from them may be kept in the cache. */
export function textsWithSecrets(snapshot: Snapshot, memo: Memo): readonly string[] {
  return [...snapshot.files.values()].flatMap(({ text }) => (fileSecrets(text, memo).clean ? [] : [text]))
}
