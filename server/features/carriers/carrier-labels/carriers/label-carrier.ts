import type { AdviceCode } from '#contracts/carriers/carrier-advice.ts'
import type { AccountMode } from '#contracts/carriers/carrier-sets.ts'
import type { LabelLimits } from '#server/features/orders/label-sources/index.ts'
import type {
  CallDeps,
  CallLimits,
  CarrierAdapter,
  CarrierIssue,
  LabelFormat,
  Operation,
} from '#server/features/carriers/carriers/index.ts'
import type { SimulatedLabels } from './simulated-labels.ts'

/** Texts a carrier's folder brings itself, so that another carrier needs no change elsewhere. */
export interface Title {
  zh_CN: string
  en_US: string
}

/** What an account of a carrier asks for. */
export interface AccountField {
  name: string
  title: Title
  /** Sealed in the database, and never shown again. */
  secret: boolean
  required: boolean
  /** Used where nothing was entered. */
  initial?: string
  max: number
}

export interface Offer {
  code: string
  title: Title
}

/** An account as its carrier's adapter needs it: secrets opened. */
export interface AccountTerms {
  mode: AccountMode
  settings: Readonly<Record<string, string>>
  /** Addresses are checked by the carrier before a label is made. */
  mustEncode: boolean
  /** Billing numbers by product. */
  billing: Readonly<Record<string, string>>
}

/**
 * A carrier that sells labels: one folder that exports this. Screens, accounts, batches and the
 * buying of labels know nothing of a carrier but what stands here.
 */
export interface LabelCarrier {
  /** Stored with accounts and labels, and part of permissions; never changes. */
  code: string
  title: Title
  /** The hosts it answers at; none other is reached. */
  hosts: readonly string[]
  base: Readonly<Record<Exclude<AccountMode, 'simulator'>, string>>
  fields: readonly AccountField[]
  products: readonly (Offer & { billed: boolean })[]
  services: readonly Offer[]
  /** The service that collects money; its value is the amount and its currency. */
  codService: string
  labelFormats: readonly LabelFormat[]
  /** What it can be asked: screens offer nothing else. */
  operations: readonly Operation[]
  /** Whether the day's labels are closed one by one or all of a day together. */
  closes: 'shipments' | 'day'
  /** Labels one call may ask for. */
  perCall: number
  limits: LabelLimits
  callLimits: Partial<CallLimits>
  make(terms: AccountTerms, base: string, deps: CallDeps): CarrierAdapter
  /** Answers in the carrier's place, on the same wire. */
  simulator(world: SimulatedLabels): typeof fetch
  /** Which of our words belongs to what it wrote; null where it is none of those we know. */
  advise(issue: CarrierIssue): AdviceCode | null
}
