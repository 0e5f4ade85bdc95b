import type { SimParcel } from './scripts.ts'

/** What 17TRACK does with a number: follows it, or stopped on our word; both again, a single time. */
export type Following = 'tracking' | 'stopped' | 'again' | 'ended'
export interface FollowedNumbers {
  of(number: string): Promise<Following | null>
  set(number: string, state: Following): Promise<void>
}

/** What the simulator knows of the world; the product fills it from its own parcels. */
export interface SimWorld {
  isKnown(number: string): SimParcel | null | Promise<SimParcel | null>
  /** UTC, ISO 8601. */
  now(): string
  speed: number
  /** What callers must send as DHL-API-Key; null accepts any key. */
  apiKey: string | null
  /** Scenario "busy": counts the calls; every 50th is answered 429. */
  callNo?: () => number
  /** Numbers registered with 17TRACK. */
  followed?: FollowedNumbers
}
