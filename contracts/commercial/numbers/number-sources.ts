import { z } from 'zod'

/** Where a service takes its numbers from. */
export const NUMBER_SOURCES = {
  segments: '1',
  pools: '2',
  /** Pools first; when they are empty, segments. */
  both: '3',
} as const

const figure = z.number()

/** How much of a pool or segment is left, and for how long. */
export const sourceCounts = z.object({
  total: figure,
  free: figure,
  reserved: figure,
  used: figure,
  void: figure,
  /** Hundredths of a percent that are free, rounded down. */
  leftBp: figure,
  /** Used per day, over the last 30 days or since the first use; to a tenth. */
  perDay: figure,
  /** Null where nothing was used: there is nothing to go by. */
  daysLeft: figure.nullable(),
  level: z.enum(['ok', 'low', 'empty']),
  /** The service takes numbers from sources of this kind. */
  inUse: z.boolean(),
})
export type SourceCounts = z.infer<typeof sourceCounts>

/** Days the forecast looks back. */
export const FORECAST_DAYS = 30

/**
 * Days the free numbers last at the pace of the last days: `used` since `days` days, today counted.
 * Null without any use.
 */
export function forecast(
  free: number,
  used: number,
  days: number,
): { perDay: number; daysLeft: number | null } {
  const perDay = Math.max(0, used) / Math.min(FORECAST_DAYS, Math.max(1, days))
  return {
    perDay: Math.round(perDay * 10) / 10,
    daysLeft: perDay > 0 ? Math.floor(free / perDay) : null,
  }
}

/** What is low by a share in percent. */
export function levelOf(free: number, total: number, lowWater: number): SourceCounts['level'] {
  if (total > 0 && free <= 0) return 'empty'
  return total > 0 && free * 100 <= total * lowWater ? 'low' : 'ok'
}
