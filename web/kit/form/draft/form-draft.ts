import { isMask } from '#contracts/kit/personal.ts'
import { isObject } from '../../text/storage.ts'

/**
 * Entries of a long form, kept while the browser tab lives: signing in again after an ended
 * session, or a wrong click on reload, must not cost the typing. The tab's own storage, so that
 * nothing stays on a shared machine.
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

/** An object of values, not a moment or a file. */
const isPart = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype

/**
 * Whether two values of a form mean the same: nothing is nothing however it is written, 1.50 is
 * 1.5, lists by their items; the keys of lines do not count.
 */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || plain(a) === plain(b)
}
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value.map(plain))
  if (isPart(value))
    return JSON.stringify(
      Object.keys(value)
        .filter((key) => key !== 'lineKey')
        .sort()
        .map((key) => [key, plain(value[key])]),
    )
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/0+$/, '').replace(/\.$/, '') : text
}

/** The values that differ from where the form began: parts by their own values, a list as one. */
export function changedValues<V extends object>(values: V, from: object): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
      const before: unknown = Reflect.get(from, key)
      if (sameValue(value, before)) return []
      return [[key, isPart(value) && isPart(before) ? changedValues(value, before) : value]]
    }),
  ) as Partial<V>
}

/** Changed values put back over those a form begins with. */
export function withChanges<V extends object>(values: V, changes: object): V {
  const entries = Object.entries(changes).map(([key, value]: [string, unknown]) => {
    const before: unknown = Reflect.get(values, key)
    return [key, isPart(value) && isPart(before) ? withChanges(before, value) : value]
  })
  return { ...values, ...Object.fromEntries(entries) } as V
}

/**
 * Of the user's version what the user changed, of theirs the rest: field by field, parts within parts; a
 * list counts as one.
 */
export function mergeChanges<V>(base: V, mine: V, theirs: V): V {
  if (sameValue(base, mine)) return theirs
  if (!isPart(base) || !isPart(mine) || !isPart(theirs)) return mine
  const merged = Object.keys({ ...theirs, ...mine }).map((key) => [
    key,
    mergeChanges<unknown>(base[key], mine[key], theirs[key]),
  ])
  return Object.fromEntries(merged) as V
}

export interface Difference {
  path: string
  mine: unknown
  theirs: unknown
}
/**
 * Where two versions differ. `sender.*` compares what is below it path by path, lines by their
 * place; else a value is one.
 */
export function differences(mine: object, theirs: object, fields: readonly string[]): Difference[] {
  return fields.flatMap((field) => {
    const path = field.replace(/\.\*$/, '')
    const [a, b]: unknown[] = [Reflect.get(mine, path), Reflect.get(theirs, path)]
    return path === field ? leaf(path, a, b) : within(path, a, b)
  })
}
const leaf = (path: string, mine: unknown, theirs: unknown): Difference[] =>
  sameValue(mine, theirs) ? [] : [{ path, mine, theirs }]

function within(path: string, mine: unknown, theirs: unknown): Difference[] {
  const parts = [mine, theirs].filter((part) => typeof part === 'object' && part !== null)
  if (parts.length === 0) return leaf(path, mine, theirs)
  const keys = new Set(parts.flatMap((part) => Object.keys(part as object)))
  keys.delete('lineKey')
  return [...keys].flatMap((key) =>
    within(`${path}.${key}`, partAt(mine, key), partAt(theirs, key)),
  )
}
const partAt = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? (Reflect.get(from, key) as unknown) : undefined

/** What is sent: a field that was shown masked and is unchanged is left as it is stored. */
export const withoutMasks = <V extends object>(values: V, shown: V): V =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !isMask(key, value) || value !== Reflect.get(shown, key),
    ),
  ) as V
