import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { cmakeApp } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('CMake [S12]', () => {
  expect(table(projectFacts(scanned(cmakeApp), 'en').snapshot)).toEqual({
    About: 'Solves sudokus',
    Stack: 'C++ 20, CMake 3.24',
    Commands:
      'build `cmake -S . -B build && cmake --build build`, test `ctest --test-dir build`, one test `ctest --test-dir build -R <name>`',
  })
})
