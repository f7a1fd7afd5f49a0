/** The inbox: agents' proposals to accept, edit or reject, one or several at once, by mouse or keyboard. */

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type AdditionKind, KIND_NAMES, type ProposedKind } from '../../../base/addition.ts'
import { PROPOSAL_STATUS_NAMES, type ProposalStatus } from '../../../base/proposal-status.ts'
import { useData, usePage, useWords } from '../context.ts'
import { isWide, useChosen, useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Ago, Button, Empty, Icon, Kind, Problem, Tag, useShown, Waiting } from '../parts/common.tsx'
import { type Route, replace } from '../route.ts'
import { notifyFailed } from './answer.ts'
import { AcceptDialog, AllowDialog, RejectDialog } from './answer-dialogs.tsx'
import { EDITED_NOT_SAVED, ReviewOf } from './review.tsx'

/** The format of `memory-bank proposals --json`. */
interface ListedProposal {
  readonly id: string
  readonly status: ProposalStatus
  readonly kind: ProposedKind
  readonly at: string
  readonly targets: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

interface ProposalList {
  readonly allowed: readonly AdditionKind[]
  readonly proposals: readonly ListedProposal[]
}

type Asking =
  | { readonly kind: 'accept'; readonly ids: readonly string[] }
  | { readonly kind: 'reject'; readonly ids: readonly string[] }
  | { readonly kind: 'allow'; readonly of: AdditionKind }

export function Inbox({ route }: { readonly route: Route }) {
  const t = useWords()
  const isSettled = route.query.get('show') === 'settled'
  const listed = useData<ProposalList>(isSettled ? '/api/proposals?all=1' : '/api/proposals')
  const proposals = useMemo(() => {
    if (listed.kind !== 'data') return []
    return listed.data.proposals.filter(({ status }) => isOpen(status) !== isSettled).toReversed()
  }, [listed, isSettled])
  const chosenId = route.query.get('id') ?? undefined
  // A wide screen shows the first proposal at once, a narrow one the list.
  // A new proposal must not replace the one being read.
  const begun = useRef<string | undefined>(undefined)
  const first = proposals.find(({ id }) => id === begun.current) ?? proposals[0]
  if (chosenId === undefined) begun.current = first?.id
  const chosen = proposals.find(({ id }) => id === chosenId) ?? (chosenId === undefined && isWide() ? first : undefined)
  // The proposal that the user expects to see: the first one shown, or the last one selected.
  const expected = useRef<string | undefined>(undefined)
  expected.current ??= chosen?.id
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const show = isSettled ? 'settled' : undefined
  const [editing, setEditing] = useState<string>()
  useLayoutEffect(() => setEditing(undefined), [chosenId, show])
  // Keep the form while the user types, even if the proposal is answered elsewhere.
  const shownId = editing ?? chosen?.id
  const choose = useCallback(
    (id: string | undefined) => {
      expected.current = id
      replace('inbox', { show, id })
    },
    [show],
  )
  const answered = useCallback(
    (ids: readonly string[]) => {
      setAsking(undefined)
      setEditing(undefined)
      setMarked(new Set())
      const at = proposals.findIndex(({ id }) => id === chosen?.id)
      const left = proposals.filter(({ id }) => !ids.includes(id))
      replace('inbox', { show, id: isWide() ? left[Math.min(at, left.length - 1)]?.id : undefined })
    },
    [proposals, chosen, show],
  )
  const toggle = useCallback((id: string) => {
    setMarked((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const meant = useMemo(() => {
    if (isSettled) return []
    const open = proposals.filter(({ id }) => marked.has(id)).map(({ id }) => id)
    return open.length > 0 ? open : chosen === undefined ? [] : [chosen.id]
  }, [isSettled, proposals, marked, chosen])
  const ids = useMemo(() => proposals.map(({ id }) => id), [proposals])
  useChosen(ids, chosen?.id, (id) => (id === undefined && marked.size > 0 ? setMarked(new Set()) : choose(id)))
  useKeys({
    x: chosen === undefined || isSettled ? undefined : () => toggle(chosen.id),
    r: meant.length === 0 ? undefined : () => setAsking({ kind: 'reject', ids: meant }),
    a: marked.size === 0 || meant.length === 0 ? undefined : () => setAsking({ kind: 'accept', ids: meant }),
  })
  if (listed.kind === 'problem')
    return (
      <>
        <PageHead title={t(PAGE_NAMES.inbox)} />
        <div class="page-body">
          <Problem problem={listed.problem} />
        </div>
      </>
    )
  return (
    <>
      <PageHead title={t(PAGE_NAMES.inbox)}>
        <div class="segments">
          {[false, true].map((settled) => (
            <button
              key={String(settled)}
              type="button"
              aria-pressed={settled === isSettled}
              onClick={() => {
                expected.current = undefined
                replace('inbox', { show: settled ? 'settled' : undefined })
              }}
            >
              {settled ? t({ en: 'Answered', zh: '已处理' }) : t({ en: 'Waiting', zh: '待处理' })}
            </button>
          ))}
        </div>
      </PageHead>
      {listed.kind === 'loading' ? (
        <Waiting />
      ) : (
        <>
          {listed.data.allowed.length > 0 && <Allowed kinds={listed.data.allowed} />}
          {proposals.length === 0 && editing === undefined ? (
            <NoProposals isSettled={isSettled} />
          ) : (
            <div class={`split${shownId === undefined ? '' : ' has-chosen'}`}>
              <List
                proposals={proposals}
                chosen={chosen?.id}
                marked={marked}
                isSettled={isSettled}
                onChoose={choose}
                onMark={toggle}
                onAsk={(kind) => setAsking({ kind, ids: meant })}
              />
              <section class="detail" aria-label={t({ en: 'Proposal', zh: '提议' })}>
                {shownId === undefined ? null : (
                  <ReviewOf
                    key={shownId}
                    id={shownId}
                    isOpen={proposals.some(({ id, status }) => id === shownId && isOpen(status))}
                    isUnexpected={shownId !== expected.current}
                    isMarking={marked.size > 0}
                    isEditing={editing === shownId}
                    onEdit={(isEditing) => setEditing(isEditing ? shownId : undefined)}
                    onBack={() => choose(undefined)}
                    onAnswered={answered}
                    onReject={() => setAsking({ kind: 'reject', ids: [shownId] })}
                    onReopened={() => replace('inbox', { id: shownId })}
                    onAllow={(of) => setAsking({ kind: 'allow', of })}
                  />
                )}
              </section>
            </div>
          )}
        </>
      )}
      {asking?.kind === 'accept' && (
        <AcceptDialog ids={asking.ids} onClose={() => setAsking(undefined)} onDone={answered} />
      )}
      {asking?.kind === 'reject' && (
        <RejectDialog ids={asking.ids} onClose={() => setAsking(undefined)} onDone={answered} />
      )}
      {asking?.kind === 'allow' && <AllowDialog kind={asking.of} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function List(props: {
  readonly proposals: readonly ListedProposal[]
  readonly chosen: string | undefined
  readonly marked: ReadonlySet<string>
  readonly isSettled: boolean
  readonly onChoose: (id: string) => void
  readonly onMark: (id: string) => void
  readonly onAsk: (kind: 'accept' | 'reject') => void
}) {
  const t = useWords()
  const { server } = usePage()
  const { shown, end } = useShown(props.proposals)
  const count = props.proposals.length
  return (
    <section class="list" aria-label={t({ en: 'Proposals', zh: '提议' })}>
      <div class="list-head">
        {props.marked.size === 0 ? (
          <span>{t({ en: `${count} ${count === 1 ? 'proposal' : 'proposals'}`, zh: `${count} 条提议` })}</span>
        ) : (
          <>
            <span>{t({ en: `${props.marked.size} selected`, zh: `已选 ${props.marked.size} 条` })}</span>
            <span class="end" />
            <Button kind="primary" hint="a" onClick={() => props.onAsk('accept')}>
              {t({ en: 'Accept…', zh: '接受…' })}
            </Button>
            <Button hint="r" onClick={() => props.onAsk('reject')}>
              {t({ en: 'Reject…', zh: '拒绝…' })}
            </Button>
          </>
        )}
      </div>
      {shown.map((proposal) => (
        <ProposalRow
          key={proposal.id}
          proposal={proposal}
          isChosen={proposal.id === props.chosen}
          isMarked={props.marked.has(proposal.id)}
          canMark={!props.isSettled && !server.isExport}
          onChoose={props.onChoose}
          onMark={props.onMark}
        />
      ))}
      {end}
    </section>
  )
}

function ProposalRow(props: {
  readonly proposal: ListedProposal
  readonly isChosen: boolean
  readonly isMarked: boolean
  readonly canMark: boolean
  readonly onChoose: (id: string) => void
  readonly onMark: (id: string) => void
}) {
  const t = useWords()
  const draft = usePage().drafts.get(props.proposal.id)
  const { id, kind, status, at, targets, fields } = props.proposal
  const title = titleOf({ targets, fields: { ...fields, ...draft } })
  return (
    <div class="markable">
      {props.canMark && (
        <input
          type="checkbox"
          checked={props.isMarked}
          aria-label={t({ en: `Select: ${title}`, zh: `选择：${title}` })}
          onChange={() => props.onMark(id)}
        />
      )}
      <button
        type="button"
        class="row"
        aria-current={props.isChosen ? 'true' : undefined}
        onClick={() => props.onChoose(id)}
      >
        <span class="row-title">
          <span class="grow">{title}</span>
          {draft !== undefined && <Tag tone="warn">{t(EDITED_NOT_SAVED)}</Tag>}
          {status !== 'waiting' && <Tag tone={TONES[status]}>{t(PROPOSAL_STATUS_NAMES[status])}</Tag>}
        </span>
        <span class="row-more">
          <Kind kind={kind} />
          <span class="path">{targets[0]?.replace(/^details\//, '')}</span>
          <Ago at={at} />
        </span>
      </button>
    </div>
  )
}

const TONES = { waiting: 'plain', accepted: 'good', rejected: 'bad', skipped: 'warn', void: 'plain' } as const

/** Always-allowed kinds, each with a button to revoke it. */
function Allowed({ kinds }: { readonly kinds: readonly AdditionKind[] }) {
  const t = useWords()
  const page = usePage()
  const { server, language } = page
  const stop = async (kind: AdditionKind) => {
    const answer = await page.server.post('/api/allow', { kind, allowed: false })
    if (answer.kind !== 'data') notifyFailed(page, answer)
    page.reload()
  }
  return (
    <div class="strip">
      <span class="muted">{t({ en: 'Always allowed:', zh: '始终允许：' })}</span>
      {kinds.map((kind) => (
        <span class="chip" key={kind}>
          {KIND_NAMES[kind][language]}
          {!server.isExport && (
            <button
              type="button"
              aria-label={t({ en: `Ask again for: ${KIND_NAMES[kind].en}`, zh: `恢复询问：${KIND_NAMES[kind].zh}` })}
              onClick={() => void stop(kind)}
            >
              <Icon name="cross" />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}

function NoProposals({ isSettled }: { readonly isSettled: boolean }) {
  const t = useWords()
  if (isSettled)
    return (
      <Empty icon="inbox" title={t({ en: 'Nothing answered yet', zh: '还没有处理过的提议' })}>
        <p>
          {t({
            en: 'Accepted and rejected proposals stay here for a while.',
            zh: '你接受或拒绝的提议会在这里保留一段时间。',
          })}
        </p>
      </Empty>
    )
  return (
    <Empty icon="inbox" title={t({ en: 'No open proposals', zh: '没有待处理的提议' })}>
      <p>
        {t({
          en: 'When an agent learns something worth keeping, it proposes it here and in the chat. Nothing is written until you say yes.',
          zh: 'Agent 发现值得保留的内容时，会在这里和对话中提议。你同意之前不会写入任何内容。',
        })}
      </p>
      <p>
        {t({ en: 'To start, let your agent study the project:', zh: '不妨先让 Agent 了解项目：' })}{' '}
        <code>memory-bank learn</code>
      </p>
    </Empty>
  )
}

function titleOf({ fields, targets }: Pick<ListedProposal, 'fields' | 'targets'>): string {
  return fields['title'] ?? fields['text'] ?? Object.values(fields)[0] ?? targets[0] ?? ''
}

function isOpen(status: ProposalStatus): boolean {
  return status === 'waiting' || status === 'skipped'
}
