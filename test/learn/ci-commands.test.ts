import { expect, test } from 'vitest'
import { ciCommands } from '../../src/learn/ci-commands.ts'

const WORKFLOW = `on: push
jobs:
  test:
    strategy:
      matrix:
        os: [a, b]
        tags: ['', '-tags sonic', '-race']
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: |
          echo building
          npm run build -- \\
            --prod
          cat <<EOT
          test this and that
          EOT
      - run: make e2e-test
      - run: npm test
      - run: go test \${{ matrix.tags }}
`

test('CI commands have their line; setup, known commands and other text are left out [S29]', () => {
  expect(ciCommands([{ path: 'ci.yml', text: WORKFLOW }], (command) => command === 'npm test')).toEqual([
    { place: 'ci.yml:5', text: 'tags -tags sonic | -race' },
    { place: 'ci.yml:13', text: '`npm run build -- --prod`' },
    { place: 'ci.yml:18', text: '`make e2e-test`' },
  ])
})

test('other services keep their commands under other keys [S29]', () => {
  const gitlab = 'test:\n  script:\n    - bundle exec rspec\n'
  const jenkins = "pipeline { steps { sh 'mvn -B verify' } }"
  expect(
    ciCommands(
      [
        { path: '.gitlab-ci.yml', text: gitlab },
        { path: 'Jenkinsfile', text: jenkins },
        { path: 'broken.yml', text: 'a: [' },
      ],
      () => false,
    ),
  ).toEqual([
    { place: '.gitlab-ci.yml:3', text: '`bundle exec rspec`' },
    { place: 'Jenkinsfile:1', text: '`mvn -B verify`' },
  ])
})
