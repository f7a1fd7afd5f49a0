/** No key, token or password stands in the bank; the kind and the line are named, never the value (S35). */

import type { Snapshot } from '../../bank/snapshot.ts'
import type { Finding } from '../../bank/finding.ts'
import type { Memo } from '../../base/memo.ts'
import { findSecrets, type SecretFinding, unallowedSecrets } from '../../secrets/find-secrets.ts'
import type { Rule } from '../rule.ts'

export const secrets: Rule = {
  id: 'secrets',
  about: { en: 'No key, token or password stands in the bank.', zh: 'Memory Bank 中没有密钥、令牌或密码。' },
  check({ snapshot, memo }) {
    return [...snapshot.files.values()].flatMap(({ path, text }) =>
      fileSecrets(text, memo).found.map(
        ({ kind, line }): Finding => ({
          rule: 'secrets',
          level: 'error',
          path,
          line,
          message: { en: `A secret stands here (${kind}).`, zh: `此处有机密（${kind}）。` },
          next: {
            en: 'Replace it by where it is kept, and change it wherever it is used: git remembers it. If it is none: memory-bank check --explain secrets',
            zh: '请改写为它的存放位置，并立即更换它：git 会记住旧值。若并非机密：memory-bank check --explain secrets',
          },
        }),
      ),
    )
  },
}

/** The secrets of a text: all of them, and those to report because no comment allows them. */
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

/** The texts that hold a secret. Neither they nor anything derived from them may be kept in the cache. */
export function textsWithSecrets(snapshot: Snapshot, memo: Memo): readonly string[] {
  return [...snapshot.files.values()].flatMap(({ text }) => (fileSecrets(text, memo).clean ? [] : [text]))
}
