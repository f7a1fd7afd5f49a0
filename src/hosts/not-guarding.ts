/**
 * What a shell says in our name where not even our script is there to say more: in both languages, and without any quotation
 * mark. Hosts show people the command lines of their hooks, also of those that do well, so it is true of them as well.
 */

export const IF_NOT_STARTED =
  '[memory-bank] If Memory Bank does not start, see: memory-bank doctor · 若 Memory Bank 无法启动，请运行：memory-bank doctor'

/** A command that prints an answer. */
export function echoed(answer: object): string {
  return `echo '${JSON.stringify(answer)}'`
}
