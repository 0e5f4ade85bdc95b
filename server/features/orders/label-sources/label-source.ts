import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'

/** An address as a source is given it. */
export interface LabelAddress {
  name: string
  company: string | null
  phone: string | null
  country: string
  state: string | null
  city: string
  postalCode: string | null
  street: string
  house: string | null
  address1: string | null
  address2: string | null
}
export type LabelField = 'name' | 'company' | 'phone' | 'city' | 'postalCode' | 'address'

/**
 * What a source can print. A field has so many lines, each so long by `widthOf`; street and
 * additions of an address are one field, `address`.
 */
export interface LabelLimits {
  fields: Readonly<Partial<Record<LabelField, { lines: number; length: number }>>>
  /** Characters, where a source counts no other way. */
  widthOf(text: string, field: LabelField): number
  /** Characters of a text it cannot print, each once. */
  unprintable(text: string): readonly string[]
}

/** The service a label is made for. */
export interface LabelService {
  id: string
  code: string
  courierCode: string | null
}

export interface WantedLabel {
  /** One label is made for a key, however often it is asked for. */
  key: string
  parcelId: string
  trackNo: string | null
  orderNo: string
  serialNumber: string
  reference: string
  service: LabelService
  piece: number
  pieces: number
  grams: number
  sender: LabelAddress | null
  consignee: LabelAddress
}

/** The source is asked again later (`find`, `void`). */
interface Pending {
  state: 'pending'
}
interface Refused {
  state: 'refused'
  /** In the words of the source. */
  reason: string
}
export interface Made {
  state: 'made'
  /** The number it gave; null where the label bears ours. */
  number: string | null
  /** The courier that follows it, where that has another code than the source. */
  courier?: string
  label: { format: 'pdf' | 'zpl'; bytes: Buffer }
  /** What it charges, in minor units. */
  cost: { amount: bigint; currency: string } | null
}
export type MakeAnswer = Made | Refused | Pending
export type FindAnswer = MakeAnswer | { state: 'absent' }
export type VoidAnswer = { state: 'void' } | Refused | Pending
export type Answers<A> = ReadonlyMap<string, A>

interface Source {
  /** Stored with its labels; never changes. */
  code: string
  /** Of these services those it makes the labels of; the first source that does is chosen. */
  serves(ctx: Ctx, services: readonly LabelService[]): Promise<ReadonlySet<string>>
}
/** Labels drawn here: made with the print, under a number of ours that is void at once. */
export interface DrawnSource extends Source {
  kind: 'drawn'
  /** What of locked parcels of one order does not fit the labels they will have. */
  unfit(tx: Tx, parcelIds: readonly string[]): Promise<RawIssue[]>
  void(tx: Tx, parcelIds: readonly string[]): Promise<void>
}
/**
 * Labels another system makes. Its calls are made outside transactions, after what was wanted is
 * committed, and end within `patienceMs`. A call that throws, is late or leaves a key out is
 * unknown: `find` is asked before `make` is called again.
 */
export interface CalledSource extends Source {
  kind: 'called'
  limits: LabelLimits
  patienceMs: number
  make(ctx: Ctx, wanted: readonly WantedLabel[], signal: AbortSignal): Promise<Answers<MakeAnswer>>
  find(ctx: Ctx, keys: readonly string[], signal: AbortSignal): Promise<Answers<FindAnswer>>
  /** Why some of these labels will not be taken back, as far as it is known without asking. */
  whyNotVoid?(ctx: Ctx, keys: readonly string[]): Promise<string[]>
  /** Asked again for the same key it answers as before. */
  void(
    ctx: Ctx,
    labels: readonly { key: string; number: string | null }[],
    signal: AbortSignal,
  ): Promise<Answers<VoidAnswer>>
}
export type LabelSource = DrawnSource | CalledSource
