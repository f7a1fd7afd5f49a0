/** The day of a time by the local clock, as git prints the day of a commit. */
export function dayOf(time: number): string {
  const at = new Date(time)
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}
