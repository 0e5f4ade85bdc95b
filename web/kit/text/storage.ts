/**
 * What the browser keeps for us, under the prefix and in the wrapper this family of clients uses.
 */
const PREFIX = 'pro__'
export const WEEK_MS = 604_800_000

interface StoredEntry {
  value: unknown
  expire: number | null
}
const memory = new Map<string, string>()

function raw(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** Stores a JSON value; `ms` null: without expiry. Storage switched off: until the page closes. */
export function storageSet(key: string, value: unknown, ms: number | null = WEEK_MS): void {
  const text = JSON.stringify({
    value,
    expire: ms === null ? null : Date.now() + ms,
  } satisfies StoredEntry)
  try {
    localStorage.setItem(PREFIX + key, text)
  } catch {
    memory.set(PREFIX + key, text)
  }
}

/**
 * The stored value while it is fresh and of the expected shape; anything else is dropped and null.
 */
export function storageGet<T>(key: string, is: (value: unknown) => value is T): T | null {
  const text = raw(PREFIX + key)
  if (text === null) return null
  const parsed = parse(text)
  const live = parsed !== null && (parsed.expire === null || parsed.expire > Date.now())
  if (live && is(parsed.value)) return parsed.value
  storageRemove(key)
  return null
}

export function storageRemove(key: string): void {
  memory.delete(PREFIX + key)
  try {
    localStorage.removeItem(PREFIX + key)
  } catch {
    // Storage is off: the copy in memory was the only one.
  }
}

function parse(text: string): StoredEntry | null {
  try {
    const found: unknown = JSON.parse(text)
    if (!isObject(found) || !('value' in found)) return null
    return { value: found.value, expire: typeof found.expire === 'number' ? found.expire : null }
  } catch {
    return null
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
