import { scaleLinear, scalePoint } from 'd3-scale'

const EDGE = { top: 18, right: 16, bottom: 26 }
/** A tick for each so many pixels of height. */
const TICK_EVERY = 36
/** Width of a day under the chart (`MM-DD`) with the gap after it. */
const DAY_WIDTH = 62
/** So many times the next largest value: beyond it a peak would flatten all other days. */
const PEAK = 4
/** At most so many days are peaks; with more of them the scale is theirs. */
const PEAKS_MAX = 3

export interface Size {
  width: number
  height: number
  /** Room for the figures of the scale. */
  left: number
}

export interface Geometry {
  x: (day: string) => number
  y: (value: number) => number
  left: number
  right: number
  top: number
  bottom: number
  ticks: readonly number[]
  /** Days that are named under the chart. */
  named: readonly string[]
}

/**
 * Where days and values lie in a chart. `top`: the largest value of the scale, null for the largest
 * of `values`; values below zero have their place under it.
 */
export function geometryOf(
  { width, height, left }: Size,
  days: readonly string[],
  values: readonly number[],
  top: number | null,
): Geometry {
  const right = Math.max(left, width - EDGE.right)
  const bottom = height - EDGE.bottom
  const wanted = Math.floor((bottom - EDGE.top) / TICK_EVERY)
  const across = scalePoint(days, [left, right])
  const up = scaleLinear(
    [Math.min(0, ...values), top ?? Math.max(1, ...values)],
    [bottom, EDGE.top],
  )
  if (top === null) up.nice(wanted)
  const step = Math.max(1, Math.ceil((days.length * DAY_WIDTH) / Math.max(1, right - left)))
  return {
    x: (day) => across(day) ?? left,
    y: (value) => up(top === null ? value : Math.min(value, top)),
    left,
    right,
    top: EDGE.top,
    bottom,
    ticks: up.ticks(wanted).filter(Number.isInteger),
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

/** The top of a scale on which a few peaks are cut off; null where all values fit. */
export function clipOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => b - a)
  for (let at = 0; at < PEAKS_MAX; at++) {
    const [peak = 0, next = 0] = [sorted[at], sorted[at + 1]]
    if (next > 0 && peak > PEAK * next) return Math.ceil(next * 1.25)
  }
  return null
}
