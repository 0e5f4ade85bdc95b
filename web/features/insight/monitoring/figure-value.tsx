import type { Unit } from '#contracts/insight/monitoring.ts'
import { Moment, Num } from '../../../kit/platform/cells.tsx'
import { formatBytes } from '../../../kit/text/formats.ts'

/** Seconds as days, hours and minutes; below two minutes as they are. */
export function spanOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  return [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', `${minutes % 60} min`]
    .filter((part) => part !== '')
    .join(' ')
}

/** One digit is enough below ten; above it none. */
export const shortNumber = (value: number): string =>
  String(Math.abs(value) < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** A figure in its unit; a dash where it is not known. */
export function FigureValue({ value, unit }: { value: number | string | null; unit: Unit }) {
  if (value === null || value === '') return <span className="py-none">–</span>
  if (unit === 'moment') return <Moment at={String(value)} />
  if (unit === 'text' || typeof value === 'string') return <>{value}</>
  if (unit === 'bytes') return <span className="py-num">{bytes(value)}</span>
  if (unit === 'seconds') return <span className="py-num">{spanOf(value)}</span>
  if (unit === 'count') return <Num value={shortNumber(value)} />
  return <Num value={shortNumber(value)} unit={unit === 'percent' ? '%' : 'ms'} />
}

const bytes = (value: number): string =>
  value < 0 ? `-${formatBytes(-value)}` : formatBytes(value)
