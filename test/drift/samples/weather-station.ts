/** A Python service with a worker and a command line, in English; its history has renames and dropped packages. */

import type { SampleProject } from '../sample-project.ts'

export const weatherStation: SampleProject = {
  name: 'weather station, Python',
  history: [
    {
      'pyproject.toml':
        '[project]\nname = "station"\nversion = "1.4.0"\nrequires-python = ">=3.10"\ndependencies = ["flask>=2.3", "sqlalchemy>=1.4,<2", "celery~=5.2", "requests", "pydantic>=1.10,<2", "redis"]\n\n[project.optional-dependencies]\ndev = ["pytest>=7", "black", "mypy"]\n\n[project.scripts]\nstation = "station.cli:main"\n',
      'station/__init__.py': '',
      'station/cli.py': 'def main():\n    pass\n\n\ndef import_readings():\n    pass\n',
      'station/app.py':
        'from flask import Flask\n\n\ndef create_app():\n    return Flask(__name__)\n\n\ndef register_blueprints(app):\n    pass\n',
      'station/models.py': 'class Reading:\n    pass\n\n\nclass Sensor:\n    pass\n\n\nclass StationOwner:\n    pass\n',
      'station/tasks.py': 'from celery import Celery\n\n\ndef purge_old_readings():\n    pass\n',
      'station/ingest/mqtt.py': 'class MqttListener:\n    pass\n\n\nRECONNECT_DELAY = 10\n',
      'station/ingest/csv_reader.py': 'def read_rows():\n    pass\n\n\ndef guess_delimiter():\n    pass\n',
      'station/export.py': 'def export_parquet():\n    pass\n',
      'migrations/0001_init.sql': 'create table reading (id int);\n',
      'tests/test_ingest.py': 'def test_rows():\n    pass\n',
      Makefile:
        'test:\n\tpytest\n\nserve:\n\tflask run\n\nmigrate:\n\talembic upgrade head\n\n.PHONY: test serve migrate\n',
      Dockerfile: 'FROM python:3.10-slim\n',
      'docker-compose.yml':
        'services:\n  db:\n    image: postgres:14\n  broker:\n    image: eclipse-mosquitto:2\n  cache:\n    image: redis:7\n',
      'docs/sensors.md': '# Sensors\n\nA `Sensor` reports every minute.\n',
      'README.md': '# Station\n\nCollects weather readings.\n',
    },
    {
      'station/ingest/csv_reader.py': null,
      'station/ingest/tables.py': 'def read_rows():\n    pass\n\n\ndef guess_delimiter():\n    pass\n',
      'station/export.py': null,
      'station/models.py': 'class Reading:\n    pass\n\n\nclass Sensor:\n    pass\n',
      Makefile: 'test:\n\tpytest\n\nserve:\n\tuvicorn station.app:app\n\n.PHONY: test serve\n',
    },
    {
      'pyproject.toml':
        '[project]\nname = "station"\nversion = "2.0.0"\nrequires-python = ">=3.11"\ndependencies = ["fastapi>=0.110", "sqlalchemy>=2.0", "celery~=5.2", "httpx", "pydantic>=2.6", "redis"]\n\n[project.optional-dependencies]\ndev = ["pytest>=8", "ruff", "mypy"]\n\n[project.scripts]\nstation = "station.cli:main"\n',
      'station/app.py': 'from fastapi import FastAPI\n\n\ndef create_app():\n    return FastAPI()\n',
      Dockerfile: 'FROM python:3.11-slim\n',
      'docker-compose.yml':
        'services:\n  db:\n    image: postgres:16\n  broker:\n    image: eclipse-mosquitto:2\n  cache:\n    image: redis:7\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

- Python 3.11 service that collects weather readings; MQTT in, REST out
- Web: Flask ⟦gone Flask⟧
- Database: PostgreSQL 14 ⟦changed PostgreSQL 14⟧
- Cache: Redis 7
- Tasks: Celery 5.2

## Commands

- \`make test\`
- \`make serve\`
- \`make migrate\` before the first start ⟦gone migrate⟧
- \`pytest tests/test_ingest.py -k rows\`
- \`docker compose up -d\`

## Routing

- Sensors → [docs/sensors.md](../docs/sensors.md)
`,
    'details/tech.md': `# Tech

- Python: \`>=3.10\` ⟦changed >=3.10⟧
- ORM: SQLAlchemy 1.4 with the declarative base ⟦changed SQLAlchemy 1.4⟧
- Validation: Pydantic v1, so \`validator\` and not \`field_validator\` ⟦changed Pydantic v1⟧
- HTTP client: \`requests\`, always with a timeout ⟦gone requests⟧
- Formatting: Black, line length 100 ⟦gone Black⟧
- Types: mypy in strict mode
- The broker is Mosquitto 2; topics are \`station/<id>/reading\`
- Broker and database run from \`docker-compose.yml\`

| Module | What it does |
|---|---|
| \`station/app.py\` | \`create_app\` builds the application |
| \`station/ingest/mqtt.py\` | \`MqttListener\` |
| \`station/ingest/csv_reader.py\` | files of older stations | ⟦moved station/ingest/csv_reader.py⟧
| \`station/export.py\` | Parquet files | ⟦gone station/export.py⟧
| \`station/tasks.py\` | Celery tasks |
| \`station/cli.py\` | \`station import\` |
`,
    'details/patterns.md': `# Patterns

- Blueprints are added in \`register_blueprints\`. ⟦gone register_blueprints⟧
- A \`StationOwner\` may see only the stations they own. ⟦gone StationOwner⟧
- \`guess_delimiter\` looks at the first 20 lines.
- \`purge_old_readings\` runs at night; it keeps 400 days.
- Never call \`datetime.now()\` without a zone.
- The listener waits \`RECONNECT_DELAY\` seconds.
- JSON Lines rather than CSV for new feeds.
- Rust would be faster for decoding, but nobody here writes it.
- Names of columns are snake_case, of JSON fields camelCase such as \`windSpeed\`.
- Temperatures are Kelvin inside, Celsius outside.
- Secrets come from Vault; \`VAULT_ADDR\` is set by the platform.
`,
    'details/decisions.md': `# Decisions

## D-001 MQTT over HTTP push

- Date: 2023-05-01
- Decision: sensors publish to MQTT with QoS 1
- Why: they sleep between readings
- Given up: HTTP push, CoAP, LoRaWAN gateways

## D-002 Leave Flask for FastAPI

- Date: 2024-01-15
- Decision: FastAPI serves the REST interface
- Why: types and OpenAPI for free; Flask needed three extensions
- Given up: Litestar

## D-003 Ruff instead of Black and isort

- Date: 2024-01-20
- Decision: \`ruff format\` and \`ruff check\`
`,
    'details/learnings.md': `# Learnings

## MQTT reconnects in a loop

- Symptom: \`MqttListener\` logged 40 lines a second
- Root cause: a client id was used twice
- Solution: the id ends in the process id (\`station/ingest/mqtt.py\`)
- Prevention: \`tests/test_ingest.py\`
`,
    'details/progress.md': `# Progress

## Planned

- [ ] move tasks to \`station/tasks/\` and drop Celery for Dramatiq
- [ ] Python 3.13
- [ ] \`make docs\`
`,
  },
}
