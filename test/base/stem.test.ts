import { expect, test } from 'vitest'
import { stem } from '../../src/base/stem.ts'

test.each([
  ['deploy', 'deploys', 'deployed', 'deploying'],
  ['migrate', 'migrated', 'migrating', 'migration', 'migrations'],
  ['configure', 'configured', 'configuring'],
  ['retry', 'retries', 'retried'],
  ['cache', 'caches', 'cached', 'caching'],
  ['choose', 'chose', 'chosen', 'choosing'],
  ['index', 'indexes', 'indices'],
])('forms of %s have one stem', (...forms) => expect(new Set(forms.map(stem)).size).toBe(1))

test.each(['redis', 'status', 'api', 'k8s', 'über'])('stemming %s twice changes nothing', (word) =>
  expect(stem(stem(word))).toBe(stem(word)),
)
