/** The parts of the engine that the benchmark uses. */

export { packText as renderPack } from '../../src/bank/pack-text.ts'
export { pageOf } from '../../src/bank/page.ts'
export { knownPath } from '../../src/base/bank-path.ts'
export { estimateTokens } from '../../src/base/estimate-tokens.ts'
export { EntryIndex } from '../../src/search/entry-index.ts'
export { queriesOf, rank } from '../../src/search/rank.ts'
export { recall } from '../../src/search/recall.ts'
export { splitEntries } from '../../src/search/split-entries.ts'
export { TermCounts } from '../../src/search/term-counts.ts'
export { tokenize } from '../../src/search/tokenize.ts'
