import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import type {
  CarrierParty,
  CollectionOrder,
  CollectionResult,
  ParcelShop,
  ShopSearch,
} from './adapter-places.ts'
import type { CarrierError } from './carrier-error.ts'

/**
 * What a carrier can be asked, in our words and units: grams, millimetres, minor units of a
 * currency, UTC in ISO 8601. An adapter has the methods its capabilities name and no others
 * (the registry checks). Methods reject with CarrierError where the whole call failed; what
 * concerns one parcel or number of several is in its own result.
 */
export interface CarrierAdapter {
  /** The courier's code, as in the courier table and in every event. */
  readonly courier: string
  capabilities(): Capabilities
  health(call?: CallOptions): Promise<Health>
  validate?(parcel: ParcelToShip, call?: CallOptions): Promise<Validation>
  quote?(parcels: readonly ParcelToShip[], call?: CallOptions): Promise<Quote[]>
  /** The same key again makes no second label. One result per parcel, in order. */
  createLabel?(
    parcels: readonly ParcelToShip[],
    idempotencyKey: string,
    call?: CallOptions,
  ): Promise<LabelResult[]>
  /**
   * What the carrier has under our reference, after an answer was lost. Not to find anything proves
   * nothing while the carrier may not show it yet: that is `unclear`.
   */
  find?(wanted: Sought, call?: CallOptions): Promise<Found>
  reprint?(handle: string, format: LabelFormat, call?: CallOptions): Promise<LabelDocument[]>
  cancel?(handle: string, call?: CallOptions): Promise<CancelResult>
  closeOut?(
    what: { date: string; handles: readonly string[] },
    call?: CallOptions,
  ): Promise<Manifest>
  /** The papers of a day that was closed. */
  fetchManifest?(date: string, call?: CallOptions): Promise<LabelDocument[]>
  createReturn?(
    parcel: ParcelToShip,
    idempotencyKey: string,
    call?: CallOptions,
  ): Promise<LabelResult>
  /** Has parcels fetched at an address; what is asked twice may be fetched twice. */
  collect?(order: CollectionOrder, call?: CallOptions): Promise<CollectionResult>
  cancelCollection?(collectionNo: string, call?: CallOptions): Promise<CancelResult>
  /** Shops that take and hand out parcels, nearest first. */
  shops?(near: ShopSearch, call?: CallOptions): Promise<ParcelShop[]>
  /** One result per number, in order. */
  track?(numbers: readonly string[], call?: CallOptions): Promise<TrackResult[]>
  /** Numbers a source counts, followed no longer or taken up again; one that is so already is done. */
  stopTracking?(numbers: readonly string[], call?: CallOptions): Promise<FollowResult[]>
  retrack?(numbers: readonly string[], call?: CallOptions): Promise<FollowResult[]>
  /** How many numbers the account may still register. */
  quota?(call?: CallOptions): Promise<TrackQuota>
  /** Checks the sender before it looks at the body. Never throws: a hook answers whatever comes. */
  parsePush?(headers: IncomingHeaders, rawBody: Uint8Array | string): PushResult
  fetchPod?(trackNo: string, call?: CallOptions): Promise<PodFile | null>
}

export const OPERATIONS = [
  'validate',
  'quote',
  'createLabel',
  'find',
  'reprint',
  'cancel',
  'closeOut',
  'fetchManifest',
  'createReturn',
  'collect',
  'cancelCollection',
  'shops',
  'track',
  'stopTracking',
  'retrack',
  'quota',
  'parsePush',
  'fetchPod',
] as const

export type Operation = (typeof OPERATIONS)[number]

export interface Capabilities {
  operations: readonly Operation[]
  sandbox: boolean
  labelFormats: readonly LabelFormat[]
  /** What the carrier allows, for the planning of polls; null = not limited. */
  callsPerDay: number | null
  minIntervalMs: number
}

export interface CallOptions {
  signal?: AbortSignal
}

export interface Health {
  ok: boolean
  detail: 'ok' | CarrierError['kind']
  /** What the account may use, where the carrier names it. */
  allowed?: readonly string[]
}

export type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>

// Shipping

export interface CustomsItem {
  description: string
  hsCode: string
  originCountry: string
  quantity: number
  unitWeightG: number
  unitValueMinor: bigint
}

export interface ParcelToShip {
  /** Our own name for the parcel; results are matched by it. */
  ref: string
  /** The carrier's product code and the account to bill. */
  product: string
  account: string
  reference: string
  weightG: number
  lengthMm: number
  widthMm: number
  heightMm: number
  sender: CarrierParty
  consignee: CarrierParty
  /** Service code to its value; `true` for one that needs none. */
  services: Readonly<Record<string, string | true>>
  customs: {
    currency: string
    incoterm: string
    invoiceNo: string | null
    items: readonly CustomsItem[]
  } | null
  labelFormat: LabelFormat
  /** The day it is handed over, `yyyy-MM-dd`. */
  shipDate: string
}

export type LabelFormat = 'pdf' | 'zpl' | 'png'

export interface CarrierIssue {
  level: 'error' | 'warning'
  /** The carrier's own code, where it gives one. */
  code: string | null
  /** The field as the carrier names it. */
  path: string | null
  message: string
}

export interface Validation {
  ok: boolean
  issues: readonly CarrierIssue[]
}

export interface Quote {
  product: string
  amountMinor: bigint
  currency: string
  transitDays: number | null
}

export interface LabelDocument {
  kind: 'label' | 'return' | 'customs' | 'cod' | 'qr' | 'manifest'
  format: LabelFormat
  bytes: Uint8Array
  /** Hex: documents are stored under it. */
  sha256: string
}

export type LabelResult =
  | {
      ref: string
      ok: true
      /** On the label and public. */
      carrierNo: string
      /** What the carrier wants for reprint and cancel; not always the number. */
      handle: string
      /** The number of the label for the way back, where one came along. */
      returnNo: string | null
      documents: readonly LabelDocument[]
      routingCode: string | null
      issues: readonly CarrierIssue[]
      raw: unknown
    }
  /** `unknown`: the answer left this parcel out, so whether there is a label is open. */
  | { ref: string; ok: false; unknown?: true; issues: readonly CarrierIssue[]; raw: unknown }

export type CancelResult = { outcome: 'done' | 'pending' } | { outcome: 'refused'; reason: string }

/** A label whose answer was lost: our reference, and when it was asked for (UTC, ISO 8601). */
export interface Sought {
  reference: string
  askedAt: string
  labelFormat: LabelFormat
}
export type Found =
  | { outcome: 'absent' | 'unclear' }
  | {
      outcome: 'found'
      carrierNo: string
      handle: string
      documents: readonly LabelDocument[]
      raw: unknown
    }

export interface Manifest {
  manifestNo: string | null
  /** Those that are closed now. */
  handles: readonly string[]
  /** Why others are not, by handle. */
  refused: ReadonlyMap<string, string>
  documents: readonly LabelDocument[]
}

// Tracking

export type TrackResult =
  | {
      number: string
      outcome: 'found'
      events: readonly CarrierEvent[]
      pod: ProofOfDelivery | null
      /** The carrier's promise as it wrote it. */
      expected: string | null
      raw: unknown
      payloadHash: string
    }
  | { number: string; outcome: 'unknown' }
  | { number: string; outcome: 'failed'; error: CarrierError }

/** `once`: it was taken up again before, which the source does a single time. */
export type FollowResult =
  | { number: string; outcome: 'done' }
  | { number: string; outcome: 'once' }
  | { number: string; outcome: 'refused'; reason: string }
  | { number: string; outcome: 'failed'; error: CarrierError }

/** Null: the source did not name it. */
export interface TrackQuota {
  total: number | null
  used: number | null
  left: number | null
}

export interface ProofOfDelivery {
  time: string | null
  signedBy: string | null
  signatureUrl: string | null
  documentUrl: string | null
}

export type PushResult =
  | { verified: false; reason: 'notConfigured' | 'badToken' }
  | { verified: true; kind: 'events'; events: readonly CarrierEvent[]; payloadHash: string }
  /** The carrier asks whether the hook is ours: the subscription is activated with `secret`. */
  | {
      verified: true
      kind: 'validate'
      subscription: string | null
      secret: string
      payloadHash: string
    }
  | {
      verified: true
      kind: 'ready' | 'failure' | 'other'
      subscription: string | null
      payloadHash: string
    }
  | { verified: true; kind: 'unreadable'; payloadHash: string }

export interface PodFile {
  fileName: string
  mime: string
  bytes: Uint8Array
  time: string | null
  signedBy: string | null
}
