import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HostEvent, ToolFacts } from '../../src/bank/event.ts'
import { type BankPath, knownPath } from '../../src/base/bank-path.ts'
import { hashOfText } from '../../src/base/content-hash.ts'
import { covers } from '../../src/guard/bank-writes.ts'
import { FRESH, type GuardState, type Moment, remember } from '../../src/guard/state.ts'
import { law } from '../laws/runs.ts'
import {
  assistant,
  bank,
  bankFile,
  COMPACTED,
  OTHER,
  PATTERNS_HASH,
  POLICY,
  project,
  reads,
  Session,
  said,
  shell,
  step,
} from './situation.ts'

const RISKY = project('package.json')
const SMALL = project('src/app.ts')
const DETAIL = bank('details/tech.md', 'a\n', 'b\n')
const PROPOSAL =
  '💾 要把这次的发现写入 Memory Bank 吗？\n   → details/learnings/cache.md\n   → 内容：缓存键；参见 details/tech.md\n\n回复"好"或"写"即可，不需要可忽略。'
const CACHE = bank(
  'details/learnings/cache.md',
  'a\n- Symptom: s\n- Root cause: c\n- Solution: s\n- Prevention: p\n',
  'b\n- Symptom: s\n- Root cause: c\n- Solution: s\n- Prevention: p\n',
)

describe('strictness', () => {
  test.each([
    ['off', RISKY, 'allow'],
    ['warn', RISKY, 'note read-before-risky-write'],
    ['block', RISKY, 'refuse read-before-risky-write'],
    ['off', SMALL, 'allow'],
    ['warn', SMALL, 'note read-something-first'],
    ['block', SMALL, 'note read-something-first'],
    ['off', project('a.ts', 'b.ts'), 'allow'],
    ['warn', project('a.ts', 'b.ts'), 'note read-before-risky-write'],
    ['block', project('a.ts', 'b.ts'), 'refuse read-before-risky-write'],
    ['block', shell(undefined, ['Dockerfile']), 'refuse read-before-risky-write'],
    ['off', DETAIL, 'note writing-guideline'],
    ['warn', DETAIL, 'note writing-guideline'],
    ['block', DETAIL, 'note writing-guideline'],
    ['off', bank('x.sh', undefined, 'x'), 'refuse markdown-only'],
    ['warn', bank('MEMORY.md', 'x', undefined), 'refuse nothing-deleted'],
    ['block', OTHER, 'allow'],
    ['off', shell({ kind: 'writes-bank', how: '>', path: 'memory-bank/a.md' }), 'refuse edit-tools-only'],
    ['off', shell({ kind: 'writes-config' }), 'refuse config-is-for-people'],
    ['off', { kind: 'unjudged', why: 'x' }, 'refuse judged-before-written'],
    ['block', { kind: 'delegates', agent: 'general', again: false }, 'allow'],
  ] as const)('%s: %j → %s [S30] [S31] [S32]', (mode, facts, expected) => {
    expect(new Session({ mode }).verdict(facts)).toBe(expected)
  })

  test.each([
    ['off', 'confirm', 'note writing-guideline'],
    ['warn', 'confirm', 'note confirmed-writes'],
    ['block', 'confirm', 'refuse confirmed-writes'],
    ['off', 'direct', 'note writing-guideline'],
    ['warn', 'direct', 'note writing-guideline'],
    ['block', 'direct', 'note writing-guideline'],
    ['off', 'writer', 'refuse writer-agent-only'],
    ['warn', 'writer', 'refuse writer-agent-only'],
    ['block', 'writer', 'refuse writer-agent-only'],
  ] as const)('%s, writer %s: an unasked bank write → %s [S36]', (mode, writer, expected) => {
    expect(new Session({ mode, writer }).verdict(DETAIL)).toBe(expected)
  })

  test('a refusal by the gate is one sentence with one next step, and leaves no trace [S31]', () => {
    const session = new Session()
    const verdict = session.request(RISKY)
    if (verdict.kind !== 'refuse') throw new Error('not refused')
    expect(verdict.text).toBe(
      'Read memory-bank/details/patterns.md, then repeat this edit (package.json is sensitive).',
    )
    expect(session.state).toEqual(FRESH)
    expect(session.verdict(RISKY)).toBe('refuse read-before-risky-write')
  })

  test('in warn it reports the write, and never asks to repeat one that succeeded [S31] [S36]', () => {
    const note = new Session({ mode: 'warn' }).request(RISKY)
    expect(note).toMatchObject({
      text: expect.stringMatching(/^The edit was made before memory-bank\/details\/patterns\.md was read/),
    })
    expect(note).toMatchObject({
      text: expect.stringContaining('then check what you wrote against it. If the edit failed, read it, then repeat'),
    })
    const unasked = new Session({ mode: 'warn', writer: 'confirm' }).request(DETAIL)
    expect(unasked).toMatchObject({
      text: expect.stringContaining('was written without the user’s confirmation and is listed as unconfirmed'),
    })
    expect(unasked).toMatchObject({ text: expect.not.stringContaining('after they say yes') })
  })

  test('the user reads it in the language of the bank [S31]', () => {
    expect(new Session({ chooseLanguage: () => 'zh' }).request(RISKY)).toMatchObject({
      text: expect.stringContaining('请先读取 memory-bank/details/patterns.md'),
    })
  })

  test('in warn the gate speaks once per turn [S31]', () => {
    const session = new Session({ mode: 'warn' })
    const heard = [RISKY, RISKY, project('auth.ts')].map((facts) => session.verdict(facts))
    session.send(said('go on'))
    expect([...heard, session.verdict(RISKY), session.verdict(RISKY)]).toEqual([
      'note read-before-risky-write',
      'allow',
      'allow',
      'note read-before-risky-write',
      'allow',
    ])
  })

  test('the note about a small write is given once per session [S31]', () => {
    const session = new Session({ mode: 'warn' })
    const first = session.verdict(SMALL)
    session.send(said('next'))
    expect([first, session.verdict(SMALL), session.verdict(project('src/other.ts'))]).toEqual([
      'note read-something-first',
      'allow',
      'allow',
    ])
  })

  test('the writing guideline is heard once per turn [S32]', () => {
    const session = new Session()
    const first = session.verdict(DETAIL)
    const second = session.verdict(DETAIL)
    session.send(said('next'))
    expect([first, second, session.verdict(DETAIL)]).toEqual([
      'note writing-guideline',
      'allow',
      'note writing-guideline',
    ])
  })

  test('two notes to one call reach the model together, each of them once [S36]', () => {
    const verdict = new Session({ mode: 'warn', writer: 'confirm' }).request(DETAIL)
    if (verdict.kind !== 'note') throw new Error('no note')
    expect(verdict.text.split('\n')).toHaveLength(2)
    expect(verdict.text).toContain('without the user’s confirmation')
  })

  test('an unconfirmed write that passes is listed, every file of it, once [S36]', () => {
    const session = new Session({ mode: 'warn', writer: 'confirm' })
    session.request(DETAIL)
    session.request({
      kind: 'writes',
      files: [bankFile('details/tech.md', 'a', 'b'), bankFile('details/progress.md', 'a', 'b')],
    })
    expect(session.state.unconfirmed).toEqual(['details/tech.md', 'details/progress.md'])
  })
})

describe('reads', () => {
  const session = () => {
    const one = new Session()
    one.send(said('hello'))
    one.finish(reads())
    return one
  }

  test.each([
    ['in the same turn', () => {}, 'session', 'allow'],
    ['turns later', (one: Session): unknown => void [one.send(said('a')), one.send(said('b'))], 'session', 'allow'],
    [
      'turns later, where every turn asks',
      (one: Session): unknown => void one.send(said('a')),
      'turn',
      'refuse read-before-risky-write',
    ],
    ['in the same turn, where every turn asks', () => {}, 'turn', 'allow'],
    [
      'after compaction',
      (one: Session): unknown => void one.send(COMPACTED),
      'session',
      'refuse read-before-risky-write',
    ],
    [
      'after another hand changed the file',
      (one: Session): void => changeByAnotherHand(one),
      'session',
      'refuse read-before-risky-write',
    ],
  ] as const)('%s counts or not: %s %s → %s [S31] [S38]', (_name, meanwhile, readScope, expected) => {
    const one = session()
    meanwhile(one)
    one.policy = { ...one.policy, readScope }
    expect(one.verdict(RISKY)).toBe(expected)
  })

  function changeByAnotherHand(one: Session): void {
    one.policy = { ...one.policy, readRequired: () => ({ path: knownPath('details/patterns.md'), hash: 'changed' }) }
  }

  test('a requested read does not count before it is done [S31]', () => {
    const one = new Session()
    one.request(reads())
    expect(one.verdict(RISKY)).toBe('refuse read-before-risky-write')
  })

  test('a read through the shell counts too [S31]', () => {
    const one = new Session()
    one.finish({
      kind: 'shell',
      danger: undefined,
      reads: [{ path: knownPath('details/patterns.md'), hash: PATTERNS_HASH }],
      writes: [],
    })
    expect(one.verdict(RISKY)).toBe('allow')
  })

  test('its own edit of what it has read keeps the read valid [S31]', () => {
    const one = new Session({
      readRequired: () => ({ path: knownPath('details/patterns.md'), hash: hashOfText('after\n') }),
    })
    one.finish(reads('details/patterns.md', hashOfText('before\n')))
    one.finish(bank('details/patterns.md', 'before\n', 'after\n'))
    expect(one.verdict(RISKY)).toBe('allow')
  })

  test('its own edit of a file that another program changed meanwhile does not [S31]', () => {
    const one = new Session({
      readRequired: () => ({ path: knownPath('details/patterns.md'), hash: hashOfText('after\n') }),
    })
    one.finish(reads('details/patterns.md', hashOfText('long ago\n')))
    one.finish(bank('details/patterns.md', 'before\n', 'after\n'))
    expect(one.verdict(RISKY)).toBe('refuse read-before-risky-write')
  })

  test('it knows a file it made itself [S31]', () => {
    const one = new Session({
      readRequired: () => ({ path: knownPath('details/patterns.md'), hash: hashOfText('mine\n') }),
    })
    one.finish(bank('details/patterns.md', undefined, 'mine\n'))
    expect(one.verdict(RISKY)).toBe('allow')
  })

  test('a sub-agent reads on its own account [S38]', () => {
    session()
    const child = new Session()
    child.send({ kind: 'session-started', session: 'child', parent: 's', agent: 'general' })
    expect(child.verdict(RISKY)).toBe('refuse read-before-risky-write')
  })
})

describe('permission to write', () => {
  const asked = (policy = {}) => new Session({ writer: 'confirm', ...policy })

  test('a proposal that the user accepts covers its targets and their indexes, in that turn [S42]', () => {
    const one = asked()
    one.send(assistant(PROPOSAL))
    expect(one.send(said('好')).answer).toBe('confirm')
    expect(one.verdict(CACHE)).not.toContain('refuse')
    expect(one.verdict(bank('details/learnings/index.md', 'a', 'b'))).not.toContain('refuse')
    expect(one.verdict(bank('details/patterns.md', 'a', 'b'))).toBe('refuse confirmed-writes')
    expect(one.verdict(DETAIL), 'a file that only the content speaks of').toBe('refuse confirmed-writes')
  })

  test.each([
    ['the user declines', (one: Session): unknown => void [one.send(assistant(PROPOSAL)), one.send(said('不用'))]],
    [
      'the user goes on to something else',
      (one: Session): unknown => void [one.send(assistant(PROPOSAL)), one.send(said('现在帮我改一下登录页面的颜色'))],
    ],
    ['nobody proposed anything', (one: Session): unknown => void one.send(said('好'))],
    [
      'the model says yes itself',
      (one: Session) =>
        void [one.send(assistant(PROPOSAL)), one.send(assistant('好')), one.send(assistant('yes, write it'))],
    ],
    [
      'the answer came before the proposal',
      (one: Session): unknown => void [one.send(said('好')), one.send(assistant(PROPOSAL))],
    ],
    [
      'the next turn has come',
      (one: Session): unknown => void [one.send(assistant(PROPOSAL)), one.send(said('好')), one.send(said('继续'))],
    ],
    [
      'the same yes is said twice',
      (one: Session): unknown => void [one.send(assistant(PROPOSAL)), one.send(said('好')), one.send(said('好'))],
    ],
    [
      'it is a sub-agent',
      (one: Session) =>
        void [
          one.send({ kind: 'session-started', session: 's', parent: 'p' }),
          one.send(assistant(PROPOSAL)),
          one.send(said('好')),
        ],
    ],
  ])('nothing is granted where %s [S42]', (_name, happens) => {
    const one = asked()
    happens(one)
    expect(one.state.granted).toEqual({ kind: 'nothing' })
    expect(one.verdict(CACHE)).toBe('refuse confirmed-writes')
  })

  test('another session is granted nothing [S42]', () => {
    const [one, other] = [asked(), asked()]
    one.send(assistant(PROPOSAL))
    other.send(said('好'))
    expect(other.verdict(CACHE)).toBe('refuse confirmed-writes')
  })

  test('a yes to a plan lets Memory Bank carry it out, and the agent write nothing [S11] [S42]', () => {
    const one = asked()
    one.state = remember(one.state, { at: 'proposed', targets: [], plan: true })
    one.send(assistant(`${PROPOSAL}\nHere is the plan.`))
    expect(one.send(said('好')).answer).toBeUndefined()
    expect(one.state).toMatchObject({ planAccepted: false, proposal: { kind: 'plan' } })
    one.state = remember(one.state, { at: 'shown', shown: true })
    expect(one.send(said('好')).answer).toBe('confirm')
    expect(one.state).toMatchObject({ planAccepted: true, granted: { kind: 'nothing' } })
    expect(one.verdict(CACHE)).toBe('refuse confirmed-writes')
    one.send(said('好'))
    expect(one.state.planAccepted).toBe(false)
  })

  test('a sub-agent’s yes accepts no plan [S42]', () => {
    const one = asked()
    one.send({ kind: 'session-started', session: 's', parent: 'p' })
    one.state = remember(one.state, { at: 'proposed', targets: [], plan: true })
    one.send(said('好'))
    expect(one.state.planAccepted).toBe(false)
  })

  test.each([
    ['只写第一条', ['details/patterns.md', 'MEMORY.md']],
    ['好', ['details/patterns.md', 'MEMORY.md', 'details/tech.md']],
    ['写吧，第一条不要', ['details/tech.md']],
  ])('“%s” confirms its parts [S41]', (answer, expected) => {
    const one = asked()
    one.send(assistant('💾 建议写入：\n1. 决策 → details/patterns.md 和 MEMORY.md\n2. 命令 → details/tech.md'))
    one.send(said(answer))
    const granted = ['details/patterns.md', 'MEMORY.md', 'details/tech.md'].filter((path) =>
      covers(one.state.granted, knownPath(path)),
    )
    expect(granted).toEqual(expected)
  })

  test('an acceptance does not lift rules of every mode [S32] [S42]', () => {
    const one = asked()
    one.send(assistant(PROPOSAL))
    one.send(said('好'))
    expect(one.verdict(bank('details/learnings/cache.md', 'a', undefined))).toBe('refuse nothing-deleted')
  })

  test('the writer agent writes where only it may [S36]', () => {
    const one = asked({ writer: 'writer' })
    one.send({ kind: 'session-started', session: 's', parent: 'p', agent: 'memory-bank-writer' })
    expect(one.verdict(DETAIL)).toBe('note writing-guideline')
  })
})

describe('laws', () => {
  const path = fc
    .constantFrom('MEMORY.md', 'details/patterns.md', 'details/tech.md', 'details/learnings/a.md')
    .map(knownPath)
  const hash = fc.constantFrom('a', 'b', PATTERNS_HASH)
  const event: fc.Arbitrary<HostEvent> = fc.oneof(
    fc.record({ kind: fc.constant('session-started' as const), session: fc.constant('s') }),
    fc.record({
      kind: fc.constant('session-started' as const),
      session: fc.constant('s'),
      agent: fc.constantFrom('build', 'memory-bank-writer'),
    }),
    fc.record({
      kind: fc.constant('user-said' as const),
      session: fc.constant('s'),
      text: fc.constantFrom('好', '不用', 'remember this', 'refactor the module', '只写第一条'),
    }),
    fc.record({
      kind: fc.constant('assistant-said' as const),
      session: fc.constant('s'),
      text: fc.constantFrom('hello', PROPOSAL, '💾 1. details/tech.md\n2. MEMORY.md', '💾'),
    }),
    fc.constant<HostEvent>({ kind: 'tool-requested', session: 's', call: 'c', calls: [] }),
    fc.constant<HostEvent>({ kind: 'tool-finished', session: 's', call: 'c', calls: [] }),
    fc.constant<HostEvent>(COMPACTED),
  )
  const facts: fc.Arbitrary<ToolFacts> = fc.oneof(
    fc.constantFrom(OTHER, RISKY, SMALL, DETAIL, CACHE, shell(), shell({ kind: 'writes-config' })),
    fc.record({ path, hash }).map((read): ToolFacts => ({ kind: 'reads', bank: [read] })),
  )
  const policy = fc.record({
    mode: fc.constantFrom('off', 'warn', 'block' as const),
    writer: fc.constantFrom('confirm', 'direct', 'writer' as const),
    readScope: fc.constantFrom('session', 'turn' as const),
  })

  test('folding the log on the disk gives the state [S37]', () => {
    law(
      fc.property(fc.array(fc.tuple(event, facts), { maxLength: 40 }), policy, (events, chosen) => {
        let state: GuardState = FRESH
        let log = ''
        for (const [happened, known] of events) {
          const done = step(state, happened, known, { ...POLICY, ...chosen })
          state = done.state
          log += done.moments.map((moment) => `${JSON.stringify(moment)}\n`).join('')
        }
        const moments: Moment[] = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        expect(moments.reduce(remember, FRESH)).toEqual(state)
      }),
      100,
    )
  })

  test('a refused call leaves the state as it was [S31]', () => {
    law(
      fc.property(fc.array(fc.tuple(event, facts), { maxLength: 20 }), facts, policy, (events, last, chosen) => {
        const strict = { ...POLICY, ...chosen }
        const state = events.reduce((now, [happened, known]) => step(now, happened, known, strict).state, FRESH)
        const done = step(state, { kind: 'tool-requested', session: 's', call: 'c', calls: [] }, last, strict)
        if (done.verdict.kind === 'refuse') expect(done.state).toBe(state)
      }),
      100,
    )
  })

  test('nothing but a person’s own message grants anything [S42]', () => {
    law(
      fc.property(fc.array(fc.tuple(event, facts), { maxLength: 30 }), (events) => {
        let state: GuardState = FRESH
        for (const [happened, known] of events) {
          const before = state.granted
          state = step(state, happened, known, POLICY).state
          if (happened.kind !== 'user-said') expect(state.granted).toBe(before)
        }
      }),
      100,
    )
  })

  test('the state of a session is bounded, whatever happens in it [S37]', () => {
    const session = new Session({ mode: 'warn', writer: 'confirm' })
    for (let index = 0; index < 3_000; index += 1) {
      session.finish(reads(`details/design/${index}.md`, 'h'))
      session.request(bank(`details/design/${index}.md`, 'a', 'b'))
      session.send(assistant(`💾 ${Array.from({ length: 90 }, (_, at) => `details/design/${at}.md`).join(' ')}`))
      if (index % 10 === 0) session.send(said('好'))
    }
    const size = (value: unknown): number =>
      value instanceof Map || value instanceof Set ? [...value].flat().length : JSON.stringify(value ?? '').length
    for (const value of Object.values(session.state)) expect(size(value)).toBeLessThan(10_000)
    expect(session.state.read.size).toBe(200)
    expect([...session.state.read.keys()].at(-1)).toBe('details/design/2999.md' as BankPath)
  })
})
