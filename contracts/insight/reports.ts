import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { dictOption } from '../platform/session/session.ts'

/** Reports are known by their code as well as by their id. */
const reportCode = z
  .string()
  .regex(/^(?:[A-Za-z][\w-]{0,63}|\d{1,18})$/, { error: 'report.missing' })

/**
 * A column as the family's popup draws it: what may be sorted is marked, `customRender` names its
 * words in `dictOptions`.
 */
const column = z.object({
  title: z.string(),
  dataIndex: z.string(),
  fieldType: z.string(),
  align: z.literal('center'),
  sorter: z.literal('true').optional(),
  customRender: z.string().optional(),
  scopedSlots: z.object({ customRender: z.string() }).optional(),
  isTotal: z.literal('1').optional(),
  groupTitle: z.string().optional(),
})
const dictOptions = z.record(z.string(), z.array(dictOption))
const columns = {
  columns: z.array(column),
  dictOptions,
  fieldHrefSlots: z.array(z.object({ slotName: z.string(), href: z.string() })),
  isGroupTitle: z.boolean().optional(),
  chart: z.object({ kind: z.enum(['bar', 'line']), x: z.string(), y: z.string() }).optional(),
}
const record = z.record(z.string(), z.unknown())
const data = z.object({
  records: z.array(record),
  total: z.number(),
  /** Sums over all rows, of the columns that have one. */
  totals: z.record(z.string(), z.string().nullable()).optional(),
})

/**
 * One field of the query form. `group`: a range, sent as `<field>_begin` and `<field>_end`. From
 * the third on they stand behind "more".
 */
const queryField = z.object({
  label: z.string(),
  field: z.string(),
  view: z.enum(['string', 'date', 'datetime', 'int', 'number', 'list', 'search', 'switch']),
  mode: z.enum(['single', 'group']),
  hidden: z.literal('1').optional(),
  /**
   * Beyond the family's shape: whose items or rows the field takes, instead of the SQL others hand
   * out.
   */
  dictCode: z.string().optional(),
  ref: z.string().optional(),
})

const one = z.string({ error: 'field.text' }).max(2000, { error: 'field.tooLong' })
/** Paging and order are checked here, the report's own query fields by its definition. */
const query = {
  pageNo: one.regex(/^\d{1,7}$/, { error: 'field.int' }).optional(),
  pageSize: one.regex(/^\d{1,6}$/, { error: 'field.int' }).optional(),
  column: one.optional(),
  order: z.enum(['asc', 'desc'], { error: 'field.order' }).optional(),
  selections: one.optional(),
}
const byId = z.object({ cgRpConfigId: reportCode })
const requested = z.object({ ...query, cgRpConfigId: reportCode }).loose()

/**
 * Running online reports, also behind popup pickers (specification §7, wire.md §9): within the
 * caller's reach.
 */
export const reports = endpoints({
  getRpColumns: {
    method: 'GET',
    path: '/online/cgreport/api/getRpColumns/{code}',
    login: true,
    in: z.object({ code: reportCode }),
    out: z.object({ ...columns, cgRpConfigId: z.string(), cgRpConfigName: z.string() }),
  },
  getQueryInfo: {
    method: 'GET',
    path: '/online/cgreport/api/getQueryInfo/{cgRpConfigId}',
    login: true,
    in: byId,
    out: z.array(queryField),
  },
  getParamsInfo: {
    method: 'GET',
    path: '/online/cgreport/api/getParamsInfo/{cgRpConfigId}',
    login: true,
    in: byId,
    out: z.array(z.object({ paramName: z.string(), paramTxt: z.string(), paramValue: z.string() })),
  },
  getData: {
    method: 'GET',
    path: '/online/cgreport/api/getData/{cgRpConfigId}',
    login: true,
    in: requested,
    out: data,
  },
  getColumnsAndData: {
    method: 'GET',
    path: '/online/cgreport/api/getColumnsAndData/{cgRpConfigId}',
    login: true,
    in: requested,
    out: z.object({ ...columns, cgreportHeadName: z.string(), data }),
  },
  exportXls: {
    method: 'GET',
    path: '/online/cgreport/api/exportXls/{cgRpConfigId}',
    login: true,
    rate: 'heavy',
    in: requested,
    out: z.null(),
    reply: 'file',
  },
})
export type ReportColumn = z.infer<typeof column>
export type ReportQueryField = z.infer<typeof queryField>
