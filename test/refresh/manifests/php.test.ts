import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { laravel } from './papers.ts'
import { scanned, table } from './scanned.ts'

test('PHP, before the assets that Node builds for it [S12]', () => {
  expect(table(projectFacts(scanned(laravel, 'folder'), 'en').snapshot)).toEqual({
    Name: 'acme/portal',
    About: 'Customer portal of Acme',
    Stack: 'PHP ^8.2, Laravel ^11.9',
    'Stack (Node.js)': 'JavaScript, Node.js, Vite ^5.0',
    Commands: '`composer install`, `composer dev`, `php artisan serve`, `php artisan test`',
    'Commands (Node.js)': '`npm install`, `npm run dev`, `npm run build`',
    Structure: '`app/`, `routes/`',
  })
})
