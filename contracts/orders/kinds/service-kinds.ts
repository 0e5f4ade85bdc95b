import { kindOf, KINDS, type KindCode, type OrderKind } from './kinds.ts'

/** By the business of a service (dictionary `trade_type`), where it is not for every order. */
const ONLY: Readonly<Record<string, (kind: OrderKind) => boolean>> = {
  /** Return. */
  '4': ({ can }) => can.comesBack,
  /** Into a marketplace's warehouse. */
  '5': ({ unused }) => !unused.includes('fba'),
}

/** Whether orders of a kind may be sent by a service of such a business. */
export const takesKind = (tradeType: string, kind: string): boolean =>
  ONLY[tradeType]?.(kindOf(kind)) ?? true

/** The kinds a service of such a business takes; null: all of them. */
export const kindsTaken = (tradeType: string): KindCode[] | null =>
  ONLY[tradeType]
    ? KINDS.map(({ code }) => code).filter((code) => takesKind(tradeType, code))
    : null
