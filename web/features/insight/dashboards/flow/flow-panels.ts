import {
  analysed,
  flowed,
  LISTED,
  valued,
  type Narrow,
} from '#contracts/insight/dashboards.measures.ts'
import { linkOf, type Measure } from '#contracts/kit/measure.ts'
import { PARCELS_LISTED } from '#contracts/orders/parcels.measures.ts'

export const FLOW_KEYS = ['orders', 'received', 'outbound', 'delivered'] as const
export type FlowKey = (typeof FLOW_KEYS)[number]
/** What leads to a list: also the sum of money. */
export type Linked = FlowKey | 'orderValue'
export interface FlowLine {
  key: FlowKey
  colour: string
  dash: string
}

/**
 * Orders and parcels are counted apart, so they are drawn apart. Lines are far enough apart for
 * weak colour sight, and distinguished by their dashes too.
 */
export const PANELS: readonly { key: 'orders' | 'parcels'; lines: readonly FlowLine[] }[] = [
  { key: 'orders', lines: [{ key: 'orders', colour: '#0b5cad', dash: '' }] },
  {
    key: 'parcels',
    lines: [
      { key: 'received', colour: '#8a5a00', dash: '6 3' },
      { key: 'outbound', colour: '#722ed1', dash: '' },
      { key: 'delivered', colour: '#237804', dash: '10 3 2 3' },
    ],
  },
]

const measureOf = (key: Linked, from: string, to: string, narrow: Narrow): Measure =>
  key === 'orders'
    ? analysed(from, to, narrow)
    : key === 'orderValue'
      ? valued(from, to, narrow)
      : flowed(from, to, narrow)[key]

/** Where a figure of a span leads; null for those who may not see its list. */
export function flowPath(
  may: (perm: typeof LISTED.perm | typeof PARCELS_LISTED.perm) => boolean,
  key: Linked,
  { from, to }: { from: string; to: string },
  narrow: Narrow,
): string | null {
  if (!may(key === 'orders' || key === 'orderValue' ? LISTED.perm : PARCELS_LISTED.perm))
    return null
  return linkOf(measureOf(key, from, to, narrow), { today: to })
}
