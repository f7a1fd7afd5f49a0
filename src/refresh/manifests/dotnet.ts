/** .NET: solutions (.sln, .slnx), projects (.csproj, .fsproj, .vbproj), Directory.Build.props and global.json. */

import type { ScannedFile } from '../../core/project.ts'
import { at, listAt, parseJson, parseXml, shortLines, textAt } from '../../text/parse-data.ts'
import type { ManifestReader } from '../manifest-reader.ts'
import { type Command, catalog, fromDependencies, type Part, standard, type Technology, technology } from './part.ts'
import { baseOf, fileAt, filesNamed, folderOf, type Scan } from './scan.ts'

/** A solution is one part with all its projects; without one, each project stands for itself. */
export const dotnet: ManifestReader = {
  order: 6,
  files: [
    { worth: 9, names: ['*.sln', '*.slnx'] },
    { worth: 20, names: ['*.csproj', '*.fsproj', '*.vbproj'] },
    { worth: 30, names: ['Directory.Build.props'] },
    { worth: 31, names: ['global.json'] },
  ],
  read: (scan) => {
    const projects = filesNamed(scan, '*.csproj', '*.fsproj', '*.vbproj')
    const solutions = filesNamed(scan, '*.sln', '*.slnx')
    const solution = solutions[0]
    if (solution !== undefined) {
      const folder = folderOf(solution.path)
      const own = projects.filter((file) => folder === '' || folderOf(file.path) === folder)
      const rest = projects.filter((file) => !own.includes(file))
      return [readSolution(scan, solution, own), ...rest.map((file) => readProject(scan, file))]
    }
    return projects.map((file) => readProject(scan, file))
  },
}

type Dependency = readonly [id: string, version: string | undefined]

const CATALOG = catalog({
  framework: {
    'Microsoft.NET.Sdk.Web': 'ASP.NET Core',
    'Microsoft.AspNetCore.Components.WebAssembly': 'Blazor WebAssembly',
    'Microsoft.NET.Sdk.BlazorWebAssembly': 'Blazor WebAssembly',
    'Microsoft.Maui.Controls': '.NET MAUI',
    Avalonia: 'Avalonia',
    'Microsoft.NET.Sdk.Worker': 'Worker Service',
    'Microsoft.Azure.Functions.Worker': 'Azure Functions',
    'Aspire.Hosting.AppHost': '.NET Aspire',
    'Grpc.AspNetCore': 'gRPC',
    MediatR: 'MediatR',
    MassTransit: 'MassTransit',
    AutoMapper: 'AutoMapper',
    FluentValidation: 'FluentValidation',
    Serilog: 'Serilog',
    'Serilog.AspNetCore': 'Serilog',
    'Swashbuckle.AspNetCore': 'Swashbuckle',
    Hangfire: 'Hangfire',
    'Microsoft.SemanticKernel': 'Semantic Kernel',
  },
  data: {
    'Microsoft.EntityFrameworkCore': 'EF Core',
    'Microsoft.EntityFrameworkCore.SqlServer': 'EF Core (SQL Server)',
    'Npgsql.EntityFrameworkCore.PostgreSQL': 'EF Core (PostgreSQL)',
    'Microsoft.EntityFrameworkCore.Sqlite': 'EF Core (SQLite)',
    Dapper: 'Dapper',
    Npgsql: 'Npgsql',
    'MongoDB.Driver': 'MongoDB driver',
    'StackExchange.Redis': 'StackExchange.Redis',
    'Confluent.Kafka': 'Kafka client',
  },
  testing: {
    xunit: 'xUnit',
    'xunit.v3': 'xUnit',
    NUnit: 'NUnit',
    MSTest: 'MSTest',
    'MSTest.TestFramework': 'MSTest',
    Moq: 'Moq',
    NSubstitute: 'NSubstitute',
    FluentAssertions: 'FluentAssertions',
    'Microsoft.NET.Test.Sdk': '.NET test SDK',
  },
})

interface Project {
  readonly sdk: string
  readonly frameworks: string | undefined
  readonly isProgram: boolean
  readonly description: string | undefined
  readonly packages: readonly Dependency[]
}

function readXmlProject(file: ScannedFile | undefined): Project {
  const xml = file === undefined ? undefined : at(parseXml(file.text), 'Project')
  const groups = listAt(xml, 'PropertyGroup')
  const property = (name: string) => groups.map((group) => textAt(group, name)).find((value) => value !== undefined)
  const sdk = textAt(xml, '@_Sdk') ?? ''
  const packages = listAt(xml, 'ItemGroup').flatMap((group) =>
    listAt(group, 'PackageReference').flatMap((each): readonly Dependency[] => {
      const id = textAt(each, '@_Include')
      return id === undefined ? [] : [[id, textAt(each, '@_Version') ?? textAt(each, 'Version')]]
    }),
  )
  return {
    sdk,
    frameworks: property('TargetFrameworks') ?? property('TargetFramework') ?? property('TargetFrameworkVersion'),
    isProgram: /\.Web$|\.Worker$/.test(sdk) || /^(win)?exe$/i.test(property('OutputType') ?? ''),
    description: property('Description'),
    packages: [...(CATALOG.has(sdk) ? [[sdk, undefined] as const] : []), ...packages],
  }
}

function readProject(scan: Scan, file: ScannedFile): Part {
  const project = readXmlProject(file)
  const isTest = project.packages.some(([id]) => id === 'Microsoft.NET.Test.Sdk')
  return {
    folder: folderOf(file.path),
    ecosystem: '.NET',
    source: file.path,
    name: baseOf(file.path).replace(/\.\w+$/, ''),
    description: project.description,
    technologies: technologiesOf(scan, [file.path], [project]),
    commands: [
      standard('install', 'dotnet restore'),
      standard('build', 'dotnet build'),
      ...(isTest ? [standard('test', 'dotnet test')] : []),
      ...(project.isProgram ? [standard('run', 'dotnet run')] : []),
    ],
    members: undefined,
  }
}

function readSolution(scan: Scan, file: ScannedFile, files: readonly ScannedFile[]): Part {
  const listedPaths = projectPaths(file)
  const projects = files.map(readXmlProject)
  const members = listedPaths.map((path) => folderOf(path) || path)
  const program = files.filter((_, index) => projects[index]?.isProgram)
  const isTested = listedPaths.some((path) => /tests?\.\w+proj$/i.test(path)) || hasTestSdk(projects)
  const runs: readonly Command[] =
    program.length === 1 && program[0] !== undefined && /^[\w./-]+$/.test(program[0].path)
      ? [standard('run', `dotnet run --project ${program[0].path}`)]
      : []
  return {
    folder: folderOf(file.path),
    ecosystem: '.NET',
    source: file.path,
    name: baseOf(file.path).replace(/\.slnx?$/, ''),
    description: projects.map((project) => project.description).find((text) => text !== undefined),
    technologies: technologiesOf(
      scan,
      files.map((each) => each.path),
      projects,
      [...files.map((each) => each.path), ...listedPaths],
    ),
    commands: [
      standard('install', 'dotnet restore'),
      standard('build', 'dotnet build'),
      ...(isTested ? [standard('test', 'dotnet test')] : []),
      ...runs,
    ],
    members: members.length === 0 ? undefined : { paths: [...new Set(members)], source: file.path },
  }
}

function hasTestSdk(projects: readonly Project[]): boolean {
  return projects.some((project) => project.packages.some(([id]) => id === 'Microsoft.NET.Test.Sdk'))
}

/** Solution folders are listed like projects, but their path is no project file. */
function projectPaths(file: ScannedFile): readonly string[] {
  const pattern = file.path.endsWith('x')
    ? /<Project\s[^>]{0,200}?Path="([^"]{1,300})"/
    : /^Project\([^)]*\)\s*=\s*"[^"]*",\s*"([^"]{1,300})"/
  return shortLines(file.text).flatMap((line) => {
    const path = pattern.exec(line.trim())?.[1]?.replaceAll('\\', '/')
    return path !== undefined && /\.\w+proj$/.test(path) ? [path] : []
  })
}

function technologiesOf(
  scan: Scan,
  paths: readonly string[],
  projects: readonly Project[],
  all: readonly string[] = paths,
): readonly Technology[] {
  const props = fileAt(scan, '', 'Directory.Build.props')
  const shared = readXmlProject(props)
  const index = projects.findIndex((project) => project.frameworks !== undefined)
  const target = projects[index]?.frameworks ?? shared.frameworks
  const origin = paths[index] ?? props?.path
  const globalJson = fileAt(scan, '', 'global.json')
  const sdk = globalJson === undefined ? undefined : textAt(parseJson(globalJson.text), 'sdk', 'version')
  const from = projects.flatMap((project, at) =>
    fromDependencies(CATALOG, project.packages).map((each) => withSource(each, paths[at])),
  )
  const unique = from.filter((each, at) => from.findIndex((other) => other.name === each.name) === at)
  return [
    ...languagesOf(all),
    ...(target === undefined ? [] : [withSource(technology('runtime', `.NET (${targetText(target)})`), origin)]),
    ...(globalJson === undefined || sdk === undefined
      ? []
      : [withSource(technology('runtime', '.NET SDK', sdk), globalJson.path)]),
    ...unique,
  ]
}

/** By the kind of the project files, those included that only the solution names. */
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
