import { expect, test } from 'vitest'
import { isCiFile } from '../../src/project/ci-files.ts'

test.each([
  ['.github/workflows/ci.yml', true],
  ['.gitlab-ci.yml', true],
  ['Jenkinsfile', true],
  ['.github/workflows/stale.yml', false],
  ['.github/dependabot.yml', false],
  ['src/ci.yml', false],
])('%s is read for commands: %s [S12]', (path, isRead) => expect(isCiFile(path)).toBe(isRead))
