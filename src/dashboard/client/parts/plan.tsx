/** A plan awaiting confirmation: its diff, then the button that applies exactly this plan. */

import type { DiffLine } from '../../../bank/file-diff.ts'
import type { EntryDiff, PagePlan, ShownDiff, WrittenAnswer } from '../../../bank/page-answers.ts'
import { useData, usePage, useWords } from '../context.ts'
import { linkTo } from '../route.ts'
import { Button, Dialog, Icon, Kind, Load, Note, Problem, Tag } from './common.tsx'
import { inline } from './markdown.tsx'

export function PlanDialog(props: {
  readonly title: string
  /** The API path: GET returns the plan, POST applies it by its hash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The button's label. */
  readonly act: string
  readonly onClose: () => void
  /** Offered if the plan has this problem. */
  readonly instead?: { readonly code: string; readonly label: string; readonly run: () => void }
}) {
  const t = useWords()
  const { send, notify } = usePage()
  const { instead } = props
  const plan = useData<PagePlan>(`${props.path}?${new URLSearchParams(props.query)}`)
  const possible =
    plan.kind === 'data' && plan.data.problem === undefined && plan.data.files.length > 0 ? plan.data : undefined
  const apply = async (planHash: string) => {
    const written = await send<WrittenAnswer>(props.path, { ...props.query, planHash })
    if (written !== undefined) notify({ tone: 'good', text: written.summary })
    // Close after a refusal too: the plan is outdated, and the dialog would hide the message.
    props.onClose()
  }
  return (
    <Dialog
      title={props.title}
      act={props.act}
      onAct={possible && (() => void apply(possible.planHash))}
      onClose={props.onClose}
      isWide
    >
      <Load of={plan}>
        {({ files, title, problem, notes }) => (
          <>
            <p class="muted">{files.length === 0 ? t('Nothing would change.', '不会有任何改动。') : title}</p>
            {problem !== undefined && <Problem problem={problem} />}
            {problem !== undefined && problem.code === instead?.code && (
              <p>
                <Button onClick={instead.run}>{instead.label}</Button>
              </p>
            )}
            {notes.map((note) => (
              <Note key={note}>{note}</Note>
            ))}
            <Diffs files={files} />
          </>
        )}
      </Load>
    </Dialog>
  )
}

export function Diffs({ files }: { readonly files: readonly ShownDiff[] }) {
  return (
    <div class="stack">
      {files.map((file) => (
        <Diff key={file.path} file={file} />
      ))}
    </div>
  )
}

/** Entries by their parts; the lines as well if they say more. */
function Diff({ file }: { readonly file: ShownDiff }) {
  const t = useWords()
  if (file.kind === 'make-folder' || file.kind === 'remove-folder') return null
  return (
    <section class="card diff">
      <header class="bar card-head">
        <Icon name="file" />
        <a class="path" href={linkTo('read', { path: file.to ?? file.path })}>
          {file.to === undefined ? file.path : `${file.path} → ${file.to}`}
        </a>
        {file.kind === 'create' && <Tag tone="good">{t('new', '新建')}</Tag>}
        {file.kind === 'remove' && <Tag tone="bad">{t('removed', '移除')}</Tag>}
        <span class="bar end path">
          {file.added > 0 && <span class="good-text">+{file.added}</span>}
          {file.removed > 0 && <span class="bad-text">−{file.removed}</span>}
        </span>
      </header>
      {file.isWhole ? (
        <>
          {file.entries.map((entry) => (
            <ChangedEntry key={`${entry.how} ${entry.title}`} entry={entry} path={file.path} />
          ))}
          <details class="hunk">
            <summary class="bar small muted">{t('Lines', '按行查看')}</summary>
            <Hunks hunks={file.hunks} />
          </details>
        </>
      ) : (
        <Hunks hunks={file.hunks} />
      )}
    </section>
  )
}

function ChangedEntry({
  entry: { kind, title, how, parts },
  path,
}: {
  readonly entry: EntryDiff
  readonly path: string
}) {
  const t = useWords()
  return (
    <section class="stack s hunk card-body fields">
      <p class="bar wrap">
        <Kind kind={kind} />
        <strong class="grow">{inline(title, path)}</strong>
        <Tag tone={HOWS[how].tone}>{t(HOWS[how].name)}</Tag>
      </p>
      <dl class="stack s">
        {parts.map(({ name, words }) => (
          <div key={name.en}>
            <dt>{t(name)}</dt>
            <dd>
              {words.map((word, at) => {
                // Marks may begin in one word and end in another.
                const text = words.length === 1 ? inline(word.text, path) : word.text
                if (word.kind === 'added') return <ins key={at}>{text}</ins>
                if (word.kind === 'removed') return <del key={at}>{text}</del>
                return <span key={at}>{text}</span>
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const HOWS = {
  added: { name: { en: 'new', zh: '新增' }, tone: 'good' },
  changed: { name: { en: 'changed', zh: '修改' }, tone: 'warn' },
  removed: { name: { en: 'removed', zh: '移除' }, tone: 'bad' },
} as const

function Hunks({ hunks }: Pick<ShownDiff, 'hunks'>) {
  return (
    <>
      {hunks.map((hunk) => (
        <div class="hunk" key={`${hunk.lines[0]?.old}-${hunk.lines[0]?.new}`}>
          {hunk.heading !== undefined && <p class="small muted">{hunk.heading.replace(/^#+\s*/, '')}</p>}
          {hunk.lines.map((line) => (
            <Line key={`${line.kind}${line.old}-${line.new}`} line={line} />
          ))}
        </div>
      ))}
    </>
  )
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <div class={`line ${line.kind}`}>
      <span class="line-number" aria-hidden="true">
        {line.new ?? line.old}
      </span>
      <span class="line-sign">{SIGNS[line.kind]}</span>
      <code>{line.text === '' ? '\u00a0' : line.text}</code>
    </div>
  )
}
