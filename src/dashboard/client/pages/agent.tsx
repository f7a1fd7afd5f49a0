import { useWords } from '../context.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import type { Route } from '../route.ts'

export function Agent(_: { readonly route: Route }) {
  const t = useWords()
  return <PageHead title={t(PAGE_NAMES.agent)} />
}
