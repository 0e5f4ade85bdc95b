import { KINDS } from '#contracts/orders/kinds/kinds.ts'

export type DataScope = 'platform' | 'tenant' | 'depart' | 'sales' | 'depot' | 'customer' | 'sub'

export interface Role {
  code: string
  name: string
  nameEn: string
  description: string
  descriptionEn: string
  dataScope: DataScope
  /** Permission codes; `*` stands for any part of one. */
  grants: readonly string[]
  /** Taken out of the grants again. */
  except?: readonly string[]
}

/** An action on orders of every kind. */
export const ofOrders = (action: string): string[] =>
  KINDS.map(({ slug }) => `ship:${slug}:${action}`)

/** Actions on orders that lie in a depot or left it: not for customers. */
export const STAFF_ONLY = ['hold', 'release', 'lost', 'revoke', 'destroy', 'returned'].flatMap(
  ofOrders,
)
