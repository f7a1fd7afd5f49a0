/** Error of the token estimate against the exact tokenizer on Chinese, English and code. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { readGround } from './ground.mjs'

export async function measureTokens(engine) {
  const { banks } = await readGround()
  const textOf = (name) =>
    banks
      .get(name)
      .map((file) => file.text)
      .join('\n')
  const source = fileURLToPath(new URL('../../src/search/', import.meta.url))
  const code = []
  for (const name of (await readdir(source)).sort()) {
    if (name.endsWith('.ts')) code.push(await readFile(join(source, name), 'utf8'))
  }
  const texts = { Chinese: textOf('mall'), English: textOf('lakeview'), mixed: textOf('travel'), code: code.join('\n') }
  return Object.entries(texts).map(([name, text]) => {
    const exact = countTokens(text)
    const estimated = engine.estimateTokens(text)
    return [name, exact, estimated, ((100 * (estimated - exact)) / exact).toFixed(1)]
  })
}
