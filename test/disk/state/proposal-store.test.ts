import { describe, expect, test } from 'vitest'
import type { Addition } from '../../../src/base/addition.ts'
import { ProposalStore } from '../../../src/disk/state/proposal-store.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const AT = '2026-01-01T00:00:00Z'

function focus(text: string): Addition {
  return { kind: 'focus', fields: new Map([['text', text]]), evidence: [] }
}

function add(store: ProposalStore, text: string) {
  return store.add({ session: 's', at: AT, addition: focus(text), targets: [] })
}

test('waiting proposals are all kept, in the order they were made [S42]', () => {
  const store = new ProposalStore(temporaryFolder())
  const texts = Array.from({ length: 250 }, (_, index) => `Ship part ${index}`)
  for (const text of texts) add(store, text)
  expect(store.list().map(({ addition }) => addition.fields.get('text'))).toEqual(texts)
})

describe('a rewritten proposal', () => {
  test('keeps the person’s words, the original proposal and the reason for a no [S42]', () => {
    const store = new ProposalStore(temporaryFolder())
    const made = add(store, 'Ship it')
    expect(store.settle(made.id, 'waiting', 'rejected')).toBe(true)
    store.rewrite({ ...made, status: 'rejected', because: 'not now' })
    expect(store.list()).toEqual([{ ...made, status: 'rejected', because: 'not now' }])
  })

  test('is ignored if its content does not match its hash [S42]', () => {
    const store = new ProposalStore(temporaryFolder())
    const made = add(store, 'Ship it')
    store.rewrite({ ...made, was: focus('Ship another') })
    expect(store.list()).toEqual([])
  })
})
