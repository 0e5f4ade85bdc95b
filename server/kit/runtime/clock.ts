import { AsyncLocalStorage } from 'node:async_hooks'

const elsewhere = new AsyncLocalStorage<() => number>()

/** Milliseconds since 1970, by the product's clock. */
export const now = (): number => (elsewhere.getStore() ?? Date.now)()

/** The same as UTC, ISO 8601. */
export const nowIso = (): string => new Date(now()).toISOString()

/** The moment so many milliseconds from now, UTC, ISO 8601. */
export const isoAfter = (ms: number): string => new Date(now() + ms).toISOString()

/**
 * Runs `work` as if it were another time; everything else in the process keeps the real one. Tests
 * let days pass with it.
 */
export function withClock<R>(read: () => number, work: () => R): R {
  return elsewhere.run(read, work)
}
