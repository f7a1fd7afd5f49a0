/** go.mod and go.work. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  type Declared,
  type Dependency,
  type ManifestReader,
  partOf,
  productsIn,
  technology,
  usual,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { shortLines } from '../parse-data.ts'
import { childrenOf, exists, filesNamed, folderOf, join, membersOf, type Scan } from '../scan.ts'

export const go: ManifestReader = {
  order: 8,
  files: [
    {
      names: ['go.mod'],
      worth: 3,
      declares: ({ text }) => declaredIn(shortLines(text).map((line) => line.trim())),
      odd: oddLines(/=>/, /^\s*(?:exclude|retract)\b/, /\sv\d+\.\d+\.\d+-(?:\w+\.)*\d{14}-[0-9a-f]{12}(?!.*indirect)/),
    },
    { names: ['go.work'], worth: 14 },
  ],
  read: (scan) => [
    ...filesNamed(scan, 'go.work').map((file) => readWorkspace(scan, file)),
    ...filesNamed(scan, 'go.mod').map((file) => readModule(scan, file)),
  ],
  products: () => CATALOG,
}

/** A module is also known by the end of its path: `go-git` is `github.com/go-git/go-git/v5`. */
function declaredIn(lines: readonly string[]): Declared {
  const version = directive(lines, 'go')
  const modules = required(lines).flatMap(([id, spec]): readonly Dependency[] => {
    const parts = id.split('/')
    // The last part of a longer path is often an adapter for the package of that name, not the package itself.
    const short = parts.length > 3 ? [] : [parts.at(-1) ?? '']
    return [id, parts.slice(-2).join('/'), ...short].map((name) => [name, spec])
  })
  return { packages: [['go', version === undefined ? undefined : `>=${version}`], ...modules] }
}

function directive(lines: readonly string[], name: string): string | undefined {
  return lines
    .find((line) => line.startsWith(`${name} `))
    ?.slice(name.length)
    .trim()
}

const CATALOG = catalog({
  framework: `
    github.com/gin-gonic/gin Gin | github.com/labstack/echo Echo | github.com/gofiber/fiber Fiber |
    github.com/go-chi/chi chi | github.com/gorilla/mux gorilla/mux | github.com/beego/beego Beego |
    github.com/zeromicro/go-zero go-zero | github.com/go-kratos/kratos Kratos | github.com/cloudwego/hertz Hertz |
    google.golang.org/grpc gRPC | connectrpc.com/connect Connect | github.com/99designs/gqlgen gqlgen |
    github.com/spf13/cobra Cobra | github.com/urfave/cli urfave/cli |
    github.com/charmbracelet/bubbletea Bubble Tea | go.uber.org/fx Fx |
    sigs.k8s.io/controller-runtime controller-runtime | k8s.io/client-go client-go |
    github.com/wailsapp/wails Wails | github.com/go-playground/validator validator |
    github.com/casbin/casbin Casbin`,
  data: `
    gorm.io/gorm GORM | entgo.io/ent ent | github.com/jmoiron/sqlx sqlx | github.com/uptrace/bun Bun ORM |
    github.com/jackc/pgx pgx | github.com/lib/pq pq | github.com/go-sql-driver/mysql go-sql-driver/mysql |
    github.com/mattn/go-sqlite3 go-sqlite3 | modernc.org/sqlite SQLite |
    go.mongodb.org/mongo-driver MongoDB driver | github.com/redis/go-redis go-redis |
    github.com/segmentio/kafka-go kafka-go | github.com/nats-io/nats.go NATS`,
})

function readModule(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const lines = shortLines(file.text).map((line) => line.trim())
  const name = directive(lines, 'module')
    ?.replace(/(?<!\s)\s*\/\/.*$/, '')
    .replaceAll('"', '')
  const programs = programsOf(scan, folder)
  const [only] = programs.length === 1 ? programs : []
  return partOf(file.path, 'Go', {
    name,
    technologies: [
      technology('language', 'Go', directive(lines, 'go')),
      // A library's drivers are for its users; only a program has a store.
      ...productsIn(CATALOG, required(lines)).filter((each) => each.kind === 'framework' || programs.length > 0),
    ],
    commands: usual({
      install: 'go mod download',
      build: 'go build ./...',
      run:
        only === ''
          ? ['go run .', join(folder, 'main.go')]
          : only && [`go run ./cmd/${only}`, join(folder, `cmd/${only}`)],
      test: 'go test ./...',
      one: 'go test -run <TestName> ./...',
    }),
    programs: only === undefined ? programs.map((program) => `cmd/${program}`) : [],
  })
}

/** Direct requirements only. */
function required(lines: readonly string[]): readonly Dependency[] {
  return itemsOf('require', lines).flatMap((item): readonly Dependency[] => {
    const [, id = '', version = '', rest = ''] = /^([\w.~/-]+)\s+(v[\w.+-]+)(.*)$/.exec(item) ?? []
    if (!/.\../.test(id) || rest.includes('// indirect')) return []
    // The major version belongs to the import path, not to the product's name. Pseudo-versions say nothing.
    return [[id.replace(/\/v\d+$/, ''), /-\d{14}-|^v0\.0\.0$/.test(version) ? undefined : version]]
  })
}

/** The items of a directive, on a line of its own or in parentheses. */
function itemsOf(name: string, lines: readonly string[]): readonly string[] {
  let within = false
  return lines.flatMap((line) => {
    if (line.startsWith(')')) within = false
    else if (within) return [line]
    else if (new RegExp(`^${name}\\s*\\($`).test(line)) within = true
    else if (line.startsWith(`${name} `)) return [line.slice(name.length).trim()]
    return []
  })
}

/** The folders of programs; `''` is the module itself. */
function programsOf(scan: Scan, folder: string): readonly string[] {
  if (exists(scan, folder, 'main.go')) return ['']
  return childrenOf(scan, join(folder, 'cmd'), 'folder').filter((name) => /^[\w.-]+$/.test(name))
}

function readWorkspace(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const lines = shortLines(file.text).map((line) => line.replace(/\/\/.*$/, '').trim())
  const used = itemsOf('use', lines).flatMap((path) => (path === '' ? [] : path.replaceAll('"', '')))
  return partOf(file.path, 'Go', {
    technologies: [technology('language', 'Go', directive(lines, 'go'))],
    members: membersOf(scan, used, file.path, folder),
  })
}
