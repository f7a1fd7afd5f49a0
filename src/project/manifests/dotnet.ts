/** .NET: solutions (.sln, .slnx), projects (.csproj, .fsproj, .vbproj), Directory.Build.props and global.json. */

import type { ScannedFile } from '../facts.ts'
import {
  catalog,
  citedIn,
  type Declared,
  type Dependency,
  type ManifestReader,
  type ProjectCommand,
  partOf,
  productsIn,
  type Technology,
  technology,
  uniqueTechnologies,
  usual,
  type Way,
} from '../manifest-reader.ts'
import { at, listAt, parseJson, parseXml, shortLines, textAt } from '../parse-data.ts'
import { baseOf, fileAt, filesNamed, folderOf, join, type Scan } from '../scan.ts'

const PROJECTS = ['*.csproj', '*.fsproj', '*.vbproj']

/** A solution is one part with all its projects. Without one, each project is a part. */
export const dotnet: ManifestReader = {
  order: 6,
  files: [
    { names: ['*.sln', '*.slnx'], worth: 9 },
    { names: PROJECTS, worth: 20, declares: declaredIn },
    { names: ['Directory.Build.props'], worth: 30 },
    { names: ['Directory.Packages.props'], worth: 31, declares: declaredIn },
    {
      names: ['global.json'],
      worth: 31,
      declares: ({ text }) => ({ packages: [['dotnet', textAt(parseJson(text), 'sdk', 'version')]] }),
    },
  ],
  read: (scan) => {
    const projects = filesNamed(scan, ...PROJECTS)
    const solutions = filesNamed(scan, '*.sln', '*.slnx')
    const solution = solutions[0]
    if (solution !== undefined) {
      const folder = folderOf(solution.path)
      const own = projects.filter((file) => folder === '' || `${folderOf(file.path)}/`.startsWith(`${folder}/`))
      const rest = projects.filter((file) => !own.includes(file))
      return [readSolution(scan, solution, own), ...rest.map((file) => readProject(scan, file))]
    }
    return projects.map((file) => readProject(scan, file))
  },
  products: () => CATALOG,
}

function declaredIn({ text }: ScannedFile): Declared {
  const groups = listAt(parseXml(text), 'Project', 'ItemGroup')
  const references = groups.flatMap((group) => [
    ...listAt(group, 'PackageReference'),
    ...listAt(group, 'PackageVersion'),
  ])
  return {
    packages: references.flatMap((each) => {
      const id = textAt(each, '@_Include')
      return id === undefined ? [] : [[id, textAt(each, '@_Version') ?? textAt(each, 'Version')] as const]
    }),
  }
}

const CATALOG = catalog({
  framework: `
    Microsoft.NET.Sdk.Web ASP.NET Core | Microsoft.AspNetCore.Components.WebAssembly Blazor WebAssembly |
    Microsoft.NET.Sdk.BlazorWebAssembly Blazor WebAssembly | Microsoft.Maui.Controls .NET MAUI | Avalonia Avalonia |
    Microsoft.NET.Sdk.Worker Worker Service | Microsoft.Azure.Functions.Worker Azure Functions |
    Aspire.Hosting.AppHost .NET Aspire | Grpc.AspNetCore gRPC | FastEndpoints FastEndpoints | MediatR MediatR |
    Mediator Mediator | Mediator.Abstractions Mediator | MassTransit MassTransit | Hangfire Hangfire |
    Microsoft.SemanticKernel Semantic Kernel`,
  data: `
    Microsoft.EntityFrameworkCore EF Core | Microsoft.EntityFrameworkCore.SqlServer EF Core (SQL Server) |
    Npgsql.EntityFrameworkCore.PostgreSQL EF Core (PostgreSQL) |
    Microsoft.EntityFrameworkCore.Sqlite EF Core (SQLite) | Dapper Dapper | Npgsql Npgsql |
    MongoDB.Driver MongoDB driver | StackExchange.Redis StackExchange.Redis | Confluent.Kafka Kafka client`,
})

interface Project {
  readonly sdk: string
  readonly frameworks: string | undefined
  readonly isProgram: boolean
  readonly isTest: boolean
  readonly description: string | undefined
  readonly packages: readonly Dependency[]
}

const TEST_PACKAGES = new Set(['Microsoft.NET.Test.Sdk', 'xunit', 'xunit.v3', 'NUnit', 'MSTest', 'TUnit'])

function readXmlProject(file: ScannedFile | undefined): Project {
  const xml = file === undefined ? undefined : at(parseXml(file.text), 'Project')
  const groups = listAt(xml, 'PropertyGroup')
  const property = (name: string) => groups.map((group) => textAt(group, name)).find((value) => value !== undefined)
  const sdk = textAt(xml, '@_Sdk') ?? ''
  const packages = listAt(xml, 'ItemGroup').flatMap((group) =>
    listAt(group, 'PackageReference').flatMap((each): readonly Dependency[] => {
      const id = textAt(each, '@_Include')
      // Private assets are analysers and build tools.
      const isPrivate = /^all$/i.test(textAt(each, '@_PrivateAssets') ?? textAt(each, 'PrivateAssets') ?? '')
      return id === undefined || isPrivate ? [] : [[id, textAt(each, '@_Version') ?? textAt(each, 'Version')]]
    }),
  )
  return {
    sdk,
    frameworks: property('TargetFrameworks') ?? property('TargetFramework') ?? property('TargetFrameworkVersion'),
    isProgram: /\.Web$|\.Worker$/.test(sdk) || /^(win)?exe$/i.test(property('OutputType') ?? ''),
    description: property('Description'),
    isTest: packages.some(([id]) => TEST_PACKAGES.has(id)),
    packages: [...(CATALOG.has(sdk) ? [[sdk, undefined] as const] : []), ...packages],
  }
}

function readProject(scan: Scan, file: ScannedFile) {
  const project = readXmlProject(file)
  return partOf(file.path, '.NET', {
    name: baseOf(file.path).replace(/\.\w+$/, ''),
    description: project.description,
    technologies: technologiesOf(scan, [{ file, project }]),
    commands: commandsOf(project.isTest, project.isProgram ? 'dotnet run' : undefined),
  })
}

function commandsOf(isTested: boolean, run: Way): readonly ProjectCommand[] {
  return usual({
    install: 'dotnet restore',
    build: 'dotnet build',
    run,
    test: isTested ? 'dotnet test' : undefined,
    one: isTested ? 'dotnet test --filter FullyQualifiedName~<name>' : undefined,
  })
}

interface Read {
  readonly file: ScannedFile
  readonly project: Project
}

function readSolution(scan: Scan, file: ScannedFile, files: readonly ScannedFile[]) {
  const base = folderOf(file.path)
  const paths = projectPaths(file).map((path) => join(base, path))
  const read = files.map((each) => ({ file: each, project: readXmlProject(each) }))
  const members = paths.map((path) => folderOf(path) || path)
  const programs = programsOf(read)
  const [only] = programs.length === 1 ? programs : []
  const isTested = paths.some((path) => /tests?\.\w+proj$/i.test(path)) || read.some(({ project }) => project.isTest)
  return partOf(file.path, '.NET', {
    name: baseOf(file.path).replace(/\.slnx?$/, ''),
    description: read.map(({ project }) => project.description).find((text) => text !== undefined),
    technologies: technologiesOf(scan, read, paths),
    commands: commandsOf(isTested, only && [`dotnet run --project ${only}`, only]),
    programs: only === undefined ? programs : [],
    members: members.length === 0 ? undefined : { paths: [...new Set(members)], source: file.path },
  })
}

/** Tests, and programs that only serve tests or demonstrate the product. */
function isAside({ file, project }: Read): boolean {
  return project.isTest || /(?:^|\/)(?:tests?|samples?|examples?|perf|bench\w*)\//i.test(file.path)
}

/** Aspire's host starts all other programs. Without it, only a single program is surely the one to run. */
function programsOf(read: readonly Read[]): readonly string[] {
  const programs = read.filter((each) => each.project.isProgram && !isAside(each))
  const hosts = programs.filter(({ file }) => /\.?AppHost\.\w+proj$/.test(file.path))
  const paths = (hosts.length === 1 ? hosts : programs).map(({ file }) => file.path)
  return paths.filter((path) => /^[\w./-]+$/.test(path))
}

/** Solution folders are listed like projects, but their path is not a project file. */
function projectPaths(file: ScannedFile): readonly string[] {
  const pattern = file.path.endsWith('x')
    ? /<Project\s[^>]{0,200}?Path="([^"]{1,300})"/
    : /^Project\([^)]*\)\s*=\s*"[^"]*",\s*"([^"]{1,300})"/
  return shortLines(file.text).flatMap((line) => {
    const path = pattern.exec(line.trim())?.[1]?.replaceAll('\\', '/')
    return path !== undefined && /\.\w+proj$/.test(path) ? [path] : []
  })
}

/** The targets and packages of all projects except tests. */
function technologiesOf(scan: Scan, read: readonly Read[], all: readonly string[] = []): readonly Technology[] {
  const main = read.filter((each) => !isAside(each))
  const props = fileAt(scan, '', 'Directory.Build.props')
  const targeted = main.find(({ project }) => project.frameworks !== undefined)
  const target = targeted?.project.frameworks ?? readXmlProject(props).frameworks
  const globalJson = fileAt(scan, '', 'global.json')
  const sdk = globalJson === undefined ? undefined : textAt(parseJson(globalJson.text), 'sdk', 'version')
  const version = centralVersions(scan)
  const used = main.flatMap(({ file, project }) =>
    citedIn(
      file.path,
      productsIn(
        CATALOG,
        project.packages.map(([id, own]): Dependency => [id, own ?? version(id)]),
      ),
    ),
  )
  return [
    ...languagesOf([...read.map(({ file }) => file.path), ...all]),
    ...(target === undefined
      ? []
      : [withSource(technology('runtime', `.NET (${targetText(target)})`), targeted?.file.path ?? props?.path)]),
    ...(globalJson === undefined || sdk === undefined
      ? []
      : [withSource(technology('runtime', '.NET SDK', sdk), globalJson.path)]),
    ...uniqueTechnologies(used),
  ]
}

/** Versions that Directory.Packages.props sets for all projects. */
function centralVersions(scan: Scan): (id: string) => string | undefined {
  const file = fileAt(scan, '', 'Directory.Packages.props')
  const versions = new Map(file === undefined ? [] : declaredIn(file).packages)
  return (id) => versions.get(id)
}

/** The languages, by the endings of project files, including those that only the solution names. */
function languagesOf(paths: readonly string[]): readonly Technology[] {
  const names = [
    ['.csproj', 'C#'],
    ['.fsproj', 'F#'],
    ['.vbproj', 'Visual Basic'],
  ] as const
  return names.flatMap(([ending, name]) =>
    paths.some((path) => path.endsWith(ending)) ? [technology('language', name)] : [],
  )
}

function targetText(target: string): string {
  return (
    target
      .split(';')
      .filter((each) => /^v?[\w.-]{1,30}$/.test(each))
      .slice(0, 4)
      .join(', ') || '?'
  )
}

function withSource(each: Technology, source: string | undefined): Technology {
  return source === undefined ? each : { ...each, source }
}
