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

test('what nobody has answered is kept, however much it is, in the order it was made [S42]', () => {
  const store = new ProposalStore(temporaryFolder())
  const texts = Array.from({ length: 250 }, (_, index) => `Ship part ${index}`)
  for (const text of texts) add(store, text)
  expect(store.list().map(({ addition }) => addition.fields.get('text'))).toEqual(texts)
})

describe('what is written again', () => {
  test('is read as it was written: a person’s words, what was proposed, and why they said no [S42]', () => {
    const store = new ProposalStore(temporaryFolder())
    const made = add(store, 'Ship it')
    expect(store.settle(made.id, 'waiting', 'rejected')).toBe(true)
    store.rewrite({ ...made, status: 'rejected', because: 'not now' })
    expect(store.list()).toEqual([{ ...made, status: 'rejected', because: 'not now' }])
  })

  test('with content that its hash does not know is not read [S42]', () => {
    const store = new ProposalStore(temporaryFolder())
    const made = add(store, 'Ship it')
    store.rewrite({ ...made, was: focus('Ship another') })
    expect(store.list()).toEqual([])
  })
})
