import { grouped } from '#contracts/kit/money.ts'

/** Words of a person's own zone and digits; nothing here rounds or goes through floating point. */

let zone: string | undefined
const clocks = new Map<string, Intl.DateTimeFormat>()

let own: string | undefined
/** The browser's own zone; asked once, since the browser makes a whole formatter for the answer. */
export function browserZone(): string {
  own ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return own
}

/** The zone times are shown in: an IANA name, or undefined for the browser's own. */
export function setTimeZone(name: string | undefined): void {
  zone = name
  clocks.clear()
}

// Sweden writes dates as ISO does, which gives the specification's YYYY-MM-DD HH:mm:ss without a
// library.
function clock(withTime: boolean): Intl.DateTimeFormat {
  const key = String(withTime)
  const known = clocks.get(key)
  if (known) return known
  const time = withTime ? ({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const) : {}
  const made = new Intl.DateTimeFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...time,
    timeZone: zone,
  })
  clocks.set(key, made)
  return made
}

const two = (value: number): string => String(value).padStart(2, '0')
// The browser's own zone needs no Intl, whose first clock takes longer than a page of rows.
const dayOf = (time: Date): string =>
  `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
const timeOf = (time: Date): string =>
  `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`

/**
 * ISO moment → `2026-03-01 09:30:00` in the user's zone; '' for nothing, the text itself when it is
 * no moment.
 */
export function formatMoment(iso: string | null | undefined): string {
  if (!iso) return ''
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return zone ? clock(true).format(time) : `${dayOf(time)} ${timeOf(time)}`
}
/** ISO moment → its day in the user's zone; a plain day stays as it is. */
export function formatDay(iso: string | null | undefined): string {
  if (!iso) return ''
  if (iso.length === 10) return iso
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return zone ? clock(false).format(time) : dayOf(time)
}
/** `-1234567.5` → `-1,234,567.5`. */
export function formatNumber(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : grouped(String(value))
}
/** `1.5` → `1.500`: at least so many decimals; more of them stay. */
export function withDecimals(value: string, decimals: number): string {
  const [whole = '', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(decimals, '0')}`
}
/** A total as a page shows it: capped counts are marked. */
export function formatTotal(total: number, capped: boolean): string {
  return `${formatNumber(total)}${capped ? '+' : ''}`
}
/**
 * First 25 characters (specification §9) by code point, so that no emoji or rare name is cut in
 * half.
 */
export function ellipsis(text: string, limit = 25): string {
  const letters = [...text]
  return letters.length > limit ? `${letters.slice(0, limit).join('')}…` : text
}
/** 1536 → `1.5 kB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step =
    bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024))) : 0
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? 'B'}`
}
