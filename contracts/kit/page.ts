import { z } from 'zod'
import type { Field, Fields } from './field.ts'

/**
 * Most rows a count looks at: beyond it the answer is `capped` and the screen shows "10,000+".
 */
export const COUNT_CAP = 10_000
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const
export const PAGE_MAX = 200

/** A page of rows in the family's shape; clients read `records` and `total`. */
export function pageOf<R extends z.ZodType>(row: R) {
  return z.object({
    records: z.array(row),
    total: z.number(),
    size: z.number(),
    current: z.number(),
    pages: z.number(),
    /** True where `total` is the cap and not the count. */
    capped: z.boolean(),
    /**
     * Of the values asked for by `<missing>_MultiString`: those no row of this list has, on
     * whatever page.
     */
    missing: z.array(z.string()).optional(),
  })
}
export interface Page<R> {
  records: R[]
  total: number
  size: number
  current: number
  pages: number
  capped: boolean
  missing?: string[]
}

const one = z.string().max(8000)
/** A thousand values with their commas; so long a query comes as a POST. */
const many = z.string().max(64_000)
/** A repeated query key is refused rather than guessed at (parameter pollution). */
const paging = {
  pageNo: one
    .regex(/^\d{1,7}$/)
    .default('1')
    .transform((value) => Math.max(1, Number(value))),
  pageSize: one
    .regex(/^\d{1,6}$/)
    .default('10')
    .transform((value) => Math.min(PAGE_MAX, Math.max(1, Number(value)))),
  column: one.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/).optional(),
  order: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.toLowerCase() : value),
      z.enum(['asc', 'desc'], { error: 'field.order' }),
    )
    .optional(),
  superQueryParams: many.optional(),
  superQueryMatchType: z.enum(['and', 'or']).optional(),
  /** Keys of rows ticked on the screen, for exports. */
  selections: many.optional(),
  /** When the row was made, from and to: a day or a moment. */
  createTime_begin: one.optional(),
  createTime_end: one.optional(),
  /**
   * The text field whose values in `_MultiString` are looked for one by one: the answer names those
   * it did not find.
   */
  missing: one.optional(),
}

/**
 * What clients of this family send with every list, and what means nothing: the moment, the names of
 * the columns with stray values, and the mark of rows that are not deleted.
 */
const STRAY = { _t: z.any().optional(), field: z.any().optional(), delFlag: z.any().optional() }

/** A filter that is not known would answer with all rows: it is refused by its name. */
const strict = (shape: z.ZodRawShape) =>
  z.object({ ...STRAY, ...shape }).catchall(z.literal('', { error: 'filter.unknown' }))

/**
 * Parameters of a list with paging of its own. The order clients of this family send with every list
 * means nothing to it.
 */
export function pageQuery<S extends z.ZodRawShape>(shape: S): z.ZodObject<S> {
  const { column, order } = paging
  const all: z.ZodRawShape = { column, order, ...shape }
  return strict(all) as unknown as z.ZodObject<S>
}

/**
 * Parameters of `…/list` (wire.md §2): paging, sort, and per filterable field `f`, `f_begin`,
 * `f_end`, `f_MultiString`; `more` are those of the call itself.
 */
export function listQuery(fields: Fields): z.ZodType<ListQuery>
export function listQuery<M extends z.ZodRawShape>(
  fields: Fields,
  more: M,
): z.ZodType<ListQuery & z.output<z.ZodObject<M>>>
export function listQuery(fields: Fields, more: z.ZodRawShape = {}) {
  const shape = { ...queryShape(fields), ...(more as Record<string, z.ZodType>) }
  return strict(shape) as unknown as z.ZodType<ListQuery>
}

/** The same for online reports, whose pickers send parameters of their page along: they mean nothing. */
export const reportQuery = (fields: Fields): z.ZodType<ListQuery> =>
  z.object(queryShape(fields)) as unknown as z.ZodType<ListQuery>

/**
 * A list's filters, and for the file: which of its columns in which order (all where none are
 * named), as a workbook or as text.
 */
export function exportQuery(fields: Fields) {
  return strict({
    ...queryShape(fields),
    exportColumns: one.optional(),
    exportFormat: z.enum(['xlsx', 'csv'], { error: 'field.invalid' }).optional(),
  }) as unknown as z.ZodType<ListQuery>
}

function queryShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = { ...paging }
  for (const [name, spec] of Object.entries(fields)) {
    if (!spec.filter) continue
    shape[name] = one.optional()
    shape[`${name}_MultiString`] = many.optional()
    if (isRanged(spec)) {
      shape[`${name}_begin`] = one.optional()
      shape[`${name}_end`] = one.optional()
    }
  }
  return shape
}

export function isRanged(spec: Field): boolean {
  return (
    spec.filter === 'range' ||
    ['date', 'datetime', 'int', 'decimal', 'weight', 'length', 'money'].includes(spec.type)
  )
}

export type ListQuery = {
  pageNo: number
  pageSize: number
  column?: string
  order?: 'asc' | 'desc'
  superQueryParams?: string
  superQueryMatchType?: 'and' | 'or'
  selections?: string
  exportColumns?: string
  exportFormat?: 'xlsx' | 'csv'
} & Record<string, string | number | undefined>
