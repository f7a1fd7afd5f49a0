/** A variable that is a switch: 1 or true, in any letters. */
export function isSwitchedOn(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  return ['1', 'true'].includes((env[name] ?? '').trim().toLowerCase())
}
