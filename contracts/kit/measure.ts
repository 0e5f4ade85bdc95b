import type { Crud } from './crud.ts'
import type { Endpoint, In } from './endpoint.ts'
import type { Fields } from './field.ts'

/**
 * Filters of a list by the names they have in its screen's address. Days are in the reader's time
 * zone.
 */
export type ListFilters = Readonly<Record<string, string>>
/** Who looks when: `today` is the day where they are. */
export interface Look {
  readonly today: string
}

/** Rows of one list, counted: the figure and the list behind it come from the same filters. */
export interface Measure {
  /** Name of the entity whose list it is, or null for a list written by hand. */
  readonly entity: string | null
  /** Path of the list written by hand. */
  readonly list: string | null
  /** The field the count is split by. */
  readonly by: string | null
  /** Path of the screen that opens with these rows; null where no screen lists them. */
  readonly screen: string | null
  /** Which of the lists of that screen it is, where it has several. */
  readonly tab: string | null
  /** What that screen always asks with; not part of its address. */
  readonly fixed: ListFilters
  readonly filter: (look: Look) => ListFilters
}

type Narrow<Name extends string> = Partial<
  Record<Name | `${Name}_begin` | `${Name}_end` | 'createTime_begin' | 'createTime_end', string>
>
type Described = { readonly name: string; readonly fields: Fields; readonly filters?: Fields }
/** Fields, and what the list can be asked for in addition to them. */
type Asked<E extends Described> =
  | (keyof E['fields'] & string)
  | (keyof NonNullable<E['filters']> & string)
interface OfEntity<E extends Described> {
  entity: string
  by?: keyof E['fields'] & string
  screen: string | null
  tab?: string
  fixed?: Narrow<keyof E['fields'] & string>
  filter: (look: Look) => Narrow<Asked<E>>
}
interface OfList<E extends Endpoint> {
  list: E['path']
  screen: string
  filter: (look: Look) => Partial<Record<keyof In<E> & string, string>>
}

/**
 * A figure with a list of exactly as many rows, by the list's own query parameters. The definition
 * is named, not imported, so a page that only links to the list does not load it: `measure<typeof
 * shipmentList>({ entity: 'shipments', … })`.
 */
export function measure<E extends Crud | Described>(of: OfEntity<E>): Measure {
  return {
    entity: of.entity,
    list: null,
    by: of.by ?? null,
    screen: of.screen,
    tab: of.tab ?? null,
    fixed: given(of.fixed ?? {}),
    filter: (look) => given(of.filter(look)),
  }
}
/** The same of a list written by hand, which declares what its rows are (`countMeasures`). */
export function measureList<E extends Endpoint>(of: OfList<E>): Measure {
  return {
    entity: null,
    list: of.list,
    by: null,
    screen: of.screen,
    tab: null,
    fixed: {},
    filter: (look) => given(of.filter(look)),
  }
}

const given = (filters: Readonly<Record<string, string | undefined>>): ListFilters =>
  Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )

/** Where a figure leads; null where there is no screen. `key`: the part of a split count. */
export function linkOf(of: Measure, look: Look, key?: string): string | null {
  if (of.screen === null) return null
  const filters = {
    ...(of.tab ? { _tab: of.tab } : {}),
    ...of.filter(look),
    ...(of.by && key !== undefined ? { [of.by]: key } : {}),
  }
  const query = new URLSearchParams(filters).toString()
  return query ? `${of.screen}?${query}` : of.screen
}

const DAY_MS = 86_400_000
/** The day so many days after (or before) another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
