/** What the benchmark takes from the engine. */

export { knownPath } from '../../src/core/bank-path.ts'
export { decodeImage, encodeImage } from '../../src/recall/index-image.ts'
export { recall } from '../../src/recall/recall.ts'
export { search } from '../../src/recall/search.ts'
export { buildIndex, SearchIndex } from '../../src/recall/search-index.ts'
export { splitFile } from '../../src/recall/split-file.ts'
export { tokenize } from '../../src/recall/tokenize.ts'
export { WEIGHTS } from '../../src/recall/weights.ts'
export { packText as renderPack } from '../../src/text/pack-text.ts'
export { estimateTokens } from '../../src/text/tokens.ts'
