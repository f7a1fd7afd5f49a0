/**
 * Tool calls and tokens from an agent's own output: the JSON lines of `claude -p --output-format stream-json
 * --verbose` and `opencode run --format json`. Figures that are not reported are left out.
 */

export function measure(output) {
  let calls = 0
  let tokens
  for (const line of output.split('\n')) {
    const event = parsed(line)
    if (event === undefined) continue
    calls += toolCallsIn(event)
    // Claude Code reports the sum at the end, OpenCode each step.
    const usage = event.type === 'result' ? event.usage : undefined
    const step = event.part?.type === 'step-finish' ? event.part.tokens : undefined
    if (usage !== undefined)
      tokens = sum(
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_input_tokens,
        usage.cache_creation_input_tokens,
      )
    if (step !== undefined)
      tokens = (tokens ?? 0) + sum(step.input, step.output, step.reasoning, step.cache?.read, step.cache?.write)
  }
  return tokens === undefined ? { calls } : { calls, tokens }
}

function toolCallsIn(event) {
  if (event.type === 'tool_use') return 1
  const content = event.type === 'assistant' ? event.message?.content : undefined
  return Array.isArray(content) ? content.filter((part) => part?.type === 'tool_use').length : 0
}

function parsed(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined // a text that begins with a brace
  }
}

function sum(...counts) {
  return counts.reduce((all, one) => all + (typeof one === 'number' ? one : 0), 0)
}
