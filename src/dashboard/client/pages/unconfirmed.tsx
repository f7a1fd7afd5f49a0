/** Changes that nobody has confirmed, each with its diff: keep it, or restore the former text, with one key. */

import { useRef, useState } from 'preact/hooks'
import type { UnconfirmedAnswer, WrittenAnswer } from '../../../bank/page-answers.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys, useSeen } from '../keys.ts'
import { PAGE_NAMES } from '../layout.tsx'
import { Ago, Button, Empty, Load, Note } from '../parts/common.tsx'
import { ListAndDetail, Row, useIsWide } from '../parts/list.tsx'
import { Diffs } from '../parts/plan.tsx'
import { linkTo, replace } from '../route.ts'
import { useAnswers } from './answers.tsx'

const SHOW = 'unconfirmed'

export function UnconfirmedChanges({ chosenId }: { readonly chosenId: string | undefined }) {
  const t = useWords()
  const isWide = useIsWide()
  const found = useData<readonly UnconfirmedAnswer[]>('/api/unconfirmed')
  // Hide answered changes at once, so that a key meant for one of them finds nothing.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const changes = found.kind === 'data' ? found.data.filter(({ hash }) => !answered.has(hash)) : []
  const chosen = changes.find(({ path }) => path === chosenId) ?? (isWide ? changes[0] : undefined)
  // The change that the user expects to see: the first one shown, or the last one selected.
  const expected = useRef<{ readonly chosenId: string | undefined; readonly hash: string | undefined } | undefined>(
    undefined,
  )
  if (expected.current?.chosenId !== chosenId || expected.current?.hash === undefined)
    expected.current = { chosenId, hash: chosen?.hash }
  const ids = changes.map(({ path }) => path)
  const choose = (id: string | undefined) => replace('inbox', { show: SHOW, id })
  return (
    <Load of={found}>
      {() =>
        changes.length === 0 ? (
          <Empty
            icon="inbox"
            title={t('Everything is confirmed', '没有待确认的改动')}
            text={t(
              'Changes of the bank by other programs, by git, or by an agent without your yes wait here until you keep or undo them.',
              '其他程序、git 或未经你同意的 Agent 对 Memory Bank 的改动会列在这里，由你决定保留或撤销。',
            )}
          />
        ) : (
          <ListAndDetail
            items={changes}
            row={({ path, at, cause, hash }) => (
              <Row
                key={hash}
                href={linkTo('inbox', { show: SHOW, id: path })}
                isChosen={path === chosen?.path}
                title={path}
              >
                <span class="cut">{cause}</span>
                <Ago at={at} />
              </Row>
            )}
            names={[t('Unconfirmed changes', '未确认的改动'), t('Change', '改动'), t(PAGE_NAMES.inbox)]}
            choice={{ ids, chosen: chosen?.path, choose }}
            isOpen={chosen !== undefined}
            head={t(`${ids.length} unconfirmed`, `${ids.length} 处未确认`)}
          >
            {chosen !== undefined && (
              <Shown
                key={chosen.hash}
                change={chosen}
                all={changes}
                isUnexpected={chosen.hash !== expected.current?.hash}
                onAnswered={(hashes) => setAnswered(new Set([...answered, ...hashes]))}
              />
            )}
          </ListAndDetail>
        )
      }
    </Load>
  )
}

interface ShownProps {
  readonly change: UnconfirmedAnswer
  readonly all: readonly UnconfirmedAnswer[]
  /** It appeared without the user's selection, so a key meant for the previous one must not answer it. */
  readonly isUnexpected: boolean
  readonly onAnswered: (hashes: readonly string[]) => void
}

function Shown({ change, all, isUnexpected, onAnswered }: ShownProps) {
  const t = useWords()
  const { send, notify, isSending } = usePage()
  const { undo } = useAnswers(() => {})
  const canUndo = change.files.length > 0
  const canAnswer = useSeen(!isUnexpected) && !isSending
  const keep = async (changes: readonly UnconfirmedAnswer[]) => {
    const kept = await send('/api/keep', { changes: changes.map(({ path, hash }) => ({ path, hash })) })
    if (kept === undefined) return
    onAnswered(changes.map(({ hash }) => hash))
    notify({ tone: 'good', text: t(`Kept · ${names(changes)}`, `已保留 · ${names(changes)}`) })
  }
  const restore = async () => {
    const { path, hash } = change
    const restored = await send<WrittenAnswer>('/api/restore', { changes: [{ path, hash }] })
    if (restored === undefined) return
    onAnswered([hash])
    const redo = () => void undo(restored.change, t('Redone.', '已重做。'))
    notify({
      tone: 'good',
      text: t(`Undone · ${path}`, `已撤销 · ${path}`),
      action: { label: t('Redo', '重做'), run: redo },
    })
  }
  useKeys({
    a: canAnswer ? () => void keep([change]) : undefined,
    r: canAnswer && canUndo ? () => void restore() : undefined,
  })
  return (
    <>
      <article class="stack review">
        <header class="stack s whole">
          <h2>{change.path}</h2>
          <p class="bar wrap small muted">
            <span>{change.cause}</span>
            <Ago at={change.at} />
          </p>
        </header>
        <div class="stack whole">
          {!canUndo && (
            <Note>
              {t(
                'The text before it is not known: it held a secret, or the file cannot be read. See: git diff',
                '改动之前的内容未知：其中有机密，或文件无法读取。请用 git diff 查看',
              )}
            </Note>
          )}
          <Diffs files={change.files} />
        </div>
      </article>
      <footer class="bar wrap actions">
        <Button kind="primary" icon="tick" hint="a" isDisabled={!canAnswer} onClick={() => void keep([change])}>
          {t('Keep', '保留')}
        </Button>
        {canUndo && (
          <Button kind="danger" icon="undo" hint="r" isDisabled={!canAnswer} onClick={() => void restore()}>
            {t('Undo', '撤销')}
          </Button>
        )}
        {all.length > 1 && (
          <span class="end">
            <Button kind="quiet" isDisabled={!canAnswer} onClick={() => void keep(all)}>
              {t(`Keep all ${all.length}`, `全部保留（${all.length}）`)}
            </Button>
          </span>
        )}
      </footer>
    </>
  )
}

function names(changes: readonly UnconfirmedAnswer[]): string {
  const [first, ...others] = changes.map(({ path }) => path)
  return others.length === 0 ? (first ?? '') : `${first} +${others.length}`
}
