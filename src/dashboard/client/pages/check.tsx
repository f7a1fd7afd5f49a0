/** Findings of check by severity and file, each with its next step. Safe fixes are applied after a preview of their diff. */

import { useState } from 'preact/hooks'
import type { Words } from '../../../base/language.ts'
import { useData, usePage, useWords } from '../context.ts'
import { useKeys } from '../keys.ts'
import { PAGE_NAMES, PageHead } from '../layout.tsx'
import { Button, Empty, Missing, Tag, useShown } from '../parts/common.tsx'
import { inline } from '../parts/markdown.tsx'
import { PlanDialog } from '../parts/plan.tsx'
import { linkTo, type Route } from '../route.ts'

/** The format of `memory-bank check --json`. */
interface CheckReport {
  readonly findings: readonly Finding[]
}

interface Finding {
  readonly rule: string
  readonly level: Level
  readonly path: string
  readonly line?: number
  readonly message: string
  readonly next: string
  readonly fixable: boolean
}

type Level = 'error' | 'warning' | 'note'

const LEVELS: Readonly<Record<Level, { readonly name: Words; readonly tone: 'bad' | 'warn' | 'plain' }>> = {
  error: { name: { en: 'Errors', zh: '错误' }, tone: 'bad' },
  warning: { name: { en: 'Warnings', zh: '警告' }, tone: 'warn' },
  note: { name: { en: 'Notes', zh: '提示' }, tone: 'plain' },
}

export function Check(_: { readonly route: Route }) {
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
            {t({ en: `Fix ${fixable}…`, zh: `修复 ${fixable} 处…` })}
          </Button>
        )}
      </PageHead>
      <Missing of={report} />
      {report.kind === 'data' && findings.length === 0 && (
        <Empty icon="check" title={t({ en: 'No problems found', zh: '没有发现问题' })}>
          <p>
            {t({
              en: 'Links work, statements about the code are right, nothing is too long, and there are no secrets.',
              zh: '链接有效，关于代码的描述与代码一致，没有过长的内容，也没有机密。',
            })}
          </p>
          <p>
            {t({ en: 'In CI: ', zh: '在 CI 中：' })}
            <code>memory-bank check</code>
          </p>
        </Empty>
      )}
      {findings.length > 0 && (
        <div class="page-body">
          {LEVEL_ORDER.map((level) => (
            <LevelOf key={level} level={level} findings={findings.filter((finding) => finding.level === level)} />
          ))}
        </div>
      )}
      {isAsking && (
        <PlanDialog
          title={t({ en: 'Apply safe fixes?', zh: '自动修复可安全修复的问题？' })}
          path="/api/fix"
          query={{}}
          act={t({ en: 'Fix', zh: '修复' })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const LEVEL_ORDER: readonly Level[] = ['error', 'warning', 'note']

function LevelOf({ level, findings }: { readonly level: Level; readonly findings: readonly Finding[] }) {
  const t = useWords()
  const { shown, end } = useShown(findings)
  if (findings.length === 0) return null
  return (
    <section class="level">
      <h2>
        {t(LEVELS[level].name)} <Tag tone={LEVELS[level].tone}>{findings.length}</Tag>
      </h2>
      {[...new Set(shown.map(({ path }) => path))].map((path) => (
        <div class="card" key={path}>
          <h3 class="card-head">
            <a class="path" href={linkTo('read', { path })}>
              {path}
            </a>
          </h3>
          <ul>
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

function FindingOf({ finding }: { readonly finding: Finding }) {
  const t = useWords()
  const { path, line } = finding
  return (
    <li class="finding">
      <span class="finding-line">
        {line !== undefined && <a href={linkTo('read', { path, at: `L${line}` })}>L{line}</a>}
      </span>
      <div class="grow">
        <p>{inline(finding.message, path)}</p>
        <p class="muted small">{inline(finding.next, path)}</p>
      </div>
      {finding.fixable && <Tag tone="good">{t({ en: 'fixable', zh: '可修复' })}</Tag>}
    </li>
  )
}
