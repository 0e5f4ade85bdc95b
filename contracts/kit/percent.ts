import { parseDecimal } from './units.ts'

/**
 * A rate in hundredths of a percent as people read it: 1825 is `18.25 %`. Whole and tenths keep
 * their two decimals, so that rates of a column line up.
 */
export function percentText(bp: number): string {
  const digits = String(Math.abs(bp)).padStart(3, '0')
  return `${bp < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Hundredths of a percent out of what was typed: `18.25`, `18,25 %`. Null where it is no percentage
 * of at most two decimals: nothing is rounded.
 */
export function percentOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim().replace(/%$/, '').trim().replace(',', '.')
  if (!/^[-+]?\d{1,9}(\.\d+)?$/.test(plain)) return null
  const bp = parseDecimal(plain.replace(/^\+/, ''), 2, { signed: true })
  return bp === null ? null : Number(bp)
}
