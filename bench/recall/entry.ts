/** What the benchmark takes from the engine. */

export { knownPath } from '../../src/base/bank-path.ts'
export { EntryIndex } from '../../src/search/entry-index.ts'
export { queriesOf, rank } from '../../src/search/rank.ts'
export { recall } from '../../src/search/recall.ts'
export { splitEntries } from '../../src/search/split-entries.ts'
export { tokenize } from '../../src/search/tokenize.ts'
export { packText as renderPack } from '../../src/bank/pack-text.ts'
export { estimateTokens } from '../../src/base/tokens.ts'
