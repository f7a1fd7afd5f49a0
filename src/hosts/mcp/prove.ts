/** Over MCP we only answer: the client runs its own tools, and there is no refusal to see. */
export const proof = undefined
