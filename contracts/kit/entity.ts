import { z } from 'zod'
import {
  inputOf,
  outputOf,
  type Field,
  type Fields,
  type MoneyField,
  type WireOf,
} from './field.ts'

/**
 * global: one set for all tenants; tenant: rows of a tenant; owner: rows of a customer account
 * inside a tenant.
 */
export type Scope = 'global' | 'tenant' | 'owner'

export interface EntityOptions<F extends Fields = Fields> {
  /** File name in every layer and label namespace. */
  name: string
  table: string
  scope: Scope
  fields: F
  /** What a list can be narrowed by that is no column: the feature's list hook has the conditions. */
  filters?: Fields
  /** Field that names a row to people, for references and messages. */
  label: keyof F & string
  /** Column whose depot binds rows to warehouse staff of that depot. */
  depot?: string
  /** Column with the owner of a row where it is not `customer_id`. */
  owner?: string
  /** A sub-account sees only the rows it made itself. */
  creator?: boolean
  /** Right with which `createBy` and `updateBy` are shown; without it they are empty. */
  madeBy?: string
  /** Rows without an owner are for all staff, whatever customers they look after. */
  unowned?: true
  /** Column that opens a row of others to sub-accounts as well, in addition to `creator`. */
  shared?: string
  /**
   * Fields by any part of whose texts a row is found from everywhere; the table has the triggers
   * `<table>_search_*` over their columns.
   */
  search?: readonly (keyof F & string)[]
  /** The row it belongs to: data rules on that table bind it too. */
  follows?: { table: string; column: string }
}

/**
 * A money field must name a field of this entity, or `reference.field`, as the source of its
 * currency.
 */
type CurrencySources<F extends Fields> = {
  [K in keyof F]: F[K] extends MoneyField<infer Source>
    ? Source extends (keyof F & string) | `${keyof F & string}.${string}`
      ? F[K]
      : { currencyFrom: 'no field of this entity' }
    : F[K]
}

type Shape = z.ZodObject<Record<string, z.ZodType>>
export interface Entity<F extends Fields = Fields> extends Omit<
  EntityOptions<F>,
  'label' | 'search'
> {
  readonly label: string
  readonly search?: readonly string[]
  readonly kind: 'entity' | 'crud'
  /** A row on the wire. */
  readonly row: Shape
  /** What a body may carry: writable fields only. */
  readonly input: Shape
}

/** Columns every editable row has; they are never written from a body. */
export type System = {
  id: string
  version: number
  createBy: string | null
  createTime: string
  updateBy: string | null
  updateTime: string | null
}

export type RowOf<E extends { fields: Fields }> = System & {
  [K in keyof E['fields']]: WireOf<E['fields'][K]> | null
} & { [text: `${string}_dictText`]: string }
/**
 * What a body may carry of an entity, read by its schema: wire values by field name, only of fields
 * that were sent.
 */
export type DraftOf<E extends { fields: Fields }> = {
  -readonly [K in keyof E['fields']]?: WireOf<E['fields'][K]> | null
}

/**
 * Describes a table's rows: fields, reach, label. It has no calls; `crud(entity, …)` gives it some.
 */
export function entity<const F extends Fields>(
  definition: EntityOptions<F> & { fields: CurrencySources<F> },
): Entity<F> {
  const options: EntityOptions<F> = definition
  // Schemas are made when they are first asked for: all of them at once are a fifth of a start.
  const row = once(() => z.object(rowShape(options.fields)))
  const input = once(() => z.object(bodyShape(options.fields, options.scope)))
  return {
    ...options,
    kind: 'entity',
    get row() {
      return row()
    },
    get input() {
      return input()
    },
  }
}

export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

function rowShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {
    id: z.string(),
    version: z.number(),
    createBy: z.string().nullable(),
    createTime: z.string(),
    updateBy: z.string().nullable(),
    updateTime: z.string().nullable(),
  }
  // A field under a permission is left out for those without it.
  for (const [name, spec] of Object.entries(fields)) {
    shape[name] = spec.perm ? outputOf(spec).optional() : outputOf(spec)
    if (spec.dict || spec.ref)
      shape[`${name}_dictText`] = spec.perm ? z.string().optional() : z.string()
    const currency = currencyOf(spec)
    if (currency?.ref) shape[currency.key] = z.string().nullable()
  }
  return shape
}

/**
 * Where a money field's currency is: `field` of the row itself, or of the row its `ref` field
 * points at. `key` is what a row on the wire calls it: `currency`, `feeId_currency`.
 */
export interface CurrencySource {
  readonly ref: string | null
  readonly field: string
  readonly key: string
}
export function currencyOf(spec: Field): CurrencySource | null {
  if (spec.currencyFrom === null) return null
  const [first = '', second] = spec.currencyFrom.split('.')
  return second === undefined
    ? { ref: null, field: first, key: first }
    : { ref: first, field: second, key: `${first}_${second}` }
}

/** Only writable fields are named: a protected field in a body is dropped and changes nothing. */
function bodyShape(fields: Fields, scope: Scope): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const [name, spec] of writable(fields)) {
    const input = inputOf(isOwner(name, scope) ? { ...spec, required: false } : spec)
    // What is not sent takes its initial value; what is sent empty is still refused.
    shape[name] = spec.required && spec.initial !== null ? input.optional() : input
  }
  return shape
}

/** The field with the owner of a row: staff must choose it, a customer's user has no choice. */
export function isOwner(name: string, scope: Scope): boolean {
  return scope === 'owner' && name === 'customerId'
}

/** All a list can be narrowed by: its fields, and what its hook knows. */
export const filtersOf = ({ fields, filters }: Pick<Entity, 'fields' | 'filters'>): Fields => ({
  ...fields,
  ...filters,
})

/** Fields a person may write, in form order. */
export function writable(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, spec]) => !spec.readOnly)
}

/** snake_case column of a field. */
export function columnOf(name: string, spec: Field): string {
  return spec.column ?? snake(name)
}
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
