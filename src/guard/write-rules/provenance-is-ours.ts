/** Only Memory Bank records the provenance of an entry. An agent's write must not add, change or drop it (S57). */

import { type Page, pageOf } from '../../bank/page.ts'
import { isProvenanceLine, provenanceLine } from '../../bank/provenance.ts'
import { isInboxPath } from '../../base/layout.ts'
import { bankWrites } from '../bank-writes.ts'
import type { GuardRule } from '../rule.ts'

export const provenanceIsOurs: GuardRule = {
  id: 'provenance-is-ours',
  order: 105,
  force: 'always',
  check({ facts }) {
    for (const { path, before = '', after } of bankWrites(facts)) {
      if (after === undefined || before === after) continue
      const [page, written] = [pageOf(before, path), pageOf(after, path)]
      const [was, now] = [claimsIn(page), claimsIn(written)]
      const fresh = now.filter((claim) => !was.includes(claim))
      if (fresh.some((claim) => was.length > 0 || !SAID_BY_AGENT.test(claim))) return claimed(path)
      if (was.some((claim) => !now.includes(claim)) || provenanceLine(page)?.text !== provenanceLine(written)?.text)
        return lost(path)
    }
    return undefined
  },
}

/** The provenance in a file: its comment, and in the inbox two fields of the front matter. */
function claimsIn({ path, text, lines, bodyStart }: Page): readonly string[] {
  const head = isInboxPath(path) ? bodyStart : 0
  if (head === 0 && !/provenance/i.test(text)) return []
  return lines
    .filter((line) => (!line.fenced && isProvenanceLine(line.text)) || (line.end <= head && FIELD.test(line.text)))
    .map((line) => line.text.trim())
}

const FIELD = /said[_-]?by|accepted/i
const SAID_BY_AGENT = /^said_by:\s*agent\s*(?:#.*)?$/

function claimed(path: string) {
  return {
    en: `Memory Bank records who said and who accepted an entry; an agent may not. Write memory-bank/${path} without the provenance line (in the inbox: said_by: agent, and no accepted).`,
    zh: `条目由谁提出、由谁确认，由 Memory Bank 记录，Agent 不得填写。写入 memory-bank/${path} 时请去掉 provenance 行（inbox 中写 said_by: agent，不写 accepted）。`,
  }
}

function lost(path: string) {
  return {
    en: `memory-bank/${path} would lose its provenance line. Keep that line unchanged at the top of the file.`,
    zh: `memory-bank/${path} 会丢失来源记录。请在文件开头原样保留 provenance 行。`,
  }
}
