import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { laravel } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('PHP comes before the Node assets it builds [S12]', () => {
  expect(table(projectFacts(scanned(laravel), 'en').snapshot)).toEqual({
    About: 'Customer portal of Acme',
    'Stack (PHP)': 'PHP ^8.2, Laravel ^11.9',
    Commands:
      'install `composer install`, build `npm run build`, run `composer dev`, test `php artisan test`, one test `php artisan test --filter=<name>`, lint `composer lint`',
  })
})
