import { z } from 'zod'
import {
  inputOf,
  outputOf,
  type Field,
  type Fields,
  type MoneyField,
  type WireOf,
} from './field.ts'
import { idList, idText, bulkResult } from './envelope.ts'
import { exportQuery, listQuery, pageOf } from './page.ts'
import { endpoints } from './endpoint.ts'
import type { Conditions } from './when.ts'

export const VERBS = [
  'list',
  'queryById',
  'add',
  'edit',
  'delete',
  'deleteBatch',
  'exportXls',
  'importExcel',
  'options',
] as const
export type Verb = (typeof VERBS)[number]
/** global: one set for all tenants; tenant: rows of a tenant; owner: rows of a customer account inside a tenant. */
export type Scope = 'global' | 'tenant' | 'owner'

export interface ResourceOptions<F extends Fields> {
  /** The feature's name: file name in every layer and label namespace. */
  name: string
  path: string
  table: string
  /** Permission prefix `area:entity`; verbs add `:list`, `:add`, `:edit`, `:delete`, `:import`, `:export`. */
  perm: string
  scope: Scope
  fields: F
  /** Field that names a row to people, for references and messages. */
  label: keyof F & string
  /** Verbs the kit serves; the rest are written by hand under the same names. */
  verbs?: readonly Verb[]
  /** `login`: any signed-in user of the tenant may pick a row by its label (depots, services …). */
  pick?: 'login' | 'perm'
  /** Column whose depot binds rows to warehouse staff of that depot. */
  depot?: string
  /** Column that says whose row it is where it is not `customer_id`. */
  owner?: string
  /** A sub-account sees only the rows it made itself. */
  creator?: boolean
  sort?: { column: (keyof F & string) | 'createTime'; order: 'asc' | 'desc' }
  /** When the built-in edit and delete are open: the server refuses otherwise, the screen does not offer them. */
  when?: Conditions<keyof F & string>
}

/** A money field must name a field of this resource, or `reference.field`, as the source of its currency. */
type CurrencySources<F extends Fields> = {
  [K in keyof F]: F[K] extends MoneyField<infer Source>
    ? Source extends (keyof F & string) | `${keyof F & string}.${string}`
      ? F[K]
      : { currencyFrom: 'no field of this resource' }
    : F[K]
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

export type RowOf<R extends { fields: Fields }> = System & {
  [K in keyof R['fields']]: WireOf<R['fields'][K]> | null
} & { [text: `${string}_dictText`]: string }
/** What a body may carry of an entity, read by its schema: wire values by field name, only of fields that were sent. */
export type DraftOf<R extends { fields: Fields }> = {
  -readonly [K in keyof R['fields']]?: WireOf<R['fields'][K]> | null
}

/**
 * A plain entity: this definition is the feature. Gives the eight standard verbs in the wire's shape
 * (wire.md §3) with their permissions, plus `options` for reference pickers.
 */
export function resource<const F extends Fields>(
  definition: ResourceOptions<F> & { fields: CurrencySources<F> },
) {
  const options: ResourceOptions<F> = definition
  const { path, perm, fields } = options
  // Schemas are made when they are first asked for: all of them at once are a fifth of a start.
  const row = once(() => z.object(rowShape(fields)))
  const input = once(() => z.object(bodyShape(fields, options.scope)))
  const page = once(() => pageOf(row()))
  const listInput = once(() => listQuery(fields))
  const exportInput = once(() => exportQuery(fields))
  const editInput = once(() => input().extend({ id: idText, version: z.number().int() }))
  const pick = options.pick === 'login' ? { login: true as const } : { perm: `${perm}:list` }
  const all = endpoints({
    // Also by POST: five hundred pasted numbers are no address.
    list: {
      method: 'GET',
      also: ['POST'],
      path: `${path}/list`,
      perm: `${perm}:list`,
      get in() {
        return listInput()
      },
      get out() {
        return page()
      },
    },
    queryById: {
      method: 'GET',
      path: `${path}/queryById`,
      perm: `${perm}:list`,
      in: byId,
      get out() {
        return row()
      },
    },
    add: {
      method: 'POST',
      path: `${path}/add`,
      perm: `${perm}:add`,
      get in() {
        return input()
      },
      get out() {
        return row()
      },
      message: 'ok.added',
      idempotency: 'accepted',
    },
    edit: {
      method: 'PUT',
      also: ['POST'],
      path: `${path}/edit`,
      perm: `${perm}:edit`,
      get in() {
        return editInput()
      },
      get out() {
        return row()
      },
      message: 'ok.edited',
      idempotency: 'accepted',
    },
    delete: {
      method: 'DELETE',
      path: `${path}/delete`,
      perm: `${perm}:delete`,
      in: byId,
      out: nothing,
      message: 'ok.deleted',
    },
    deleteBatch: {
      method: 'DELETE',
      path: `${path}/deleteBatch`,
      perm: `${perm}:delete`,
      in: byIds,
      out: bulkResult,
      idempotency: 'accepted',
      message: 'ok.deletedBatch',
    },
    exportXls: {
      method: 'GET',
      also: ['POST'],
      path: `${path}/exportXls`,
      perm: `${perm}:export`,
      get in() {
        return exportInput()
      },
      out: nothing,
      reply: 'file',
    },
    importExcel: {
      method: 'POST',
      path: `${path}/importExcel`,
      perm: `${perm}:import`,
      in: importInput,
      out: importResult,
      body: 'multipart',
      limit: 21 * 1024 * 1024,
      idempotency: 'accepted',
    },
    options: {
      method: 'GET',
      path: `${path}/options`,
      ...pick,
      in: optionInput,
      out: optionRows,
    },
  })
  return {
    ...options,
    kind: 'resource' as const,
    verbs: options.verbs ?? VERBS,
    endpoints: all,
    get row() {
      return row()
    },
    get input() {
      return input()
    },
  }
}
export type Resource<F extends Fields = Fields> = ReturnType<typeof resource<F>>

const byId = z.object({ id: idText })
const byIds = z.object({ ids: idList })
const nothing = z.null()
const importInput = z.object({
  dryRun: z.enum(['true', 'false'], { error: 'field.invalid' }).optional(),
})
const optionInput = z.object({ keyword: z.string().max(100).optional(), ids: idList.optional() })
export const optionRow = z.object({ value: z.string(), text: z.string() })
const optionRows = z.array(optionRow)
export const importResult = z.object({
  totalCount: z.number(),
  successCount: z.number(),
  errorCount: z.number(),
  errors: z.array(
    z.object({ row: z.number(), column: z.string(), code: z.string(), message: z.string() }),
  ),
})

function once<T>(make: () => T): () => T {
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
 * Where a money field's currency is: `field` of the row itself, or of the row its `ref` field points at.
 * `key` is what a row on the wire calls it: `currency`, `feeId_currency`.
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

/** The field that says whose row it is: staff must choose it, a customer's user has no choice. */
export function isOwner(name: string, scope: Scope): boolean {
  return scope === 'owner' && name === 'customerId'
}

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
