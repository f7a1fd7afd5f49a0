import { afterEach, beforeEach, expect, test } from 'vitest'
import { acceptPagePlan, type PageRequest, pagePlan } from '../../src/dashboard/page-plans.ts'
import { timeline } from '../../src/dashboard/timeline.ts'
import { given, PageProject } from '../verbs/page-project.ts'

let project: PageProject
let made = ''
const UNDO = (): PageRequest => ({ kind: 'undo', id: made, isForced: false })
const FIX: PageRequest = { kind: 'fix' }
const MEMORY = 'memory-bank/MEMORY.md'
const NOTE = 'memory-bank/details/learnings/a-note.md'

beforeEach(() => {
  project = new PageProject({ 'package.json': '{ "name": "shop" }' })
  project.put('package.json', '{ "name": "shop", "scripts": { "build": "vite build" } }')
  made = project.refresh()
})
afterEach(() => project.remove())

test('an undo is shown with its diff and applied as shown [S54]', () => {
  const before = project.read(MEMORY)
  const plan = given(pagePlan(project.open(), UNDO(), 'en'))
  expect(plan).toMatchObject({ intent: 'undo', title: 'Undo: refresh', notes: [] })
  expect(plan.problem).toBeUndefined()
  expect(
    plan.files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines)).some(({ kind }) => kind === 'removed'),
  ).toBe(true)
  expect(project.read(MEMORY)).toBe(before)
  const written = given(acceptPagePlan(project.open(), UNDO(), plan.planHash, 'en'))
  expect(written.summary).toContain('[Memory Bank updated]')
  expect(written.files).toEqual(plan.files.map(({ path }) => path))
  expect(project.read(MEMORY)).not.toBe(before)
  const [newest] = given(timeline(project.open(), { from: 0, count: 1, language: 'en' })).items
  expect(newest).toMatchObject({ id: written.change, undoes: made })
})

test('nothing is written if the plan differs from the shown one [S54] [S42]', () => {
  const plan = given(pagePlan(project.open(), UNDO(), 'en'))
  // An edit in the user block is not a conflict, but it changes the plan.
  const now = project.read(MEMORY).replace('<!-- USER_BLOCK_START -->', '<!-- USER_BLOCK_START -->\nOur words.')
  project.put(MEMORY, now)
  expect(refusal(UNDO(), plan.planHash)).toBe('plan-changed')
  expect(project.read(MEMORY)).toBe(now)
  expect(refusal(UNDO(), '')).toBe('plan-changed')
  expect(project.read(MEMORY)).toBe(now)
})

test('a change whose files changed since is reported and not undone [S54]', () => {
  const shown = given(pagePlan(project.open(), UNDO(), 'en'))
  const edited = project.read(MEMORY).replace('# ', '# Our own ')
  project.put(MEMORY, edited)
  const plan = given(pagePlan(project.open(), UNDO(), 'zh'))
  expect(plan).toMatchObject({ files: [], problem: { code: 'undo-stale' } })
  expect(plan.problem?.message).toMatch(/[\u4e00-\u9fff]/)
  for (const hash of [shown.planHash, plan.planHash]) expect(refusal(UNDO(), hash)).toBe('undo-stale')
  expect(project.read(MEMORY)).toBe(edited)
})

test('an undo that overwrites later changes shows what it would remove [S44] [S54]', () => {
  const before = project.read(MEMORY)
  project.put(MEMORY, before.replace('# ', '# Our own '))
  const forced = { ...UNDO(), isForced: true } as const
  const plan = given(pagePlan(project.open(), forced, 'en'))
  expect(plan.problem).toBeUndefined()
  const removed = plan.files
    .flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines))
    .filter(({ kind }) => kind === 'removed')
  expect(removed.some(({ text }) => text.includes('Our own'))).toBe(true)
  expect(refusal(UNDO(), plan.planHash)).toBe('undo-stale')
  expect(refusal(forced, plan.planHash)).toBeUndefined()
  expect(project.read(MEMORY)).not.toContain('Our own')
})

test('an unknown change gives no plan [S54]', () => {
  const plan = pagePlan(project.open(), { kind: 'undo', id: 'nothing', isForced: false }, 'en')
  expect(plan.ok ? plan.value : plan.problem.code).toBe('undo-unknown')
})

test('fixes of check are shown first and applied once [S54] [S50]', () => {
  project.put(NOTE, '# A note\n\nSee [tech](tech.md).\n')
  project.commit('One')
  const plan = given(pagePlan(project.open(), FIX, 'en'))
  expect(plan).toMatchObject({ intent: 'fix', title: 'fix' })
  expect(plan.files.map(({ path }) => path)).toContain('details/learnings/a-note.md')
  expect(project.read(NOTE)).toContain('(tech.md)')
  expect(refusal(FIX, 'another')).toBe('plan-changed')
  expect(refusal(FIX, plan.planHash)).toBeUndefined()
  expect(project.read(NOTE)).toContain('(../tech.md)')
  const after = given(pagePlan(project.open(), FIX, 'en'))
  expect(after.files).toEqual([])
  expect(refusal(FIX, after.planHash)).toBe('plan-changed')
})

/** The code of the problem; undefined if the plan was applied. */
function refusal(request: PageRequest, hash: string): string | undefined {
  const done = acceptPagePlan(project.open(), request, hash, 'en')
  return done.ok ? undefined : done.problem.code
}
