import { z } from 'zod'
import { minorUnits } from '../kit/money.ts'

/** Days of use the forecast of an account looks back on. */
export const USE_DAYS = 14

/**
 * For how many whole days an amount lasts at the pace of the last days: `used` since `days` days,
 * today counted. Null without any use; 0 where nothing is left.
 */
export function daysLeft(available: bigint, used: bigint, days: number): number | null {
  if (used <= 0n) return null
  if (available <= 0n) return 0
  const looked = BigInt(Math.min(USE_DAYS, Math.max(1, days)))
  return Number((available * looked) / used)
}

/**
 * Debt by how late it is, in days: not due yet, up to 30, 60, 90, and longer. What is paid in advance
 * has no due day: it is due, and late by no days.
 */
export const AGES = ['notDue', 'due', 'd30', 'd60', 'd90', 'older'] as const
export type Age = (typeof AGES)[number]

/**
 * What is owed is late by the due days of invoices; the rest of what is owed by the month, on invoices
 * or on none, is not due. `late`: open by up to 30 days, 60, 90, and longer.
 */
export function lateness(
  debt: bigint,
  late: readonly [bigint, bigint, bigint, bigint],
  inAdvance = false,
) {
  const [d30, d60, d90, older] = late
  const left = debt - d30 - d60 - d90 - older
  const rest = left > 0n ? left : 0n
  const [notDue, due] = inAdvance ? [0n, rest] : [rest, 0n]
  return { notDue, due, d30, d60, d90, older } satisfies Record<Age, bigint>
}

/** Whole currency units above which the user's password or code is asked for again. */
const ASK_ABOVE = 1_000n
/** The same in currencies without decimals, whose unit is worth less. */
const ASK_ABOVE_WHOLE = 100_000n

/** The amount, in minor units, above which a change of money asks for a step-up. */
export function stepUpAbove(currency: string): bigint {
  const decimals = minorUnits(currency)
  return (decimals === 0 ? ASK_ABOVE_WHOLE : ASK_ABOVE) * 10n ** BigInt(decimals)
}
export const needsStepUp = (minor: bigint, currency: string): boolean =>
  (minor < 0n ? -minor : minor) > stepUpAbove(currency)

/** How an account stands with its alarm level. */
export const ALARM_LEVELS = ['ok', 'low', 'empty'] as const
export type AlarmLevel = (typeof ALARM_LEVELS)[number]

/** Low at or below the level the customer set; empty where nothing can be spent. */
export function alarmLevelOf(available: bigint, level: bigint | null): AlarmLevel {
  if (available <= 0n && level !== null) return 'empty'
  return level !== null && available <= level ? 'low' : 'ok'
}

const amount = z.string()
/** What is worked out of an account's entries. */
export const accountFigures = z.object({
  /**
   * What orders may be charged: with what the customer's other account of the currency has or owes.
   * Of a frozen account nothing.
   */
  spendable: amount,
  /** What makes it up, also where the account is frozen: these add up. */
  spendableOf: z.object({ own: amount, credit: amount, other: amount }),
  lastRechargeAt: z.string().nullable(),
  lastRecharge: amount.nullable(),
  /** Spent per day over the last days; null without any use. */
  perDay: amount.nullable(),
  /** By what the account itself may spend; where that is nothing, by what pays for it. */
  daysLeft: z.number().nullable(),
  /** The same of both accounts, where they pay together. */
  together: z.object({ perDay: amount.nullable(), daysLeft: z.number().nullable() }),
  /** Debt by age; all zero while the balance is none. */
  ageing: z.object({
    notDue: amount,
    due: amount,
    d30: amount,
    d60: amount,
    d90: amount,
    older: amount,
  }),
  /** The level the customer asked to be reported to; null: no level. */
  alarmLevel: amount.nullable(),
  level: z.enum(ALARM_LEVELS),
})
export type AccountFigures = z.infer<typeof accountFigures>
