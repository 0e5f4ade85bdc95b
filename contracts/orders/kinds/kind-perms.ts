import { KINDS } from './kinds.ts'

export type Slug = (typeof KINDS)[number]['slug']
/** Prefixes of the permissions on orders, a kind each. */
export const ORDER_PERMS = KINDS.map(({ slug }) => `ship:${slug}` as const)

/** The codes of an action, a kind each: any one opens the call, the row's own is asked in it. */
export const orderPerms = <const A extends string>(action: A): `ship:${Slug}:${A}`[] =>
  KINDS.map(({ slug }) => `ship:${slug}:${action}` as const)

/** The code of an action on orders of one kind. */
export const orderPerm = <const A extends string>(
  kind: { readonly slug: string },
  action: A,
): `ship:${Slug}:${A}` => `ship:${kind.slug as Slug}:${action}`
