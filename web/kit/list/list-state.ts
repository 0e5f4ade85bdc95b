import type { Field, Fields, Filter } from '#contracts/kit/field.ts'
import { boundsOf } from '#contracts/kit/zone-days.ts'
import { isRanged, PAGE_SIZES } from '#contracts/kit/page.ts'
import { withoutFields } from './filters/super-query.ts'
import { fromAddress, toAddress } from './long-values.ts'
import { companyZone } from '../session/company-zone.ts'
import { isMaskedField } from '../session/rights.ts'
import { currentSession } from '../session/session.ts'
import { isObject } from '../text/storage.ts'

/** A field a list can be narrowed by; made from an entity's fields, or by hand for other lists. */
export interface ListFilter {
  key: string
  kind: Filter
  /** The column is a moment: days a person picks are the company's. */
  moment?: boolean
  /** A list as of one day. Addresses and views of the time it took a span have that day as its last. */
  oneDay?: boolean
  /** Takes many numbers pasted at once: one is looked for by `kind`, several exactly. */
  numbers?: boolean
}
export interface Sort {
  column: string
  order: 'asc' | 'desc'
}
/**
 * What the address has about a list. Filter values by parameter name: `name`, `createTime_begin`,
 * `createTime_end`.
 */
export interface ListState {
  page: number
  size: number
  sort: Sort | null
  filters: Record<string, string>
  /** The saved view the list was opened by; its filters are in the address too. */
  view?: string
}
export interface ListDefaults {
  size: number
  sort: Sort | null
}

/**
 * Codes and numbers (whatever is looked for from its beginning or whole) take a pasted column;
 * `more` names others that do.
 */
export const takesMany = (key: string, spec: Field, more: readonly string[] = []): boolean =>
  spec.type === 'text' && (spec.filter === 'prefix' || spec.filter === 'eq' || more.includes(key))

/**
 * `numbers`: further text fields people paste whole columns into. When a row was made narrows every
 * list.
 */
export const filtersOf = (fields: Fields, numbers: readonly string[] = []): ListFilter[] => [
  ...Object.entries(fields).flatMap(([key, spec]) =>
    spec.filter
      ? [
          {
            key,
            kind: kindOf(spec, spec.filter),
            moment: spec.type === 'datetime',
            ...(isOneDay(spec) ? { oneDay: true } : {}),
            ...(takesMany(key, spec, numbers) ? { numbers: true } : {}),
          },
        ]
      : [],
  ),
  ...(fields.createTime?.filter ? [] : [MADE]),
]
const MADE: ListFilter = { key: 'createTime', kind: 'range', moment: true }
/** The advanced filter's parameters (wire.md §2). */
export const SUPER: readonly ListFilter[] = [
  { key: 'superQueryParams', kind: 'eq' },
  { key: 'superQueryMatchType', kind: 'eq' },
]
export const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

/** A list that answers as of one day takes no other. */
export const isOneDay = ({ type, filter }: Field): boolean => type === 'date' && filter === 'eq'
/** Numbers and days are narrowed from–to, whatever the word. */
const kindOf = (spec: Field, filter: Filter): Filter =>
  isRanged(spec) && !isOneDay(spec) ? 'range' : filter

export const paramsOf = ({ key, kind }: ListFilter): string[] =>
  kind === 'range' ? [`${key}_begin`, `${key}_end`] : [key]

/** Where a list as of one day may have it from the time it took a span; otherwise no parameter. */
const lastOf = ({ key, oneDay }: ListFilter): string => (oneDay ? `${key}_end` : '')

/**
 * The parameters of a list inside another page (a tab of a drawer), which has its own in
 * the address.
 */
export function inner(params: URLSearchParams, within: string): URLSearchParams {
  return new URLSearchParams(
    [...params].flatMap(([name, value]) =>
      name.startsWith(`${within}.`) ? [[name.slice(within.length + 1), value]] : [],
    ),
  )
}
export function withInner(
  params: URLSearchParams,
  within: string,
  own: URLSearchParams,
): URLSearchParams {
  return new URLSearchParams([
    ...[...params].filter(([name]) => !name.startsWith(`${within}.`)),
    ...[...own].map(([name, value]) => [`${within}.${name}`, value]),
  ])
}

/** Without what the server refuses of this user: a link or view of others may be by masked fields. */
export function readState(
  params: URLSearchParams,
  filters: readonly ListFilter[],
  defaults: ListDefaults,
): ListState {
  const page = Number(params.get('pageNo') ?? '1')
  const size = Number(params.get('pageSize') ?? '')
  const column = params.get('column')
  const view = params.get('view')
  const found: Record<string, string> = {}
  const masked = (key: string) => isMaskedField(key, currentSession().user)
  for (const filter of filters.filter(({ key }) => !masked(key)))
    for (const name of paramsOf(filter)) {
      const read = fromAddress(params.get(name) ?? params.get(lastOf(filter)))
      const value = read && name === 'superQueryParams' ? withoutFields(read, masked) : read
      if (value) found[name] = value
    }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZES.find((known) => known === size) ?? defaults.size,
    sort:
      column && !masked(column)
        ? { column, order: params.get('order') === 'asc' ? 'asc' : 'desc' }
        : defaults.sort,
    filters: found,
    ...(view && /^\d{1,19}$/.test(view) ? { view } : {}),
  }
}

/** Writes the state into the address with its other parameters unchanged; defaults are left out. */
export function writeState(
  params: URLSearchParams,
  state: ListState,
  filters: readonly ListFilter[],
  defaults: ListDefaults,
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | null) =>
    value ? next.set(name, toAddress(value)) : next.delete(name)
  put('pageNo', state.page > 1 ? String(state.page) : null)
  put('pageSize', state.size === defaults.size ? null : String(state.size))
  const usual =
    state.sort?.column === defaults.sort?.column && state.sort?.order === defaults.sort?.order
  put('column', usual ? null : (state.sort?.column ?? null))
  put('order', usual ? null : (state.sort?.order ?? null))
  for (const filter of filters) {
    if (filter.oneDay) for (const end of ['begin', 'end']) next.delete(`${filter.key}_${end}`)
    for (const name of paramsOf(filter))
      put(name, state.filters[name] ?? state.filters[lastOf(filter)] ?? null)
  }
  put('view', state.view ?? null)
  return next
}

/**
 * The filters as the list call wants them (wire.md §2): `*x*` contains, `x*` starts with, lists by
 * `_MultiString`.
 */
export function wireFilters(
  state: ListState,
  filters: readonly ListFilter[],
): Record<string, string> {
  const wire: Record<string, string> = {}
  for (const filter of filters) {
    const { key, kind } = filter
    const value = state.filters[key]?.trim()
    if (kind === 'range') {
      const [begin, end] = [state.filters[`${key}_begin`], state.filters[`${key}_end`]]
      if (begin) wire[`${key}_begin`] = filter.moment ? dayStart(begin) : begin
      if (end) wire[`${key}_end`] = filter.moment ? dayEnd(end) : end
    } else if (!value) continue
    else if (key === 'superQueryParams') wire[key] = encodeURIComponent(superWire(value))
    else if (filter.numbers && value.includes(','))
      Object.assign(wire, { [`${key}_MultiString`]: valuesOf(value).join(','), missing: key })
    else if (kind === 'like') wire[key] = `*${value}*`
    else if (kind === 'prefix') wire[key] = `${value}*`
    else if (kind === 'in') wire[`${key}_MultiString`] = value
    else wire[key] = value
  }
  return wire
}

export function wireQuery(
  state: ListState,
  filters: readonly ListFilter[],
): Record<string, string | number> {
  return {
    ...wireFilters(state, filters),
    pageNo: state.page,
    pageSize: state.size,
    ...(state.sort ? { column: state.sort.column, order: state.sort.order } : {}),
  }
}

/** Days of the advanced filter are the person's own too: after a day is after its end. */
function superWire(text: string): string {
  try {
    const items: unknown = JSON.parse(text)
    if (!Array.isArray(items)) return text
    return JSON.stringify(
      items.map((item: unknown) => {
        if (
          !isObject(item) ||
          item.type !== 'datetime' ||
          typeof item.val !== 'string' ||
          item.val.length !== 10
        )
          return item
        return {
          ...item,
          val: item.rule === 'gt' || item.rule === 'le' ? dayEnd(item.val) : dayStart(item.val),
        }
      }),
    )
  } catch {
    return text
  }
}

// A day is the company's: its first and last moment travel as UTC.
const dayStart = (day: string): string => spanOf(day)?.first ?? day
const dayEnd = (day: string): string => spanOf(day)?.last ?? day
const spanOf = (text: string): ReturnType<typeof boundsOf> | null => {
  const day = text.slice(0, 10)
  return Number.isNaN(Date.parse(`${day}T12:00:00Z`)) ? null : boundsOf(day, companyZone())
}
