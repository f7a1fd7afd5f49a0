/** Reads fields of values that come from a host and may be anything. */

export type PayloadFields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is PayloadFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A non-empty text. */
export function textIn(value: unknown, name: string): string | undefined {
  const text = fieldIn(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
