/** The recall answer an agent would get: conflicts, entries, and pointers to more matches. */

import { useEffect, useRef, useState } from 'preact/hooks'
import type { ContextPack, PackEntry, PackPointer } from '../../../bank/pack.ts'
import { packText } from '../../../bank/pack-text.ts'
import { provenanceWords } from '../../../bank/provenance.ts'
import { estimateTokens } from '../../../base/estimate-tokens.ts'
import { useData, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { Ago, Button, Load, Meter, Note, OpenPlace, placeName, Tag, Tokens, useFormats } from '../parts/common.tsx'
import { linkTo, replace } from '../route.ts'
import type { EntryList } from './read.tsx'

export function Recall({ question }: { readonly question: string }) {
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(question)
  useEffect(() => setTyped(question), [question])
  useEffect(() => input.current?.focus(), [])
  useKeys({ '/': () => input.current?.focus() })
  const ask = (wanted: string) => replace('agent', { ask: wanted.trim() })
  return (
    <div class="stack page-body">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault()
          ask(typed)
        }}
      >
        <input
          ref={input}
          class="input"
          aria-label={t('Ask the bank', '向 Memory Bank 提问')}
          placeholder={t('Ask as an agent would…', '像 Agent 那样提问…')}
          value={typed}
          maxLength={1000}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button kind="primary" hint="↵" onClick={() => ask(typed)}>
          {t('Ask', '提问')}
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
    ...known.filter(({ kind }) => kind === 'decision').map(({ title }) => t(`Why: ${title}?`, `为什么${title}？`)),
    ...known.filter(({ kind }) => kind === 'learning').map(({ title }) => title),
  ].slice(0, 6)
  return (
    <section class="stack l">
      <p class="muted">
        {t(
          'The answer is what an agent would get. Questions asked here do not count as usage.',
          '这就是 Agent 会得到的回答。在这里提问不计入使用统计。',
        )}
      </p>
      <div class="bar wrap">
        {examples.map((example) => (
          <Button kind="chip" key={example} onClick={() => onChoose(example)}>
            {example}
          </Button>
        ))}
      </div>
    </section>
  )
}

function Answer({ question }: { readonly question: string }) {
  const pack = useData<ContextPack>(`/api/recall?${new URLSearchParams({ question })}`)
  return <Load of={pack}>{(found) => <Pack pack={found} />}</Load>
}

function Pack({ pack }: { readonly pack: ContextPack }) {
  const t = useWords()
  const { number } = useFormats()
  const { tokens, maxTokens } = pack.budget
  const inEntries = pack.entries.reduce((sum, { text }) => sum + estimateTokens(text), 0)
  return (
    <>
      <div class="stack s">
        <p class="muted small number">
          {t(
            `${number(tokens)} of ${number(maxTokens)} tokens: ${number(inEntries)} in the entries, ${number(tokens - inEntries)} for titles, places and further matches`,
            `${number(tokens)} / ${number(maxTokens)} token：条目 ${number(inEntries)}，标题、位置与其余匹配 ${number(tokens - inEntries)}`,
          )}
        </p>
        <Meter share={tokens / Math.max(1, maxTokens)} />
      </div>
      {pack.conflicts.map((one) => (
        <Note key={`${one.path}:${one.line}`}>
          <p>
            <a class="path" href={linkTo('read', { path: one.path, at: `L${one.line}` })}>
              {one.path}:{one.line}
            </a>
          </p>
          <p>
            <q>{one.claim}</q> {t('in the code:', '代码中：')} {one.found}
          </p>
        </Note>
      ))}
      {pack.entries.length === 0 && (
        <p class="muted">
          {t(
            `Nothing matches. Look in ${pack.lookIn.join(', ')}.`,
            `没有匹配的条目。可查看 ${pack.lookIn.join('、')}。`,
          )}
        </p>
      )}
      <ol class="stack l">
        {pack.entries.map((one, index) => (
          <EntryCard key={`${one.path}:${one.startLine}`} one={one} number={index + 1} />
        ))}
      </ol>
      <details class="card">
        <summary class="bar">
          <span class="grow">{t('The exact text that the agent gets', 'Agent 实际收到的原文')}</span>
          <Tokens count={tokens} />
        </summary>
        <pre>{packText(pack)}</pre>
      </details>
      {pack.more.length > 0 && (
        <section class="stack">
          <h2>{t('More matches', '更多匹配')}</h2>
          <ul class="stack s">
            {pack.more.map((one) => (
              <li key={`${one.path}:${one.startLine}`}>
                <PlaceOf one={one} /> {one.title} {one.date !== undefined && <Ago at={one.date} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function PlaceOf({ one: { path, startLine, endLine, source } }: { readonly one: PackPointer }) {
  const name = placeName({ path, first: startLine, last: endLine })
  if (source === 'document') return <span class="path">{name}</span>
  return (
    <a class="path" href={linkTo('read', { path, at: `L${startLine}` })}>
      {name}
    </a>
  )
}

function EntryCard({ one, number }: { readonly one: PackEntry; readonly number: number }) {
  const t = useWords()
  const { provenance } = one
  return (
    <li class="card">
      <header class="bar card-head">
        <span class="muted number">{number}</span>
        <strong class="grow">{one.title}</strong>
        <Tokens count={estimateTokens(one.text)} />
      </header>
      <div class="stack s card-body">
        <p class="bar wrap small muted">
          {one.source === 'bank' ? <PlaceOf one={one} /> : <Tag>{t('document', '仓库文档')}</Tag>}
          {one.date !== undefined && <Ago at={one.date} />}
          {one.headings.length > 0 && <span>{one.headings.join(' › ')}</span>}
        </p>
        <pre>{one.text}</pre>
        {provenance !== undefined && provenance.from !== 'git' && (
          <p class="small muted">{t(provenanceWords(provenance))}</p>
        )}
        {one.source === 'document' && <OpenPlace place={{ path: one.path, first: one.startLine, last: one.endLine }} />}
      </div>
    </li>
  )
}
