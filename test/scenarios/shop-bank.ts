/** The sample shop's bank after some weeks: decisions, learnings, outdated facts, open proposals. */

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headlineOf } from '../../src/bank/decode-addition.ts'
import { pageOf } from '../../src/bank/page.ts'
import type { Proposal } from '../../src/bank/proposal.ts'
import type { Use, UseRecord } from '../../src/bank/usage.ts'
import type { Addition, Field, ProposedKind } from '../../src/base/addition.ts'
import { knownPath } from '../../src/base/bank-path.ts'
import { dayOf } from '../../src/base/day-of.ts'
import type { Language } from '../../src/base/language.ts'
import { addAtOnce } from '../../src/consent/accept.ts'
import { Proposals } from '../../src/consent/proposals.ts'
import { readBank } from '../../src/disk/bank/read-bank.ts'
import { encodeProposal, hashOfProposal, proposalsFolder } from '../../src/disk/state/proposal-store.ts'
import { UseLog } from '../../src/disk/state/use-log.ts'
import { openWorkspace, type Workspace } from '../../src/disk/workspace.ts'
import { ROOT, type Sandbox } from './harness.ts'

export function shopBank(sandbox: Sandbox, language: Language): void {
  cpSync(join(ROOT, 'examples/sample-shop'), sandbox.project, { recursive: true })
  sandbox.git('init', '-q')
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', 'The shop')
  sandbox.run(['init', '--yes', '--lang', language])
  sandbox.git('add', '-A')
  sandbox.git('commit', '-qm', language === 'zh' ? '记忆库' : 'The memory bank')
  const { accepted, waiting } = STORIES[language]
  const accept = { how: 'chat', on: '2026-11-02' } as const
  for (const one of accepted) {
    const wishes = { language, onConflict: undefined, stamp: { saidBy: 'agent', accepted: accept } } as const
    const added = addAtOnce(workspaceOf(sandbox), [one], wishes)
    if (!added.ok) throw new Error(JSON.stringify(added.problem))
  }
  for (const [index, one] of waiting.entries()) propose(sandbox, [one], `waiting-${index}`)
  useBank(workspaceOf(sandbox))
}

/** Sessions of the last weeks: entries shown often, offered but never followed, and never shown. */
function useBank(workspace: Workspace): void {
  const snapshot = readBank(workspace.place.bank)
  if (!snapshot.ok) throw new Error(JSON.stringify(snapshot.problem))
  const entries = [...snapshot.value.files.values()].flatMap(({ path, text }) => pageOf(text, path).entries)
  const log = new UseLog(workspace.place.state)
  const now = workspace.now().getTime()
  for (let session = 0; session < SESSIONS; session += 1) {
    const day = dayOf(now - session * 3 * 86_400_000)
    const records = entries.flatMap(({ id, path, kind }, at): readonly UseRecord[] => {
      const uses: readonly Use[] =
        kind === 'learning'
          ? ['offered']
          : (['shown', 'read', 'acted'] as const).filter((_, use) => (session + at) % (use + at + 1) === 0)
      return uses.map((use) => ({ kind: 'use', day, use, path, ids: [id] }))
    })
    const cost = { kind: 'cost', day } as const
    log.add(`past-${session}`, [
      ...records,
      { ...cost, of: 'opening', tokens: 520 + session * 9 },
      { ...cost, of: 'pack', tokens: 310 },
    ])
  }
}

const SESSIONS = 14

/** Open proposals of an agent. */
export function propose(sandbox: Sandbox, additions: readonly Addition[], session = 'session'): void {
  const made = new Proposals(workspaceOf(sandbox)).propose(session, additions, [])
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
}

/** Writes the store's files directly, because proposing many would be slow. */
export function proposeMany(sandbox: Sandbox, count: number): void {
  const folder = proposalsFolder(workspaceOf(sandbox).place.state)
  for (let index = 0; index < count; index += 1) {
    const said = addition('focus', { text: `Ship part ${index} of the plan` })
    const id = `p${String(index).padStart(6, '0')}`
    const content = {
      id,
      session: 'many',
      at: '2026-11-01T00:00:00Z',
      addition: said,
      targets: [knownPath('active.md')],
    }
    writeFileSync(join(folder, `${id}.waiting.json`), encodeProposal({ ...content, hash: hashOfProposal(content) }))
  }
}

export function proposalsIn(sandbox: Sandbox): readonly Proposal[] {
  return new Proposals(workspaceOf(sandbox)).list()
}

/** Like an answer on another page or in a terminal. */
export function rejectIn(sandbox: Sandbox, title: string): void {
  const ids = proposalsIn(sandbox).flatMap((one) => (headlineOf(one.addition) === title ? [one.id] : []))
  const rejected = new Proposals(workspaceOf(sandbox)).reject(ids)
  if (!rejected.ok) throw new Error(JSON.stringify(rejected.problem))
}

export function addition(
  kind: ProposedKind,
  fields: Partial<Record<Field, string>>,
  evidence: readonly string[] = [],
): Addition {
  return { kind, fields: new Map(Object.entries(fields)) as ReadonlyMap<Field, string>, evidence }
}

function workspaceOf(sandbox: Sandbox): Workspace {
  const opened = openWorkspace({
    folder: sandbox.project,
    env: sandbox.env(),
    now: () => new Date(),
    progress: () => {},
  })
  if (!opened.ok) throw new Error(JSON.stringify(opened.problem))
  return opened.value
}

interface Story {
  readonly accepted: readonly Addition[]
  readonly waiting: readonly Addition[]
}

const STORIES: Readonly<Record<Language, Story>> = {
  en: {
    accepted: [
      addition(
        'decision',
        {
          title: 'Prices are integers in cents',
          why: 'rounding errors reached invoices',
          givenUp: 'floats, decimal.js',
          applies: '`src/catalogue.js`, `src/invoice.js`',
        },
        ['src/catalogue.js:5'],
      ),
      addition('decision', {
        title: 'Stock is reserved at checkout, all lines or none',
        why: 'half an order cannot be shipped',
        givenUp: 'reserving when an item is put into the cart',
        applies: '`Catalogue.reserve`',
      }),
      addition('learning', {
        title: 'Charges above 9,999 are declined',
        symptom: 'large orders fail with a bare 402',
        cause: 'a limit of our bank that no document names',
        solution: 'split the order into several charges',
        prevention: 'check the total before charging',
      }),
      addition('requirement', {
        title: 'Guests can check out',
        text: 'An order needs an address and a card, and no account.',
        acceptance: 'A cart without a user can be ordered.',
      }),
      addition('focus', { text: 'Refunds: an order can be given back within 30 days' }),
      addition('progress', { text: 'Send the invoice by mail', state: 'next' }),
      addition('answer', {
        title: 'How do I run one test?',
        text: '`node --test test/shop.test.js`',
        pointer: 'details/tech.md',
      }),
    ],
    waiting: [
      addition('tech', { text: 'The queue is Redis 7, for mails only', section: 'Services' }, ['compose.yaml:1']),
      addition(
        'learning',
        {
          title: 'A cart that was ordered answers 404',
          symptom: 'the second click on "order" shows an error page',
          cause: 'checkout deletes the cart before it answers',
          solution: 'the page asks for the order instead',
          prevention: 'disable the button while the request runs',
        },
        ['src/shop.js:47-57', 'the user: “it is not a bug, the cart is gone by design”'],
      ),
      addition(
        'decision',
        {
          title: 'Amounts are shown with the currency of the customer',
          why: 'customers in Zürich complained about euros',
          givenUp: 'one currency for all',
          applies: 'everything that prints an amount',
        },
        ['src/server.js:1-12'],
      ),
    ],
  },
  zh: {
    accepted: [
      addition(
        'decision',
        {
          title: '价格一律用整数（分）',
          why: '舍入误差曾出现在发票上',
          givenUp: '浮点数、decimal.js',
          applies: '`src/catalogue.js`、`src/invoice.js`',
        },
        ['src/catalogue.js:5'],
      ),
      addition('decision', {
        title: '下单时一次性锁定库存，要么全部要么不锁',
        why: '半个订单无法发货',
        givenUp: '加入购物车时就锁定',
        applies: '`Catalogue.reserve`',
      }),
      addition('learning', {
        title: '单笔超过 9999 元会被拒付',
        symptom: '大额订单只返回 402',
        cause: '银行的限额，文档里没有写',
        solution: '把订单拆成多笔扣款',
        prevention: '扣款前先检查总额',
      }),
      addition('requirement', {
        title: '游客可以下单',
        text: '下单只需地址和银行卡，无需注册。',
        acceptance: '没有用户的购物车也能下单。',
      }),
      addition('focus', { text: '退款：30 天内可以退货' }),
      addition('progress', { text: '发票邮件', state: 'next' }),
      addition('answer', {
        title: '怎么只跑一个测试？',
        text: '`node --test test/shop.test.js`',
        pointer: 'details/tech.md',
      }),
    ],
    waiting: [
      addition('tech', { text: '队列用 Redis 7，仅用于发邮件', section: '服务' }, ['compose.yaml:1']),
      addition(
        'learning',
        {
          title: '已下单的购物车返回 404',
          symptom: '第二次点击“下单”出现错误页',
          cause: '结账在返回之前就删除了购物车',
          solution: '页面改为查询订单',
          prevention: '请求期间禁用按钮',
        },
        ['src/shop.js:47-57', '用户：“这不是缺陷，购物车本来就没了”'],
      ),
      addition(
        'decision',
        {
          title: '金额按客户所在地的货币显示',
          why: '苏黎世的客户抱怨看到欧元',
          givenUp: '全部用一种货币',
          applies: '所有显示金额的地方',
        },
        ['src/server.js:1-12'],
      ),
    ],
  },
}
