import { useWords } from '../context.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import type { Route } from '../route.ts'

export function Check(_: { readonly route: Route }) {
  const t = useWords()
  return <PageHead title={t(PAGE_NAMES.check)} />
}
