import type { Client } from '../harness.ts'

/**
 * Two rows a bulk call can do, and one it must refuse; `more` is what it takes in addition to their
 * ids.
 */
export interface BulkRows {
  client: Client
  good: string
  second: string
  bad: string
  /** Why the bad one is refused. */
  code: string
  more?: Record<string, unknown>
  /** What a call with a file sends. */
  file?: { name: string; bytes: Uint8Array }
}
export type RowsByHand = Record<
  string,
  () => Promise<Omit<BulkRows, 'client'> & { client?: Client }>
>

export const NEVER = '9223372036854775807'
export const MISSING = { bad: NEVER, code: 'row.missing' }
export const twice = async (one: () => Promise<string>) => ({
  good: await one(),
  second: await one(),
})
