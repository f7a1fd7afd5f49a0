/**
 * Packages that a project can only use by declaring them. If the bank says that one of them is used, and neither a
 * manifest nor the code names it, the package is gone. Nothing can be said of other names.
 *
 * Names that are ordinary words, and names of programs or services, are left out on purpose.
 */

export type Ecosystem = 'node' | 'python' | 'go' | 'rust' | 'php' | 'ruby'

export function isKnownPackage(name: string): boolean {
  return ecosystemOf(name) !== undefined
}

export function ecosystemOf(name: string): Ecosystem | undefined {
  return GO_MODULE.test(name) ? 'go' : BY_NAME.get(packageKey(name))
}

/** The path of a Go module begins with its host. */
const GO_MODULE = /^(?:github|gitlab|bitbucket)\.(?:com|org)\/[\w.-]+\/[\w.-]+/

/** The form in which names are compared: `Next.js`, `next` and `NEXT` are the same package. */
export function packageKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/(?<=\w)\.js$/, '')
    .replaceAll(/[^a-z0-9@/]/g, '')
}

const PACKAGES: Readonly<Record<Ecosystem, string>> = {
  node: 'axios lodash moment dayjs date-fns redux zustand mobx recoil jotai react vue preact svelte angular jquery express fastify koa hono nestjs hapi socket.io mongoose sequelize typeorm prisma knex drizzle-orm kysely ioredis bullmq zod joi yup ajv jest vitest mocha jasmine cypress playwright puppeteer webpack rollup vite esbuild parcel gulp grunt babel eslint prettier biome tailwindcss styled-components emotion bootstrap antd next nuxt gatsby remix astro swr graphql apollo-server urql trpc jsonwebtoken bcrypt bcryptjs nodemailer multer winston pino morgan commander yargs chalk inquirer rxjs immer ramda underscore cheerio sharp uuid nanoid dotenv husky lint-staged ts-node nodemon supertest sinon chai nock msw formik react-hook-form react-router react-query i18next vue-router pinia vuex typescript',
  python:
    'flask django fastapi starlette tornado aiohttp sanic pyramid bottle sqlalchemy alembic peewee pydantic marshmallow celery dramatiq huey requests httpx numpy pandas scipy scikit-learn tensorflow pytorch keras matplotlib seaborn plotly pytest nose hypothesis mypy pylint flake8 uvicorn gunicorn hypercorn psycopg2 asyncpg pymongo boto3 loguru structlog typer jinja2 beautifulsoup4 scrapy selenium transformers langchain streamlit gradio polars tortoise-orm sqlmodel ruff',
  go: 'gin echo fiber gorm sqlx cobra viper zap logrus zerolog testify gomock chi gorilla/mux pgx ent',
  rust: 'tokio serde axum actix-web rocket warp diesel sqlx sea-orm reqwest hyper tonic clap anyhow thiserror tracing rayon async-std',
  php: 'laravel symfony doctrine phpunit guzzle monolog phpstan',
  ruby: 'rails sinatra sidekiq rspec devise rubocop puma',
}

const BY_NAME: ReadonlyMap<string, Ecosystem> = new Map(
  (['ruby', 'php', 'rust', 'go', 'python', 'node'] as const).flatMap((ecosystem) =>
    PACKAGES[ecosystem].split(' ').map((name) => [packageKey(name), ecosystem] as const),
  ),
)
