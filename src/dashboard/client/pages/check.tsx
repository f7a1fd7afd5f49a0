/** Findings of check by severity and file, each with its next step. Safe fixes are applied after a preview of their diff. */

import { useState } from 'preact/hooks'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Button, Empty, Load, Tag } from '../parts/common.tsx'
import { useShown } from '../parts/list.tsx'
import { inline } from '../parts/markdown.tsx'
import { PlanDialog } from '../parts/plan.tsx'
import { linkTo, type PageRoute } from '../route.ts'

/** The format of `memory-bank check --json`. */
interface CheckReport {
  readonly findings: readonly Finding[]
}

interface Finding {
  readonly rule: string
  readonly level: (typeof LEVELS)[number]['of']
  readonly path: string
  readonly line?: number
  readonly message: string
  readonly next: string
  readonly fixable: boolean
}

const LEVELS = [
  { of: 'error', name: { en: 'Errors', zh: '错误' }, tone: 'bad' },
  { of: 'warning', name: { en: 'Warnings', zh: '警告' }, tone: 'warn' },
  { of: 'note', name: { en: 'Notes', zh: '提示' }, tone: '' },
] as const

export function Check(_: { readonly route: PageRoute }) {
  const t = useWords()
  const { server } = usePage()
  const report = useData<CheckReport>('/api/check')
  const [isAsking, setAsking] = useState(false)
  const findings = report.kind === 'data' ? report.data.findings : []
  const fixable = server.isExport ? 0 : findings.filter((finding) => finding.fixable).length
  useKeys({ f: fixable > 0 ? () => setAsking(true) : undefined })
  return (
    <>
      <PageHead title={t(PAGE_NAMES.check)}>
        {fixable > 0 && (
          <Button kind="primary" hint="f" onClick={() => setAsking(true)}>
            {t(`Fix ${fixable}…`, `修复 ${fixable} 处…`)}
          </Button>
        )}
      </PageHead>
      <Load of={report}>
        {() =>
          findings.length === 0 ? (
            <Empty
              icon="check"
              title={t('No problems found', '没有发现问题')}
              text={t(
                'Links work, statements about the code are right, nothing is too long, and there are no secrets.',
                '链接有效，关于代码的描述与代码一致，没有过长的内容，也没有机密。',
              )}
              hint={t('In CI:', '在 CI 中：')}
              command="memory-bank check"
            />
          ) : (
            <div class="stack page-body">
              {LEVELS.map((level) => (
                <LevelOf key={level.of} {...level} findings={findings.filter((one) => one.level === level.of)} />
              ))}
            </div>
          )
        }
      </Load>
      {isAsking && (
        <PlanDialog
          title={t('Apply safe fixes?', '自动修复可安全修复的问题？')}
          path="/api/fix"
          query={{}}
          act={t('Fix', '修复')}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function LevelOf({ name, tone, findings }: Omit<(typeof LEVELS)[number], 'of'> & CheckReport) {
  const t = useWords()
  const { shown, end } = useShown(findings)
  if (findings.length === 0) return null
  return (
    <section class="stack">
      <h2>
        {t(name)} <Tag tone={tone}>{findings.length}</Tag>
      </h2>
      {[...new Set(shown.map(({ path }) => path))].map((path) => (
        <div class="card" key={path}>
          <h3 class="bar card-head">
            <a class="path" href={linkTo('read', { path })}>
              {path}
            </a>
          </h3>
          <ul class="lines">
            {shown
              .filter((finding) => finding.path === path)
              .map((finding) => (
                <FindingOf key={`${finding.rule} ${finding.line} ${finding.message}`} finding={finding} />
              ))}
          </ul>
        </div>
      ))}
      {end}
    </section>
  )
}

function FindingOf({ finding: { path, line, message, next, fixable } }: { readonly finding: Finding }) {
  const t = useWords()
  return (
    <li class="bar">
      <span class="path">{line !== undefined && <a href={linkTo('read', { path, at: `L${line}` })}>L{line}</a>}</span>
      <div class="grow">
        <p>{inline(message, path)}</p>
        <p class="muted small">{inline(next, path)}</p>
      </div>
      {fixable && <Tag tone="good">{t('fixable', '可修复')}</Tag>}
    </li>
  )
}
