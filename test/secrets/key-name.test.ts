import { expect, test } from 'vitest'
import { promisedBy } from '../../src/secrets/key-name.ts'

test.each(['Date', 'Decision', 'Why', 'Given up', 'Applies to', '日期', 'file name'])(
  '%s promises nothing, whatever stands before it [S35]',
  (name) => expect(promisedBy(name, 'api')).toBeUndefined(),
)
