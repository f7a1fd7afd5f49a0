/**
 * Renders the bank's Markdown as DOM nodes. Its text never becomes HTML: tags are shown literally, and Memory Bank's
 * comments by their meaning. Links lead only to pages of the dashboard or to the web.
 */

import { type ComponentChildren, Fragment } from 'preact'
import type { ShownBlock } from '../../../bank/shown-blocks.ts'
import { useWords } from '../context.ts'
import { linkTo } from '../route.ts'
import { Tag } from './common.tsx'

interface MarkdownProps {
  readonly blocks: readonly ShownBlock[]
  /** Links are relative to this file. */
  readonly path?: string
  /** Notes beside a range of lines (from 1, inclusive) of a block, item or row. */
  readonly beside?: Beside
}

type Beside = (first: number, last: number) => ComponentChildren

export function Markdown({ blocks, path = 'MEMORY.md', beside }: MarkdownProps) {
  return (
    <div class="stack markdown">
      {blocks.map((block) => {
        // Items and rows have their own notes.
        const aside = block.kind === 'list' || block.kind === 'table' ? undefined : beside?.(block.first, block.last)
        return (
          <div class="block" data-line={block.first} key={block.first}>
            <Block block={block} path={path} beside={beside} />
            {aside}
          </div>
        )
      })}
    </div>
  )
}

function Block(props: { readonly block: ShownBlock; readonly path: string; readonly beside: Beside | undefined }) {
  const { block, path, beside } = props
  const t = useWords()
  switch (block.kind) {
    case 'heading':
      return <Heading level={block.level}>{inline(block.text, path)}</Heading>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <pre tabIndex={0}>
          <code>{block.lines.join('\n')}</code>
        </pre>
      )
    case 'table':
      return <TableOf header={block.header} rows={block.rows} first={block.first} path={path} beside={beside} />
    case 'list':
      return (
        <ul class="stack s">
          {block.items.map((item) => (
            <li key={item.first} class="item" style={{ marginLeft: 20 * item.depth }} data-line={item.first}>
              <span class="muted" aria-hidden="true">
                {item.box === undefined ? (item.number ?? '•') : item.box === 'checked' ? '☑' : '☐'}
              </span>
              {item.box === 'checked' && <span class="unseen">{t('done:', '已完成：')}</span>}
              <div>
                {inline(item.text, path)}
                {beside?.(item.first, item.last)}
              </div>
            </li>
          ))}
        </ul>
      )
    case 'quote':
      return <blockquote>{inline(block.text, path)}</blockquote>
    case 'rule':
      return <hr />
    case 'mark':
      return block.is === 'user-start' ? (
        <p>
          <Tag>
            {t('Your notes: never changed by Memory Bank or an agent', '你的内容：Memory Bank 与 Agent 都不会改动')}
          </Tag>
        </p>
      ) : (
        <hr />
      )
    case 'paragraph':
      return <p>{inline(block.text, path)}</p>
  }
}

/** The page's title is level 1, so a file's headings start at level 2. */
function Heading({ level, children }: { readonly level: number; readonly children: ComponentChildren }) {
  if (level === 1) return <h2>{children}</h2>
  if (level === 2) return <h3>{children}</h3>
  return <h4>{children}</h4>
}

function TableOf(props: {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly first: number
  readonly path: string
  readonly beside: Beside | undefined
}) {
  const { header, rows, path, beside } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <div class="card table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column}>{inline(cell, path)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            // The rows start two lines below, after header and dashes.
            const line = props.first + 2 + index
            const aside = beside?.(line, line)
            return (
              <Fragment key={line}>
                <tr data-line={line}>
                  {header.map((_, column) => (
                    <td key={column}>{inline(row[column] ?? '', path)}</td>
                  ))}
                </tr>
                {aside && (
                  <tr>
                    <td class="aside" colSpan={header.length}>
                      {aside}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const INLINE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\*\*(?<strong>.+?)\*\*|__(?<strong2>.+?)__|(?<![\w*])\*(?<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])|~~(?<del>.+?)~~|!?\[(?<label>[^[\]]*)\]\((?<href>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"]*")?\)|\\(?<escaped>[\\`*_{}[\]()#+\-.!|~<>])|<!--(?:(?!<!--).)*?-->|<br\s*\/?>/gs

/** Maximum nesting of inline marks. */
const DEEPEST = 6

export function inline(text: string, path: string, depth = 0): ComponentChildren {
  if (depth > DEEPEST) return text
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    end = match.index + match[0].length
    parts.push(inlineOf(match, path, depth))
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts.length === 1 ? parts[0] : parts
}

function inlineOf(match: RegExpMatchArray, path: string, depth: number): ComponentChildren {
  const { code, strong, strong2, em, del, label, href, escaped } = match.groups ?? {}
  const inner = (said: string) => inline(said, path, depth + 1)
  if (code !== undefined) return <code>{code}</code>
  if (strong !== undefined || strong2 !== undefined) return <strong>{inner(strong ?? strong2 ?? '')}</strong>
  if (em !== undefined) return <em>{inner(em)}</em>
  if (del !== undefined) return <del>{inner(del)}</del>
  if (escaped !== undefined) return escaped
  if (match[0].startsWith('<br')) return <br />
  if (href !== undefined) return <Link href={href} label={inner(label || href)} from={path} />
  return ''
}

function Link(props: { readonly href: string; readonly label: ComponentChildren; readonly from: string }) {
  const { href, label, from } = props
  if (/^https?:\/\//i.test(href))
    return (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {label}
      </a>
    )
  const [file = '', fragment] = href.split('#', 2)
  // An unknown scheme or an absolute path.
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || file.startsWith('/')) return <span>{label}</span>
  const target = file === '' ? from : joined(from, file)
  if (target?.endsWith('.md') !== true) return <span>{label}</span>
  return <a href={linkTo('read', { path: target, at: fragment })}>{label}</a>
}

/** A link's target relative to the bank; undefined if it is outside. */
function joined(from: string, link: string): string | undefined {
  const parts = from.split('/').slice(0, -1)
  for (const part of decode(link).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
