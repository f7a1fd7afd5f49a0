import { expect, test } from 'vitest'
import { judgeKeyName } from '../../src/secrets/judge-key-name.ts'

test.each(['Date', 'Decision', 'Why', 'Given up', 'Applies to', '日期', 'file name'])(
  '%s never names a secret, whatever the word before it [S35]',
  (name) => expect(judgeKeyName(name, 'api')).toBeUndefined(),
)
