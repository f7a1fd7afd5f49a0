/** Whether an environment variable is `1` or `true`, in any case. */
export function isSwitchedOn(env: Readonly<Record<string, string | undefined>>, name: string): boolean {
  return ['1', 'true'].includes((env[name] ?? '').trim().toLowerCase())
}
