/**
 * The Action's last step: writes standard input as a comment on the pull request, or updates the comment it wrote
 * before.
 *
 * Without permission to comment (a pull request from a fork) the text goes into the job summary. A failure here never
 * fails the job.
 */

import { appendFileSync, readFileSync } from 'node:fs'

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH: event, MB_TOKEN: token } = process.env
const text = readFileSync(0, 'utf8').trim()
const mark = text.split('\n', 1)[0]
const number = JSON.parse(readFileSync(event, 'utf8')).pull_request?.number

try {
  if (!Number.isInteger(number)) throw new Error('this is not a pull request')
  const standing = await ourComment()
  // Without changes there is no new comment; an earlier one is updated.
  if (standing !== undefined) await ask('PATCH', `issues/comments/${standing.id}`, { body: text })
  else if (/^\*\*/m.test(text)) await ask('POST', `issues/${number}/comments`, { body: text })
} catch (error) {
  console.log(`No comment (${error.message}); see the job summary.`)
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${text}\n`)
}

/** A comment of this Action begins with the mark and is by a bot, since anybody can write the mark. */
async function ourComment() {
  for (let page = 1; page <= 30; page += 1) {
    const comments = await ask('GET', `issues/${number}/comments?per_page=100&page=${page}`)
    const ours = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(mark))
    if (ours !== undefined || comments.length < 100) return ours
  }
}

async function ask(method, path, body) {
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'memory-bank',
      'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`)
  return answer.json()
}
