import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'

export const money = (minor: bigint, currency: string): string => formatMoney({ minor, currency })
/** Kilograms with three decimals, so that columns stand in line. */
export const kilos = (grams: number): string => Number(gramsToKg(grams)).toFixed(3)
export const wrapped = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ')
