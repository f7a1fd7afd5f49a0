/** The inbox: agents' proposals to accept, edit or reject, one or several at once, by mouse or keyboard. */

import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type AdditionKind, KIND_NAMES, type ProposedKind } from '../../../base/addition.ts'
import { isOpen, PROPOSAL_STATUS_NAMES, type ProposalStatus } from '../../../base/proposal-status.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead, type StatusReport } from '../layout.tsx'
import { Ago, Button, Empty, Icon, Kind, Load, Segments, Tag } from '../parts/common.tsx'
import { ListAndDetail, Row, useIsWide } from '../parts/list.tsx'
import { linkTo, type PageRoute, replace } from '../route.ts'
import { AcceptDialog, AllowDialog, EDITED_NOT_SAVED, RejectDialog } from './answers.tsx'
import { ReviewOf, STATUS_TONES } from './review.tsx'
import { UnconfirmedChanges } from './unconfirmed.tsx'

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
  | { readonly kind: 'accept' | 'reject'; readonly ids: readonly string[] }
  | { readonly kind: 'allow'; readonly of: AdditionKind }

export function Inbox({ route }: { readonly route: PageRoute }) {
  const t = useWords()
  const { server } = usePage()
  const status = useData<StatusReport>('/api/status')
  const unconfirmed = status.kind === 'data' ? (status.data.unconfirmed ?? 0) : 0
  const show = route.query.get('show') ?? undefined
  const views: readonly (readonly [string | undefined, string])[] = [
    [undefined, t('Waiting', '待处理')],
    ['unconfirmed', `${t('Unconfirmed', '未确认')}${unconfirmed > 0 ? ` ${unconfirmed}` : ''}`],
    ['settled', t('Answered', '已处理')],
  ]
  return (
    <>
      <PageHead title={t(PAGE_NAMES.inbox)}>
        {!server.isExport && (
          <Segments of={views} chosen={show} onChoose={(next) => replace('inbox', { show: next })} />
        )}
      </PageHead>
      {show === 'unconfirmed' ? (
        <UnconfirmedChanges chosenId={route.query.get('id') ?? undefined} />
      ) : (
        <Proposals key={show} route={route} unconfirmed={unconfirmed} />
      )}
    </>
  )
}

function Proposals({ route, unconfirmed }: { readonly route: PageRoute; readonly unconfirmed: number }) {
  const t = useWords()
  const { server } = usePage()
  const isWide = useIsWide()
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
  const chosen = proposals.find(({ id }) => id === chosenId) ?? (chosenId === undefined && isWide ? first : undefined)
  // The proposal that the user expects to see: the first one shown, or the last one selected.
  const expected = useRef<string | undefined>(undefined)
  // The proposal that followed an answered one.
  const follower = useRef<string | undefined>(undefined)
  if (chosenId !== follower.current) {
    follower.current = undefined
    expected.current = chosenId ?? expected.current
  }
  expected.current ??= chosen?.id
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<Asking>()
  const show = isSettled ? 'settled' : undefined
  const [editing, setEditing] = useState<string>()
  useLayoutEffect(() => setEditing(undefined), [chosenId, show])
  // Keep the form while the user types, even if the proposal is answered elsewhere.
  const shownId = editing ?? chosen?.id
  const answered = useCallback(
    (ids: readonly string[]) => {
      setAsking(undefined)
      setEditing(undefined)
      setMarked(new Set())
      const at = proposals.findIndex(({ id }) => id === chosen?.id)
      const left = proposals.filter(({ id }) => !ids.includes(id))
      const id = isWide ? left[Math.min(at, left.length - 1)]?.id : undefined
      follower.current = id
      replace('inbox', { show, id })
    },
    [proposals, chosen, show, isWide],
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
  const ask = (kind: 'accept' | 'reject') => setAsking({ kind, ids: meant })
  const choose = (id: string | undefined) => {
    if (id === undefined && marked.size > 0) return setMarked(new Set())
    follower.current = undefined
    replace('inbox', { show, id })
  }
  useKeys({
    x: chosen === undefined || isSettled ? undefined : () => toggle(chosen.id),
    r: meant.length === 0 ? undefined : () => ask('reject'),
    a: marked.size === 0 || meant.length === 0 ? undefined : () => ask('accept'),
  })
  const ids = proposals.map(({ id }) => id)
  const dialog = { onClose: () => setAsking(undefined), onDone: answered }
  return (
    <>
      <Load of={listed}>
        {({ allowed }) => (
          <>
            {allowed.length > 0 && <Allowed kinds={allowed} />}
            {proposals.length === 0 && editing === undefined ? (
              <NoProposals isSettled={isSettled} unconfirmed={unconfirmed} />
            ) : (
              <ListAndDetail
                items={proposals}
                row={(proposal) => (
                  <ProposalRow
                    key={proposal.id}
                    proposal={proposal}
                    href={linkTo('inbox', { show, id: proposal.id })}
                    isChosen={proposal.id === chosen?.id}
                    isMarked={marked.has(proposal.id)}
                    onMark={isSettled || server.isExport ? undefined : toggle}
                  />
                )}
                names={[t('Proposals', '提议'), t('Proposal', '提议'), t(PAGE_NAMES.inbox)]}
                choice={{ ids, chosen: chosen?.id, choose }}
                isOpen={shownId !== undefined}
                head={
                  marked.size === 0 ? (
                    t(`${ids.length} ${ids.length === 1 ? 'proposal' : 'proposals'}`, `${ids.length} 条提议`)
                  ) : (
                    <>
                      <span class="grow">{t(`${marked.size} selected`, `已选 ${marked.size} 条`)}</span>
                      <Button kind="primary" hint="a" onClick={() => ask('accept')}>
                        {t('Accept…', '接受…')}
                      </Button>
                      <Button hint="r" onClick={() => ask('reject')}>
                        {t('Reject…', '拒绝…')}
                      </Button>
                    </>
                  )
                }
              >
                {shownId !== undefined && (
                  <ReviewOf
                    key={shownId}
                    id={shownId}
                    isOpen={proposals.some(({ id, status }) => id === shownId && isOpen(status))}
                    isUnexpected={shownId !== expected.current}
                    isMarking={marked.size > 0}
                    isEditing={editing !== undefined}
                    onEdit={(isEditing) => setEditing(isEditing ? shownId : undefined)}
                    onAnswered={answered}
                    onReject={() => setAsking({ kind: 'reject', ids: [shownId] })}
                    onReopened={() => replace('inbox', { id: shownId })}
                    onAllow={(of) => setAsking({ kind: 'allow', of })}
                  />
                )}
              </ListAndDetail>
            )}
          </>
        )}
      </Load>
      {asking?.kind === 'accept' && <AcceptDialog ids={asking.ids} {...dialog} />}
      {asking?.kind === 'reject' && <RejectDialog ids={asking.ids} {...dialog} />}
      {asking?.kind === 'allow' && <AllowDialog kind={asking.of} onClose={dialog.onClose} />}
    </>
  )
}

function ProposalRow(props: {
  readonly proposal: ListedProposal
  readonly href: string
  readonly isChosen: boolean
  readonly isMarked: boolean
  readonly onMark: ((id: string) => void) | undefined
}) {
  const t = useWords()
  const { id, kind, status, at, targets, fields: stored } = props.proposal
  const draft = usePage().drafts.get(id)
  const fields = { ...stored, ...draft }
  const title = fields['title'] ?? fields['text'] ?? Object.values(fields)[0] ?? targets[0] ?? ''
  return (
    <div class="markable">
      {props.onMark !== undefined && (
        <input
          type="checkbox"
          checked={props.isMarked}
          aria-label={t(`Select: ${title}`, `选择：${title}`)}
          onChange={() => props.onMark?.(id)}
        />
      )}
      <Row
        href={props.href}
        isChosen={props.isChosen}
        title={title}
        tags={
          <>
            {draft !== undefined && <Tag tone="warn">{t(EDITED_NOT_SAVED)}</Tag>}
            {status !== 'waiting' && <Tag tone={STATUS_TONES[status]}>{t(PROPOSAL_STATUS_NAMES[status])}</Tag>}
          </>
        }
      >
        <Kind kind={kind} />
        <span class="path cut">{targets[0]?.replace(/^details\//, '')}</span>
        <Ago at={at} />
      </Row>
    </div>
  )
}

/** Always-allowed kinds, each with a button to revoke it. */
function Allowed({ kinds }: { readonly kinds: readonly AdditionKind[] }) {
  const t = useWords()
  const { send, server } = usePage()
  return (
    <div class="bar wrap strip">
      <span class="muted">{t('Always allowed:', '始终允许：')}</span>
      {kinds.map((kind) => (
        <span class="button chip" key={kind}>
          {t(KIND_NAMES[kind])}
          {!server.isExport && (
            <button
              type="button"
              class="button link"
              aria-label={t(`Ask again for: ${KIND_NAMES[kind].en}`, `恢复询问：${KIND_NAMES[kind].zh}`)}
              onClick={() => void send('/api/allow', { kind, allowed: false })}
            >
              <Icon name="cross" />
            </button>
          )}
        </span>
      ))}
    </div>
  )
}

function NoProposals({ isSettled, unconfirmed }: { readonly isSettled: boolean; readonly unconfirmed: number }) {
  const t = useWords()
  if (isSettled)
    return (
      <Empty
        icon="inbox"
        title={t('Nothing answered yet', '还没有处理过的提议')}
        text={t('Accepted and rejected proposals stay here for a while.', '你接受或拒绝的提议会在这里保留一段时间。')}
      />
    )
  if (unconfirmed > 0)
    return (
      <Empty
        icon="inbox"
        title={t('No open proposals', '没有待处理的提议')}
        text={t('Changes that nobody confirmed wait beside:', '另有未确认的改动：')}
      >
        <a class="button" href={linkTo('inbox', { show: 'unconfirmed' })}>
          {t(`Review ${unconfirmed} unconfirmed`, `查看 ${unconfirmed} 处未确认的改动`)}
        </a>
      </Empty>
    )
  return (
    <Empty
      icon="inbox"
      title={t('No open proposals', '没有待处理的提议')}
      text={t(
        'When an agent learns something worth keeping, it proposes it here and in the chat. Nothing is written until you say yes.',
        'Agent 发现值得保留的内容时，会在这里和对话中提议。你同意之前不会写入任何内容。',
      )}
      hint={t('To start, let your agent study the project:', '不妨先让 Agent 了解项目：')}
      command="memory-bank learn"
    />
  )
}
