/** go.mod and go.work. */

import type { ScannedFile } from '../facts.ts'
import {
  type Command,
  catalog,
  type Declared,
  type Dependency,
  fromDependencies,
  type ManifestReader,
  partOf,
  standard,
  technology,
} from '../manifest-reader.ts'
import { oddLines } from '../odd-dependencies.ts'
import { shortLines } from '../parse-data.ts'
import { baseOf, childrenOf, exists, filesNamed, folderOf, join, membersOf, type Scan } from '../scan.ts'

export const go: ManifestReader = {
  order: 8,
  files: [
    { worth: 3, names: ['go.mod'] },
    { worth: 14, names: ['go.work'] },
  ],
  read: (scan) => [
    ...filesNamed(scan, 'go.work').map((file) => readWorkspace(scan, file)),
    ...filesNamed(scan, 'go.mod').map((file) => readModule(scan, file)),
  ],
  declares: [[['go.mod'], ({ text }) => declaredIn(shortLines(text).map((line) => line.trim()))]],
  odd: [
    [
      ['go.mod'],
      oddLines(/=>/, /^\s*(?:exclude|retract)\b/, /\sv\d+\.\d+\.\d+-(?:\w+\.)*\d{14}-[0-9a-f]{12}(?!.*indirect)/),
    ],
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
  const programs = programsOf(scan, folder, name)
  return partOf(file.path, 'Go', {
    name,
    technologies: [
      technology('language', 'Go', directive(lines, 'go')),
      // A library's drivers are for its users; only a program has a store.
      ...fromDependencies(CATALOG, required(lines)).filter((each) => each.kind === 'framework' || programs.length > 0),
    ],
    commands: [
      standard('install', 'go mod download'),
      standard('build', 'go build ./...'),
      standard('test', 'go test ./...'),
      standard('one', 'go test -run <TestName> ./...'),
      ...programs,
    ],
  })
}

/** Direct requirements only. */
function required(lines: readonly string[]): readonly (readonly [string, string | undefined])[] {
  const found: (readonly [string, string])[] = []
  let within = false
  for (const line of lines) {
    if (/^require\s*\($/.test(line)) within = true
    else if (line.startsWith(')')) within = false
    else if (within || line.startsWith('require ')) {
      const match = /^(?:require\s+)?([\w.~/-]+)\s+(v[\w.+-]+)(.*)$/.exec(line)
      if (match?.[1] === undefined || match[2] === undefined || match[3]?.includes('// indirect')) continue
      if (!/.\../.test(match[1])) continue
      // The major version belongs to the import path, not to the product's name. Pseudo-versions are left out.
      const version = /-\d{14}-/.test(match[2]) ? '' : match[2]
      found.push([match[1].replace(/\/v\d+$/, ''), version])
    }
  }
  return found.map(([id, version]) => [id, version === '' ? undefined : version])
}

/** The program named like the module comes first. */
function programsOf(scan: Scan, folder: string, module: string | undefined): readonly Command[] {
  if (exists(scan, folder, 'main.go')) return [standard('run', 'go run .', join(folder, 'main.go'))]
  const programs = childrenOf(scan, join(folder, 'cmd'), 'folder').filter((name) => /^[\w.-]+$/.test(name))
  const isMain = (name: string) => name === baseOf(module ?? '')
  return programs
    .toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
    .slice(0, 4)
    .map((name) => standard('run', `go run ./cmd/${name}`, join(folder, `cmd/${name}`)))
}

function readWorkspace(scan: Scan, file: ScannedFile) {
  const folder = folderOf(file.path)
  const lines = shortLines(file.text).map((line) => line.replace(/\/\/.*$/, '').trim())
  const used: string[] = []
  let within = false
  for (const line of lines) {
    if (/^use\s*\($/.test(line)) within = true
    else if (line.startsWith(')')) within = false
    else if (within && line !== '') used.push(line)
    else if (line.startsWith('use ')) used.push(line.slice(4).trim())
  }
  const members = membersOf(
    scan,
    used.map((path) => path.replaceAll('"', '')),
    file.path,
    folder,
  )
  return partOf(file.path, 'Go', {
    technologies: [technology('language', 'Go', directive(lines, 'go'))],
    members,
  })
}
