/** Other memory tools that people have beside us. Two memories give an agent two truths, so they are named; nothing is done about them. */

const KNOWN: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['claude-mem', /(?:^|[@/])claude-mem\b/],
  ['opencode-mem', /(?:^|[@/])opencode-mem\b/],
  ['Supermemory', /\b(?:opencode-|claude-)?supermemory\b/],
  ['Basic Memory', /\bbasic-memory\b/],
  ['mem0 / OpenMemory', /\b(?:mem0|openmemory)\b/],
  ['ByteRover', /\b(?:byterover|cipher-mcp)\b/],
  ['the MCP reference memory server', /@modelcontextprotocol\/server-memory\b/],
  ['memory-bank-mcp', /\bmemory-bank-mcp\b/],
  ['Letta', /\bletta(?:-|$)/],
  ['Graphiti / Zep', /\b(?:graphiti|zep)(?:-|$)/],
]

/** Which of them these names, packages or commands are. */
export function otherMemories(words: readonly string[]): readonly string[] {
  return KNOWN.filter(([, pattern]) => words.some((word) => pattern.test(word.toLowerCase()))).map(([name]) => name)
}
