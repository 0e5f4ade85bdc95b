import { scaleLinear, scalePoint } from 'd3-scale'

export const HEIGHT = 190
const MARGIN = { top: 18, right: 16, bottom: 26, left: 48 }
/** A tick for each so many pixels of height. */
const TICK_EVERY = 36
/** Width of a day under the chart (`MM-DD`) with the gap after it. */
const DAY_WIDTH = 62

export interface Geometry {
  x: (day: string) => number
  y: (count: number) => number
  left: number
  right: number
  top: number
  bottom: number
  ticks: readonly number[]
  /** Days that are named under the chart. */
  named: readonly string[]
}

/**
 * Where days and counts lie in a chart `width` pixels wide. `top`: the largest count of the scale,
 * null for the largest of `counts`.
 */
export function geometryOf(
  width: number,
  days: readonly string[],
  counts: readonly number[],
  top: number | null,
): Geometry {
  const [left, right] = [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right)]
  const bottom = HEIGHT - MARGIN.bottom
  const largest = top ?? Math.max(1, ...counts)
  const ticksWanted = Math.floor((bottom - MARGIN.top) / TICK_EVERY)
  const across = scalePoint(days, [left, right])
  const up = scaleLinear([0, largest], [bottom, MARGIN.top])
  if (top === null) up.nice(ticksWanted)
  const step = Math.max(1, Math.ceil((days.length * DAY_WIDTH) / Math.max(1, right - left)))
  return {
    x: (day) => across(day) ?? left,
    y: (count) => up(count),
    left,
    right,
    top: MARGIN.top,
    bottom,
    ticks: up.ticks(ticksWanted).filter(Number.isInteger),
    named: days.filter((_, at) => at % step === 0),
  }
}

/** The day nearest to `x` pixels from the left. */
export function nearestDay(days: readonly string[], geometry: Geometry, x: number): string | null {
  const share = (x - geometry.left) / Math.max(1, geometry.right - geometry.left)
  // One day alone lies in the middle.
  const at = days.length < 2 ? 0 : Math.round(share * (days.length - 1))
  return days[Math.min(days.length - 1, Math.max(0, at))] ?? null
}
