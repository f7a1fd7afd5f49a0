import { expect, test } from 'vitest'
import { projectFacts } from '../../../src/refresh/project-facts.ts'
import { dotnetSolution } from './papers.ts'
import { scanned, table } from './scanned.ts'

test('.NET [S12]', () => {
  expect(table(projectFacts(scanned(dotnetSolution, 'folder'), 'en').snapshot)).toEqual({
    Name: 'Shop',
    Stack: 'C#, .NET (net8.0), ASP.NET Core, Serilog 8.0.3, EF Core (PostgreSQL) 8.0.8',
    Commands: '`dotnet restore`, `dotnet run --project web/Web.csproj`, `dotnet build`, `dotnet test`',
    Structure: '`src/`, `web/`, `tests/`',
    Workspaces: '`src/Shop.Api`, `tests`',
  })
})
