/** A Rails application with workers and infrastructure, one commit, terse notes. */

import type { SampleProject } from '../sample-project.ts'

export const railsApp: SampleProject = {
  name: 'Rails app without history',
  git: 'one commit',
  history: [
    {
      Gemfile:
        "source 'https://rubygems.org'\nruby '3.3.0'\ngem 'rails', '~> 7.1.3'\ngem 'sidekiq', '~> 7.2'\ngem 'pg'\ngem 'rspec-rails', group: :test\n",
      'config/routes.rb':
        "Rails.application.routes.draw do\n  resources :tickets do\n    post 'assign', on: :member\n  end\n  get '/up', to: 'health#show'\nend\n",
      'config/database.yml': 'default:\n  adapter: postgresql\n',
      'app/controllers/tickets_controller.rb':
        'class TicketsController < ApplicationController\n  def assign\n    TicketRouter.new.route_ticket\n  end\nend\n',
      'app/models/ticket.rb':
        "class Ticket < ApplicationRecord\n  scope :overdue, -> { where('due < ?', Time.now) }\nend\n",
      'app/services/ticket_router.rb':
        'class TicketRouter\n  MAX_HOPS = 5\n\n  def route_ticket\n    ENV.fetch("DESK_REGION")\n  end\nend\n',
      'app/workers/digest_worker.rb': 'class DigestWorker\n  include Sidekiq::Worker\n\n  def perform; end\nend\n',
      'lib/tasks/desk.rake': 'namespace :desk do\n  task reindex: :environment do\n  end\nend\n',
      'bin/dev': '#!/bin/sh\nexec foreman start -f Procfile.dev\n',
      'Procfile.dev': 'web: bin/rails server -p 3400\nworker: bundle exec sidekiq\n',
      'infra/main.tf': 'resource "aws_ecs_service" "desk" {}\n',
      'infra/variables.tf': 'variable "region" {}\n',
      'spec/models/ticket_spec.rb': 'RSpec.describe Ticket do\nend\n',
      '.github/workflows/test.yml': 'on: push\n',
      '.env.example': 'DESK_REGION=eu\nDESK_SMTP_URL=\n',
      '.gitignore': '/log\n/tmp\n.env\n/storage\n',
    },
  ],
  bank: {
    'MEMORY.md': `# Project Memory

## Project Snapshot

Help desk. Ruby 3.2, Rails 7.0, Sidekiq 7. Postgres. ⟦changed Ruby 3.2⟧ ⟦changed Rails 7.0⟧
Dev: \`bin/dev\` (web on port 3100).

## Top Quick Answers

- tests → \`bundle exec rspec spec/models/ticket_spec.rb\`
- reindex → \`bin/rails desk:reindex\`
- CI → \`.github/workflows/test.yml\`, deploy → \`.github/workflows/deploy.yml\` ⟦gone .github/workflows/deploy.yml⟧
`,
    'details/tech.md': `# Tech

| Path | Purpose |
|---|---|
| \`app/services/ticket_router.rb\` | routing, \`TicketRouter::MAX_HOPS\` |
| \`app/services/sla_clock.rb\` | due dates | ⟦gone app/services/sla_clock.rb⟧
| \`app/jobs/digest_worker.rb\` | mail digest | ⟦moved app/jobs/digest_worker.rb⟧
| \`infra/\` | Terraform |
| \`infra/modules/vpc/main.tf\` | network | ⟦gone infra/modules/vpc/main.tf⟧
| \`storage/\` | uploads, ignored |
| \`tmp/pids/server.pid\` | runtime |

Env:

- environment variable \`DESK_REGION\`: where tickets are kept
- environment variable \`DESK_QUEUE_NAME\`: Sidekiq queue
- \`RAILS_MASTER_KEY\`, \`REDIS_URL\`: provided by the platform
`,
    'details/patterns.md': `# Patterns

- Controllers stay thin: \`TicketsController#assign\` only calls \`route_ticket\` (\`app/services/ticket_router.rb\`).
- Overdue tickets: scope \`Ticket.overdue\` in \`app/models/ticket.rb\`; escalation by \`escalate_ticket\` in \`app/services/ticket_router.rb\`. ⟦gone escalate_ticket⟧
- \`POST /tickets/:id/assign\` and \`GET /up\` are public; \`POST /tickets/:id/merge\` needs an admin.
- Fixtures: none, we use factories. No \`spec/fixtures/tickets.yml\`.
- \`ActiveRecord::Base.transaction()\` around every multi-write.
- Generators (\`bin/rails g model Foo\`) put files in \`app/models/foo.rb\`.
- Assets are precompiled to \`public/assets/application.js\`.
- Chose Sidekiq instead of \`delayed_job\`; \`good_job\` may come with Rails 8.
- Upgrading to Rails 7.2 is blocked by \`pg\`.
`,
    'details/progress.md': `# Progress

## In progress

- SLA clock: \`app/services/sla_clock.rb\`, wiring in \`config/initializers/sla.rb\`

## Known issues

- \`app/models/ticket.rb:80\` is slow
`,
  },
}
