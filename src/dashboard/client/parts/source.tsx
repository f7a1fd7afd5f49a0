/** Lines of a file, with those marked that were asked for. */

import type { Place, SourceLines } from '../../../core/page.ts'
import { useData } from '../context.ts'
import { Problem, Waiting } from './common.tsx'

export function Source({ place }: { readonly place: Place }) {
  const query = new URLSearchParams({
    path: place.path,
    ...(place.first === undefined ? {} : { first: String(place.first) }),
    ...(place.last === undefined ? {} : { last: String(place.last) }),
  })
  const lines = useData<SourceLines>(`/api/source?${query}`)
  if (lines.kind === 'loading') return <Waiting />
  if (lines.kind === 'problem') return <Problem problem={lines.problem} />
  const { first, marked } = lines.data
  const isMarked = (line: number) => marked !== undefined && line >= marked.first && line <= marked.last
  return (
    <section class="source" aria-label={placeName(place)}>
      {lines.data.lines.map((text, index) => (
        <div key={first + index} class={isMarked(first + index) ? 'line marked' : 'line'}>
          <span class="line-number" aria-hidden="true">
            {first + index}
          </span>
          <code class="line-text">{text === '' ? '\u00a0' : text}</code>
        </div>
      ))}
    </section>
  )
}

export function placeName({ path, first, last }: Place): string {
  if (first === undefined) return path
  return last === undefined || last === first ? `${path}:${first}` : `${path}:${first}–${last}`
}
