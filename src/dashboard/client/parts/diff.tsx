/** What files become, line by line, as they would be written. */

import type { DiffLine, FileDiff } from '../../../core/page.ts'
import { useWords } from '../context.ts'
import { linkTo } from '../route.ts'
import { Tag } from './common.tsx'
import { Icon } from './icon.tsx'

export function Diffs({ files }: { readonly files: readonly FileDiff[] }) {
  return (
    <div class="diffs">
      {files.map((file) => (
        <Diff key={file.path} file={file} />
      ))}
    </div>
  )
}

function Diff({ file }: { readonly file: FileDiff }) {
  const t = useWords()
  const isFolder = file.kind === 'make-folder' || file.kind === 'remove-folder'
  if (isFolder) return null
  return (
    <section class="diff">
      <header class="diff-head">
        <Icon name="file" />
        <a class="path" href={linkTo('read', { path: file.to ?? file.path })}>
          {file.to === undefined ? file.path : `${file.path} → ${file.to}`}
        </a>
        {file.kind === 'create' && <Tag tone="good">{t({ en: 'new', zh: '新建' })}</Tag>}
        {file.kind === 'remove' && <Tag tone="bad">{t({ en: 'removed', zh: '移除' })}</Tag>}
        <span class="diff-count">
          {file.added > 0 && <span class="plus">+{file.added}</span>}
          {file.removed > 0 && <span class="minus">−{file.removed}</span>}
        </span>
      </header>
      {file.hunks.map((hunk) => (
        <div class="hunk" key={`${hunk.lines[0]?.old}-${hunk.lines[0]?.new}`}>
          {hunk.heading !== undefined && <div class="hunk-head">{hunk.heading.replace(/^#+\s*/, '')}</div>}
          <div class="hunk-lines">
            {hunk.lines.map((line) => (
              <Line key={`${line.kind}${line.old}-${line.new}`} line={line} />
            ))}
          </div>
        </div>
      ))}
    </section>
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
      <code class="line-text">{line.text === '' ? '\u00a0' : line.text}</code>
    </div>
  )
}
