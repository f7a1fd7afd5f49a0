import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { flutter } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('Flutter, without the generated description [S12]', () => {
  expect(table(projectFacts(scanned(flutter), 'en').snapshot)).toEqual({
    Name: 'ticker',
    Stack: 'Dart ^3.5.0, Flutter, go_router ^14.3.0',
    Commands:
      'install `flutter pub get`, run `flutter run`, test `flutter test`, one test `flutter test <file>`, lint `flutter analyze`',
  })
})
