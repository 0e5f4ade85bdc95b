import { isObject } from './storage.ts'

/**
 * Entries of a long form, kept while the browser tab lives: signing in again after an ended session, or a wrong
 * click on reload, must not cost the typing. The tab's own storage, so that nothing stays on a shared machine.
 */
export interface Draft { values: Record<string, unknown>; at: number }
const PREFIX = 'pro__draft:'

export function readDraft(key: string): Draft | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isObject(found) && isObject(found.values) && typeof found.at === 'number' ? { values: found.values, at: found.at } : null
  } catch {
    return null
  }
}
export function writeDraft(key: string, values: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ values, at: Date.now() } satisfies Draft))
  } catch {
    // No storage or no room: the form itself is still there.
  }
}
export function dropDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // See above.
  }
}
