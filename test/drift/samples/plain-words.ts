/** A bank whose writer marks nothing as code, with what was given up, planned or somebody else's beside what is so. */

import type { SampleProject } from '../sample-project.ts'

export const plainWords: SampleProject = {
  name: 'A bank in plain words',
  history: [
    {
      'package.json': JSON.stringify(
        {
          name: 'post',
          scripts: { build: 'tsc', test: 'vitest' },
          dependencies: { undici: '^6.0.0', 'mail-parser': '^2.0.0', open: '^9.0.0', zod: '^3.20.0' },
          devDependencies: { typescript: '^5.4.0', mocha: '^10.0.0', supertest: '^6.0.0' },
        },
        undefined,
        2,
      ),
      'examples/basic/package.json': JSON.stringify({ devDependencies: { typescript: '^5.4.0' } }),
      'src/envelope.ts':
        'export class EnvelopeReader {}\nexport class SizeLimitError extends Error {}\nexport function parseEnvelope() {}\nexport const retry_after = 3\n',
      'src/queue.ts':
        'export const QUEUE_DEPTH = 10\nexport function drainQueue() {}\n// seen on GitHub, as WebSocket\n',
      'src/old-queue.ts': 'export function oldDrain() {}\n',
      'scripts/http-load/run.ts': '1\n',
      '.mailrc.yml': 'a: 1\n',
      'tsconfig.build.json': '{}\n',
      Dockerfile: 'FROM ubuntu:plucky\nCOPY . .\n',
    },
    { 'src/old-queue.ts': null },
    {
      'package.json': JSON.stringify(
        {
          name: 'post',
          scripts: { build: 'tsc', test: 'vitest' },
          dependencies: { zod: '^3.20.0' },
          devDependencies: { typescript: '^6.0.0', vitest: '^3.0.0' },
        },
        undefined,
        2,
      ),
      'src/envelope.ts': 'export class EnvelopeReader {}\nexport function readEnvelope() {}\n',
      'src/queue.ts': 'export const QUEUE_SIZE = 10\nexport function drainQueue() {}\n',
      'scripts/http-load/run.ts': null,
      '.mailrc.yml': null,
      'tsconfig.build.json': null,
      Dockerfile: 'FROM debian:trixie\nCOPY . .\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Top Quick Answers

- **Which settings are read?** Those in .mailrc.yml, and nothing else. ⟦gone .mailrc.yml⟧
- **How is load made?** By hand, from scripts/http-load, never in CI. ⟦gone scripts/http-load⟧
- **What do we speak?** HTTP through undici, read/write on one socket, seen on GitHub too. ⟦gone undici⟧
- **Which compiler?** TypeScript is ^5.4.0 for now. ⟦changed TypeScript⟧
- **Do we open files by name?** No, and we never open a socket twice.
`,
    'details/patterns.md': `# Decisions

| Date | Decision | Why | Given up | Applies to |
|---|---|---|---|---|
| 2020-01-02 | Envelopes are read by parseEnvelope, one pass. | A second pass cost too much. | SizeLimitError for each part; mocha | src/envelope.ts | ⟦gone parseEnvelope⟧
| 2020-01-03 | Mail is read with mail-parser==2.0.0 | It is small. | Writing our own | everything | ⟦gone mail-parser⟧
| 2999-01-02 | The queue is drained by hand, see retry_after. | supertest, mocha and QUEUE_DEPTH went. | nothing | src/queue.ts |
`,
    'details/design/queue.md': `# The queue

- **Date**: 2020-02-03

The depth is QUEUE_DEPTH, see the constants. ⟦gone QUEUE_DEPTH⟧
It is not bounded by SizeLimitError, and there is no retry_after here.
It speaks to WebSocket and GitHub like PostgreSQL does.
drainQueue empties it, src/queue.ts has both.
The image is built from \`ubuntu:plucky\`, not \`alpine:edge\`; \`debian:trixie\` is what runs.
The next step is a QueueWatcher; we plan to bring QUEUE_DEPTH back.
We removed SizeLimitError when EnvelopeReader came.
The reader takes the old token, and answers with a \`SizeLimitError\`. ⟦gone SizeLimitError⟧
`,
    'details/learnings/next-to-nothing.md': `# Mail got lost next to a retry

- **Date**: 2020-03-04

## Symptom

QUEUE_DEPTH was not counted.

## Solution

EnvelopeReader now throws a SizeLimitError at once. ⟦gone SizeLimitError⟧

## Prevention

Test it with Node.js and main.ts, as Stripe's retry_after wants.
`,
    'details/requirements/REQ-001-build.md': `# REQ-001: The build is one command

- **Status**: Accepted
- **Date**: 2020-05-06

## Description

The compiler options are in tsconfig.build.json, at the root.
It must work with TypeScript 9.1 and build/all.ts.
`,
  },
}
