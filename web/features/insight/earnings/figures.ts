import type { T } from '../../../kit/text/i18n.ts'
import type { EarningSums } from '#contracts/insight/earnings.ts'

export type Measured = 'revenue' | 'cost' | 'margin'

/** Distinguished by colour and by dashes. */
export const LINES: readonly { key: Measured; colour: string; dash: string }[] = [
  { key: 'revenue', colour: '#0b5cad', dash: '' },
  { key: 'cost', colour: '#8a5a00', dash: '6 3' },
  { key: 'margin', colour: '#237804', dash: '10 3 2 3' },
]

/** Without the permission to see costs there is revenue alone. */
export const linesOf = (sums: EarningSums | undefined): typeof LINES =>
  LINES.filter(({ key }) => key === 'revenue' || (sums?.[key] ?? null) !== null)

/** What the days are called, by what is shown of them. */
export const chartName = (t: T, sums: EarningSums | undefined): string =>
  t(sums?.cost === null ? 'chart.revenue' : 'chart')

/** Margin as a part of revenue, `12.3 %`; empty where there is no revenue. */
export function rateOf({ revenue, margin }: EarningSums): string {
  const whole = Number(revenue)
  if (margin === null || whole === 0) return ''
  return `${((Number(margin) / whole) * 100).toFixed(1)} %`
}

/** How much a figure is above that of the days before: `+12.3 %`; null where there was none. */
export function changeOf(now: string | null, before: string | null): string | null {
  const was = Number(before ?? 0)
  if (now === null || was === 0) return null
  const change = ((Number(now) - was) / Math.abs(was)) * 100
  return `${change >= 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`
}

/** Trade details of some days, as the list's address has them. */
export function tradesPath(
  { from, to }: { from: string; to: string },
  narrow: { currency: string; customerId?: string | null },
): string {
  const params = new URLSearchParams({
    createTime_begin: from,
    createTime_end: to,
    currency: narrow.currency,
    ...(narrow.customerId ? { customerId: narrow.customerId } : {}),
  })
  return `/accounting/trades?${params.toString()}`
}
