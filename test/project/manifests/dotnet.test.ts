import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/project/project-facts.ts'
import { dotnetSolution } from '../papers.ts'
import { scanned, table } from '../scanned.ts'

test('.NET [S12]', () => {
  expect(table(projectFacts(scanned(dotnetSolution), 'en').snapshot)).toEqual({
    Name: 'Shop',
    Stack: 'C#, .NET (net8.0), .NET SDK 8.0.403, ASP.NET Core, EF Core (PostgreSQL) 8.0.8',
    Commands:
      'install `dotnet restore`, build `dotnet build`, run `dotnet run --project web/Web.csproj`, test `dotnet test`, one test `dotnet test --filter FullyQualifiedName~<name>`',
  })
})

test('projects of a solution, without tests, with versions from the central file [S12]', () => {
  const paper = {
    'Shop.slnx':
      '<Solution>\n<Project Path="src/Shop.Api/Shop.Api.csproj" />\n<Project Path="src/Shop.AppHost/Shop.AppHost.csproj" />\n<Project Path="tests/Unit/Unit.csproj" />\n</Solution>',
    'Directory.Packages.props':
      '<Project><ItemGroup><PackageVersion Include="Dapper" Version="2.1.0" /></ItemGroup></Project>',
    'src/Shop.Api/Shop.Api.csproj':
      '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net9.0</TargetFramework></PropertyGroup><ItemGroup><PackageReference Include="Dapper" /><PackageReference Include="PolySharp" PrivateAssets="all" /></ItemGroup></Project>',
    'src/Shop.AppHost/Shop.AppHost.csproj':
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>',
    'tests/Unit/Unit.csproj':
      '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="xunit" /><PackageReference Include="Npgsql" /></ItemGroup></Project>',
  }
  expect(table(projectFacts(scanned(paper), 'en').snapshot)).toEqual({
    Name: 'Shop',
    Stack: 'C#, .NET (net9.0), ASP.NET Core, Dapper 2.1.0',
    Commands:
      'install `dotnet restore`, build `dotnet build`, run `dotnet run --project src/Shop.AppHost/Shop.AppHost.csproj`, test `dotnet test`, one test `dotnet test --filter FullyQualifiedName~<name>`',
  })
})
