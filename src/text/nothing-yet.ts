/** What a template's list says before there is anything to say. */

export function isNothingYet(item: string): boolean {
  return /^(?:[-*+]\s+)?(?:Nothing recorded yet\.|暂无记录。)$/.test(item.trim())
}
