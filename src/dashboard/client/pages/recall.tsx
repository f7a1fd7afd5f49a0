/** The recall answer an agent would get: conflicts, entries, and pointers to more matches. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ContextPack, PackEntry, PackPointer } from '../../../bank/pack.ts'
import { provenanceWords } from '../../../bank/provenance.ts'
import { estimateTokens } from '../../../base/estimate-tokens.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { Button, Meter, Missing, Note, placeName, Source, Tag, Tokens, useNumber } from '../parts/common.tsx'
import { linkTo, replace } from '../route.ts'
import type { EntryList } from './read-lists.ts'

export function Recall({ question }: { readonly question: string }) {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(question)
  useEffect(() => setTyped(question), [question])
  useEffect(() => input.current?.focus(), [])
  useKeys({ '/': () => input.current?.focus() })
  const ask = (wanted: string) => replace('agent', { ask: wanted.trim() })
  return (
    <div class="page-body">
      <form
        class="ask"
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed)
        }}
      >
        <input
          ref={input}
          class="search-input"
          aria-label={t({ en: 'Ask the bank', zh: '向 Memory Bank 提问' })}
          placeholder={t({ en: 'Ask as an agent would…', zh: '像 Agent 那样提问…' })}
          value={typed}
          maxLength={1000}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button kind="primary" hint="↵" onClick={() => ask(typed)}>
          {t({ en: 'Ask', zh: '提问' })}
        </Button>
      </form>
      {question === '' ? <Examples onChoose={ask} /> : <Answer question={question} />}
    </div>
  )
}

/** Example questions, made from the bank's entries. */
function Examples({ onChoose }: { readonly onChoose: (question: string) => void }) {
  const t = useWords()
  const entries = useData<EntryList>('/api/entries')
  const known = entries.kind === 'data' ? entries.data.entries : []
  const examples = [
    ...known.filter(({ kind }) => kind === 'answer').map(({ title }) => title),
    ...known
      .filter(({ kind }) => kind === 'decision')
      .map(({ title }) => t({ en: `Why: ${title}?`, zh: `为什么${title}？` })),
    ...known.filter(({ kind }) => kind === 'learning').map(({ title }) => title),
  ].slice(0, 6)
  return (
    <section class="examples">
      <p class="muted">
        {t({
          en: 'The answer is what an agent would get. Questions asked here do not count as usage.',
          zh: '这就是 Agent 会得到的回答。在这里提问不计入使用统计。',
        })}
      </p>
      <ul class="chips">
        {examples.map((example) => (
          <li key={example}>
            <button type="button" class="chip" onClick={() => onChoose(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ question }: { readonly question: string }) {
  const { server } = usePage()
  const path = `/api/recall?${new URLSearchParams({ question })}`
  const pack = useData<ContextPack>(server.isExport ? undefined : path)
  if (pack.kind !== 'data') return <Missing of={pack} />
  return <Pack pack={pack.data} />
}

function Pack({ pack }: { readonly pack: ContextPack }) {
  const t = useWords()
  const number = useNumber()
  const { budget } = pack
  return (
    <>
      <section class="answer-head">
        <span class="spend muted small number">
          {t({
            en: `${number(budget.tokens)} of ${number(budget.maxTokens)} tokens`,
            zh: `${number(budget.tokens)} / ${number(budget.maxTokens)} token`,
          })}
          <Meter share={budget.tokens / Math.max(1, budget.maxTokens)} isOver={budget.tokens > budget.maxTokens} />
        </span>
      </section>
      {pack.conflicts.map((one) => (
        <Note key={`${one.path}:${one.line}`}>
          <p>
            <a class="path" href={linkTo('read', { path: one.path, at: `L${one.line}` })}>
              {one.path}:{one.line}
            </a>
          </p>
          <p>
            <q>{one.claim}</q> {t({ en: 'in the code:', zh: '代码中：' })} {one.found}
          </p>
        </Note>
      ))}
      {pack.entries.length === 0 && (
        <p class="muted">
          {t({
            en: `Nothing matches. Look in ${pack.lookIn.join(', ')}.`,
            zh: `没有匹配的条目。可查看 ${pack.lookIn.join('、')}。`,
          })}
        </p>
      )}
      <ol class="pieces">
        {pack.entries.map((one, index) => (
          <li key={`${one.path}:${one.startLine}`}>
            <EntryCard one={one} number={index + 1} />
          </li>
        ))}
      </ol>
      {pack.more.length > 0 && (
        <section>
          <h2>{t({ en: 'More matches', zh: '更多匹配' })}</h2>
          <ul class="lines">
            {pack.more.map((one) => (
              <li key={`${one.path}:${one.startLine}`}>
                <Place one={one} /> <span>{one.title}</span>
                {one.date !== undefined && <time class="muted"> · {one.date}</time>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Place({ one }: { readonly one: PackPointer }) {
  const name = placeName({ path: one.path, first: one.startLine, last: one.endLine })
  if (one.source === 'document') return <span class="path">{name}</span>
  return (
    <a class="path" href={linkTo('read', { path: one.path, at: `L${one.startLine}` })}>
      {name}
    </a>
  )
}

function EntryCard({ one, number }: { readonly one: PackEntry; readonly number: number }) {
  const t = useWords()
  const { language } = usePage()
  const [isOpen, setOpen] = useState(false)
  const place = { path: one.path, first: one.startLine, last: one.endLine }
  return (
    <article class="card">
      <header class="card-head evidence-head">
        <span class="muted number">{number}</span>
        <strong>{one.title}</strong>
        <Tokens count={estimateTokens(one.text)} />
      </header>
      <p class="why">
        {one.source === 'bank' ? (
          <Place one={one} />
        ) : (
          <button type="button" class="path as-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {placeName(place)}
          </button>
        )}
        {one.source === 'document' && <Tag>{t({ en: 'document', zh: '仓库文档' })}</Tag>}
        {one.date !== undefined && <time class="muted">{one.date}</time>}
        {one.headings.length > 0 && <span class="muted">{one.headings.join(' › ')}</span>}
      </p>
      <pre class="piece-text">{one.text}</pre>
      {one.provenance !== undefined && one.provenance.from !== 'git' && (
        <p class="origin">{provenanceWords(one.provenance)[language]}</p>
      )}
      {isOpen && <Source place={place} />}
    </article>
  )
}
