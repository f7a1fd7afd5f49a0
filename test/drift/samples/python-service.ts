/** A Python service: FastAPI, one import into git, so that history tells nothing. */

import type { SampleProject } from '../sample-project.ts'

export const pythonService: SampleProject = {
  name: 'Python service without history',
  git: 'one commit',
  history: [
    {
      'pyproject.toml': `[project]
name = "ledger"
requires-python = ">=3.12"
dependencies = [
  "fastapi==0.110.0",
  "sqlalchemy>=2.0",
  "pydantic-settings>=2.1",
  "httpx>=0.27",
]

[dependency-groups]
dev = ["pytest>=8", "ruff"]
`,
      Makefile:
        '.PHONY: run test lint\nrun:\n\tuvicorn ledger.main:app --port 8200\ntest:\n\tpytest\nlint:\n\truff check .\n',
      '.gitignore': '__pycache__\n.venv\n*.sqlite3\n',
      '.env.example': 'LEDGER_DATABASE_URL=\nLEDGER_API_KEY=\n',
      'ledger/__init__.py': '',
      'ledger/main.py':
        "from fastapi import FastAPI\nfrom ledger.api import entries\napp = FastAPI()\napp.include_router(entries.router)\n\n\n@app.get('/healthz')\ndef health():\n    return 'ok'\n",
      'ledger/settings.py':
        "from pydantic_settings import BaseSettings\n\n\nclass Settings(BaseSettings):\n    database_url: str\n    api_key: str\n\n    class Config:\n        env_prefix = 'LEDGER_'\n",
      'ledger/api/__init__.py': '',
      'ledger/api/entries.py':
        "from fastapi import APIRouter\nrouter = APIRouter(prefix='/entries')\n\n\n@router.post('/{entry_id}/reverse')\ndef reverse_entry(entry_id: int):\n    return post_entry(entry_id)\n\n\n@router.get('/')\ndef list_entries():\n    return []\n\n\ndef post_entry(entry_id):\n    return entry_id\n",
      'ledger/db/models.py': 'class LedgerEntry:\n    pass\n\n\nclass AccountBalance:\n    pass\n',
      'ledger/db/session.py': 'def session_scope():\n    yield None\n',
      'tests/test_entries.py': 'def test_reverse():\n    assert True\n',
      'scripts/load_rates.py': 'print(1)\n',
      'alembic/env.py': 'pass\n',
      'alembic.ini': '[alembic]\nscript_location = alembic\n',
      Dockerfile: 'FROM python:3.12-slim\nEXPOSE 8200\nCMD ["uvicorn", "ledger.main:app"]\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- **Stack**: Python 3.11, FastAPI 0.104, SQLAlchemy 2.0 ⟦changed Python 3.11⟧ ⟦changed FastAPI 0.104⟧
- Runs on port 8100 behind the gateway.

## Top Quick Answers

- **Start**: \`make run\`. **Tests**: \`make test\`. **Types**: \`make typecheck\` ⟦gone make typecheck⟧
- **Where are models?** \`ledger/db/models.py\`
- **Where is the API?** \`ledger/routers/entries.py\` ⟦moved ledger/routers/entries.py⟧
`,
    'details/tech.md': `# Tech

- Start by hand: \`uvicorn ledger.app:app --reload\`
- One test: \`pytest tests/test_entries.py\`, all of the API: \`pytest tests/api/test_reverse.py\` ⟦gone tests/api/test_reverse.py⟧
- Rates: \`python scripts/load_rates.py --day 2024-01-01\`
- Monthly close: \`python scripts/close_month.py\` ⟦gone scripts/close_month.py⟧
- Install with \`pip install -r requirements-dev.txt\` ⟦gone requirements-dev.txt⟧
- Background jobs use \`celery\` with two queues. ⟦gone celery⟧
- Local database: \`dev.sqlite3\`, created on first start.

## Configuration (environment variables)

- \`LEDGER_DATABASE_URL\`: where the data is.
- \`LEDGER_API_KEY\`: for callers.
- \`LEDGER_RATE_LIMIT\`: requests a minute.
- \`SENTRY_DSN\`: read by the SDK.
- \`PYTHONUNBUFFERED=1\` in the container.
`,
    'details/design/posting.md': `# Posting

\`post_entry\` in \`ledger/api/entries.py\` writes a \`LedgerEntry\` (\`ledger/db/models.py\`).
Reversal: \`reverse_entry\` (\`ledger/api/entries.py\`), guarded by \`check_period_open\` in \`ledger/db/session.py\`. ⟦gone check_period_open⟧
\`AccountBalance\` is defined in \`ledger/db/session.py\`.

- \`GET /entries\` lists, \`POST /entries/{id}/reverse\` reverses.
- \`POST /entries/import\` takes a CSV.
- \`GET /healthz\` is for the load balancer.

The \`Decimal\` type is used throughout, \`float\` never. \`asyncio.gather()\` is avoided.

## Alternatives considered

- Event sourcing with \`ledger/events/store.py\`.
- \`django\` with its ORM.

## Future

- \`ledger/api/reports.py\` for exports.
`,
    'details/learnings/deadlock.md': `# Deadlock on close

## Symptom

\`close_all()\` in \`ledger/close.py\` hung.

## Root cause

\`ledger/close.py\` took locks in two orders.

## Solution

All writes go through \`session_scope\` in \`ledger/db/session.py\`.

## Prevention

See \`ledger/db/locks.py\` before adding a writer. ⟦gone ledger/db/locks.py⟧
`,
  },
}
