export interface CarrierParty {
  name: string
  company: string | null
  street: string
  house: string | null
  address2: string | null
  postalCode: string | null
  city: string
  state: string | null
  /** ISO 3166 alpha-2. */
  country: string
  phone: string | null
  email: string | null
  taxNumber: string | null
}

export interface CollectionOrder {
  /** `yyyy-MM-dd`. */
  date: string
  parcels: number
  weightG: number
  product: string
  /** The account to bill. */
  account: string
  place: CarrierParty
  comment: string | null
}
export type CollectionResult =
  /** Not every carrier gives a number; the day may be another than the one asked for. */
  { ok: true; collectionNo: string | null; date: string } | { ok: false; reason: string }

export interface ShopSearch {
  country: string
  postalCode: string
  city: string
  street: string | null
}
export interface ParcelShop {
  /** What an order to this shop names it by. */
  id: string
  name: string
  street: string
  postalCode: string
  city: string
  country: string
  /** In metres, where the carrier names it. */
  distance: number | null
}
