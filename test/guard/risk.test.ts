import { expect, test } from 'vitest'
import { riskOf } from '../../src/guard/risk.ts'

test.each([
  ...[
    'package.json',
    'package-lock.json',
    'pnpm-lock.yaml',
    'go.mod',
    'Cargo.toml',
    'pyproject.toml',
    'requirements-dev.txt',
    'pom.xml',
    'app/build.gradle.kts',
  ],
  ...[
    'tsconfig.json',
    'tsconfig.build.json',
    'Dockerfile',
    'api.Dockerfile',
    'docker-compose.prod.yml',
    'compose.yaml',
    '.env',
    '.env.local',
    'infra/main.tf',
  ],
  ...[
    '.github/workflows/test.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'Podfile.lock',
    'gradle/libs.versions.toml',
    'ci/run.sh',
    'Jenkinsfile',
    'k8s/app.yaml',
    'deploy/prod.yaml',
    'terraform/x.json',
  ],
  ...[
    'src/auth/index.ts',
    'src/userAuthService.ts',
    'src/user-auth.ts',
    'lib/security/hash.py',
    'src/oauth2.ts',
    'config/credentials.yml',
    'SRC/AUTH/A.TS',
  ],
])('%s is sensitive [S31]', (path) => expect(riskOf([path], [])).toMatchObject({ level: 'high', because: 'sensitive' }))

test.each([
  ...[
    'src/app.ts',
    'src/author.ts',
    'src/authors/list.ts',
    'lessons.md',
    'src/imageProcessor.ts',
    'README.md',
    'docs/packages.md',
    'src/decide.ts',
  ],
  ...[
    'src/circle.ts',
    'src/precision.ts',
    'memory-bank-old/x.md',
    'skills/memory-bank/SKILL.md',
    'src/iframe.ts',
    'src/dockerless/x.ts',
    'src/accident.ts',
  ],
])('%s is not [S31]', (path) => expect(riskOf([path], [])).toEqual({ level: 'low' }))

test('several files are, one file named twice and none are not [S31]', () => {
  expect(riskOf(['a.ts', 'b.ts'], [])).toEqual({ level: 'high', because: 'several-files' })
  expect(riskOf(['a.ts', 'a.ts'], [])).toEqual({ level: 'low' })
  expect(riskOf([], [])).toEqual({ level: 'low' })
})

test('a project may name more words [S31]', () => {
  expect(riskOf(['src/billing/a.ts'], ['billing'])).toMatchObject({ level: 'high' })
  expect(riskOf(['src/billings/a.ts'], ['billing'])).toEqual({ level: 'low' })
})
