import type { Described, Written } from './catalogue.ts'
import type { SEE_COSTS, SEE_PRICES } from './platform/access/price-permission.ts'
import type { SHARE_VIEW } from './platform/people/saved-views.ts'

type Action<V> = V extends 'list' | 'queryById' | 'options'
  ? 'list'
  : V extends 'add' | 'edit'
    ? V
    : V extends 'delete' | 'deleteBatch'
      ? 'delete'
      : V extends 'exportXls'
        ? 'export'
        : V extends 'importExcel'
          ? 'import'
          : never
type One<P> = P extends readonly (infer Q)[] ? Q : P
type Served<C> = C extends { kind: 'crud'; perm: infer P; verbs: readonly (infer V)[] }
  ? `${One<P> & string}:${Action<V>}`
  : never
type Values<T> = T[keyof T]
type Asked<E> = E extends { perm: infer P } ? One<P> : never

/**
 * The permissions some call asks for: whatever names one is checked by the compiler against the
 * contracts.
 */
export type Perm =
  | typeof SEE_PRICES
  | typeof SEE_COSTS
  | typeof SHARE_VIEW
  | Extract<Served<Described> | Asked<Values<{ [F in keyof Written]: Values<Written[F]> }>>, string>
