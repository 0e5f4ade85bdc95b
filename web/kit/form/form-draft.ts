import { isObject } from '../platform/storage.ts'

/**
 * Entries of a long form, kept while the browser tab lives: signing in again after an ended session, or a wrong
 * click on reload, must not cost the typing. The tab's own storage, so that nothing stays on a shared machine.
 */
export interface Draft {
  /** What was typed and differs from the row as it was. */
  values: Record<string, unknown>
  at: number
  /** The row's version then: if it differs now, the row was saved in between. */
  version: unknown
}
const PREFIX = 'pro__draft:'

export function readDraft(key: string): Draft | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isObject(found) && isObject(found.values) && typeof found.at === 'number'
      ? { values: found.values, at: found.at, version: found.version ?? null }
      : null
  } catch {
    return null
  }
}
export function writeDraft(
  key: string,
  values: Record<string, unknown>,
  version: unknown = null,
): void {
  try {
    sessionStorage.setItem(
      PREFIX + key,
      JSON.stringify({ values, at: Date.now(), version } satisfies Draft),
    )
  } catch {
    // No storage or it is full: the form itself is still there.
  }
}
export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // See above.
  }
}

/** Whether two values of a form say the same: nothing is nothing however it is written, 1.50 is 1.5, lists by their items. */
export function sameValue(a: unknown, b: unknown): boolean {
  return plain(a) === plain(b)
}
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value.map(plain))
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/0+$/, '').replace(/\.$/, '') : text
}
/** The values that differ from where the form began. */
export function changedValues<V extends object>(values: V, from: object): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !sameValue(value, Reflect.get(from, key))),
  ) as Partial<V>
}

/** Of one's own version what one changed, of theirs the rest: field by field, parts within parts; a list counts as one. */
export function mergeChanges<V>(base: V, mine: V, theirs: V): V {
  if (JSON.stringify(base) === JSON.stringify(mine)) return theirs
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return mine
  const merged = Object.keys({ ...theirs, ...mine }).map((key) => [
    key,
    mergeChanges<unknown>(base[key], mine[key], theirs[key]),
  ])
  return Object.fromEntries(merged) as V
}
