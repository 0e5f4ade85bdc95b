/** Blocks of an order that only some kinds use; `shipments.draft.ts` has their shapes. */
export const BLOCKS = ['delivery', 'pallets', 'fba', 'customs', 'attributes'] as const
export type Block = (typeof BLOCKS)[number]

/** What other code may ask of a kind. Its name is asked for nowhere else. */
export interface Capabilities {
  /** Lines are goods kept in a depot: reserved when confirmed, picked before they are packed. */
  usesStock: boolean
  /** Parcels are cartons with box numbers of their own, sent to a warehouse from a list. */
  hasCartons: boolean
  /** Orders often have many parcels: the form offers them as a grid. */
  manyParcels: boolean
  /** Several parcels may stand on one pallet. */
  hasPallets: boolean
  /** Customs data come first in the form and must pass the checker before confirming. */
  needsCustoms: boolean
  /** Orders of the kind can be split and merged. */
  splits: boolean
  /** An order can become one of another kind. */
  converts: boolean
  /** The carrier can collect money at the door: a buyer takes the parcels and pays for them. */
  takesCod: boolean
  /** Goods may go back to the sender by it: a service for returns takes it. */
  comesBack: boolean
}
export type Capability = keyof Capabilities

/** Sections of the order form; a kind shows its own in its own order. */
export type Section =
  | 'head'
  | 'sender'
  | 'consignee'
  | 'fba'
  | 'delivery'
  | 'customs'
  | 'attributes'
  | 'pallets'
  | 'parcels'

export type DocumentKind =
  | 'label'
  | 'packingList'
  | 'proforma'
  | 'commercialInvoice'
  | 'customsForm'

export interface OrderKind<Code extends string = string, Slug extends string = string> {
  /** `shipmentResource` on the wire and in the tables. */
  readonly code: Code
  /** The part of its permissions: `ship:<slug>:<action>`. */
  readonly slug: Slug
  /** Begins the serial numbers of its orders. */
  readonly prefix: string
  /** Path of its list. */
  readonly screen: string
  readonly can: Capabilities
  readonly sections: readonly Section[]
  /** Paths of the draft that must have a value, beyond what every order needs. */
  readonly required: readonly string[]
  /** Blocks it does not use: empty is ignored, a new value is refused. */
  readonly unused: readonly Block[]
  /** Columns of its list at first, in addition to those of all lists. */
  readonly columns: readonly string[]
  readonly documents: readonly DocumentKind[]
}

/** Keeps code and slug literal, so that permissions are checked by the compiler. */
export const orderKind = <const C extends string, const S extends string>(
  kind: OrderKind<C, S>,
): OrderKind<C, S> => kind
