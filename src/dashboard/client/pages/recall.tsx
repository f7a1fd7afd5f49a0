/** What an agent would be answered if it asked the bank: conflicts first, each piece of evidence with why it was chosen. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ContextPack, Covered, Evidence, LeftOut } from '../../../core/pack.ts'
import { whyWords } from '../../../text/pack-text.ts'
import { provenanceWords } from '../../../text/provenance-comment.ts'
import { estimateTokens } from '../../../text/tokens.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { Button, Meter, Missing, Note, Tag, Tokens, useNumber } from '../parts/common.tsx'
import { Icon } from '../parts/icon.tsx'
import { placeName, Source } from '../parts/source.tsx'
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
          aria-label={t({ en: 'A question to the bank', zh: '向 Memory Bank 提问' })}
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

/** Questions that this bank can answer, made of what stands in it. */
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
          en: 'What comes back is exactly the pack that an agent would be given, with why each piece was chosen. Asking here counts as no use.',
          zh: '返回的正是 Agent 会得到的上下文包，并说明每条证据为何入选。在这里提问不计入使用统计。',
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
        <Coverage covered={pack.covered} />
        <span class="spend muted small number">
          {t({
            en: `${number(budget.tokens)} of ${number(budget.maxTokens)} tokens · ${budget.files} of ${budget.maxFiles} files · ${budget.lines} of ${budget.maxLines} lines`,
            zh: `${number(budget.tokens)} / ${number(budget.maxTokens)} tokens · ${budget.files} / ${budget.maxFiles} 个文件 · ${budget.lines} / ${budget.maxLines} 行`,
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
      <ol class="pieces">
        {pack.evidence.map((one, index) => (
          <li key={`${one.path}:${one.startLine}`}>
            <EvidenceOf one={one} number={index + 1} />
          </li>
        ))}
      </ol>
      {pack.openQuestions.length > 0 && (
        <section>
          <h2>{t({ en: 'Not covered', zh: '未涉及' })}</h2>
          <ul class="lines">
            {pack.openQuestions.map((open) => (
              <li key={open.about.join()}>
                {open.about.length > 0 ? open.about.join(t({ en: ', ', zh: '、' })) : pack.question}
                {open.lookIn.length > 0 && (
                  <span class="muted">
                    {t({ en: ' · look in ', zh: ' · 可看 ' })}
                    <span class="path">{open.lookIn.join(', ')}</span>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {pack.leftOut.length > 0 && (
        <section>
          <h2>{t({ en: 'Relevant, and left out by the budget', zh: '相关，但因预算未加载' })}</h2>
          <ul class="lines">
            {pack.leftOut.map((one) => (
              <LeftOutLine key={JSON.stringify(one)} one={one} />
            ))}
          </ul>
        </section>
      )}
      {pack.samples.length > 0 && (
        <section>
          <h2>{t({ en: 'Code that the evidence names', zh: '证据涉及的代码' })}</h2>
          {pack.samples.map((one) => (
            <details key={`${one.path}:${one.startLine}`} class="sample">
              <summary class="path">{placeName({ path: one.path, first: one.startLine, last: one.endLine })}</summary>
              <pre class="piece-text">{one.excerpt}</pre>
            </details>
          ))}
        </section>
      )}
    </>
  )
}

function Coverage({ covered }: { readonly covered: Covered }) {
  const t = useWords()
  switch (covered) {
    case 'yes':
      return <Tag tone="good">{t({ en: 'The bank answers this', zh: 'Memory Bank 有答案' })}</Tag>
    case 'weakly':
      return <Tag tone="warn">{t({ en: 'The bank touches this', zh: 'Memory Bank 略有涉及' })}</Tag>
    case 'no':
      return <Tag tone="bad">{t({ en: 'The bank does not answer this', zh: 'Memory Bank 没有答案' })}</Tag>
  }
}

function EvidenceOf({ one, number }: { readonly one: Evidence; readonly number: number }) {
  const t = useWords()
  const { language } = usePage()
  const [isOpen, setOpen] = useState(false)
  const place = { path: one.path, first: one.startLine, last: one.endLine }
  return (
    <article class="card">
      <header class="card-head evidence-head">
        <span class="muted number">{number}</span>
        {one.source === 'bank' ? (
          <a class="path" href={linkTo('read', { path: one.path, at: `L${one.startLine}` })}>
            {placeName(place)}
          </a>
        ) : (
          <button type="button" class="path as-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {placeName(place)}
          </button>
        )}
        {one.source === 'document' && <Tag>{t({ en: 'document', zh: '仓库文档' })}</Tag>}
        {one.date !== undefined && <time class="muted">{one.date}</time>}
        <Tokens count={estimateTokens(one.excerpt)} />
      </header>
      <p class="why">
        <Icon name="link" />
        <span>{one.why.map((why) => whyWords(why)[language]).join(' · ')}</span>
        {one.headings.length > 0 && <span class="muted">{one.headings.join(' › ')}</span>}
      </p>
      <pre class="piece-text">{one.excerpt}</pre>
      {one.provenance !== undefined && one.provenance.from !== 'git' && (
        <p class="origin">{provenanceWords(one.provenance)[language]}</p>
      )}
      {isOpen && <Source place={place} />}
    </article>
  )
}

function LeftOutLine({ one }: { readonly one: LeftOut }) {
  const t = useWords()
  const over = {
    files: t({ en: 'too many files', zh: '文件数已满' }),
    lines: t({ en: 'too many lines', zh: '行数已满' }),
    tokens: t({ en: 'too many tokens', zh: 'token 已满' }),
    size: t({ en: 'too large to search', zh: '过大，未检索' }),
  }[one.over]
  const name = one.over === 'size' ? one.path : placeName({ path: one.path, first: one.startLine, last: one.endLine })
  return (
    <li>
      {one.source === 'bank' && one.over !== 'size' ? (
        <a class="path" href={linkTo('read', { path: one.path, at: `L${one.startLine}` })}>
          {name}
        </a>
      ) : (
        <span class="path">{name}</span>
      )}
      {one.over !== 'size' && <span> {one.heading}</span>}
      <span class="muted"> · {over}</span>
    </li>
  )
}
