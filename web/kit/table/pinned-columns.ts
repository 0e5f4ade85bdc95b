import type { CSSProperties } from 'react'

/**
 * Where a column stands: null scrolls with the rest, otherwise its distance from the left edge in
 * pixels.
 */
export type PinnedColumns = readonly (number | null)[]

/** What stays in sight may not fill the window: then only the first column does. */
const SHARE = 0.6

/** The first column and those pinned after it stay at the left, side by side. */
export function pinnedColumnsOf(
  columns: readonly { width?: number; pinned?: boolean }[],
  start: number,
): PinnedColumns {
  let at = start
  const places = columns.map((column, index) => {
    if (index > 0 && !column.pinned) return null
    const place = at
    at += column.width ?? 140
    return place
  })
  return at <= window.innerWidth * SHARE
    ? places
    : places.map((place, index) => (index === 0 ? place : null))
}
export const isPinned = (
  place: number | null | undefined,
): { 'data-stays'?: true; style?: CSSProperties } =>
  place === null || place === undefined
    ? {}
    : { 'data-stays': true, style: { insetInlineStart: place } }
