import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { bool, datetime, dict, ref, text, textarea } from '../kit/field.ts'

export const REPORT_SQL_MAX = 20_000
export const FIELD_TYPES = [
  'String',
  'Integer',
  'BigDecimal',
  'Date',
  'Datetime',
  'Boolean',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]
/** Holders may run the reports of their company's analysts, as far as they may list the rows. */
export const RUN_REPORTS = 'sys:report:run'

/** A report: one SELECT over the views of the schema `report`, or over a data source. */
export const onlineReportList = crud(
  entity({
    name: 'online-reports',
    table: 'online_report',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 64, unique: true, filter: 'like', sort: true, width: 160 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 200 }),
      nameEn: text({ max: 100, filter: 'like', width: 200 }),
      cgrSql: textarea({ required: true, max: REPORT_SQL_MAX }),
      sourceId: ref('data-sources', { filter: 'in', width: 150 }),
      /** Null: all who may list the rows it reads. */
      perm: text({ max: 64, width: 140, initial: RUN_REPORTS }),
      inMenu: bool({ initial: false, filter: 'eq', width: 100 }),
      chart: dict('report_chart', { required: true, initial: 'none', filter: 'in', width: 100 }),
      chartX: text({ max: 63, show: ['form', 'detail'] }),
      chartY: text({ max: 63, show: ['form', 'detail'] }),
      cron: text({ max: 100, width: 130 }),
      timeZone: text({ max: 60, initial: 'UTC', show: ['form', 'detail'] }),
      /** Mail addresses, separated by commas. */
      receivers: textarea({ max: 1000 }),
      nextRunAt: datetime({ readOnly: true, sort: true, width: 160 }),
      lastRunAt: datetime({ readOnly: true, show: ['detail'] }),
      builtIn: bool({ readOnly: true, filter: 'eq', width: 100 }),
      content: textarea({ max: 500 }),
    },
  }),
  {
    path: '/online/cgreport/head',
    perm: 'sys:report',
    verbs: ['list', 'queryById', 'delete', 'deleteBatch'],
    byHand: ['add', 'edit'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const name63 = z
  .string()
  .trim()
  .min(1, { error: 'field.required' })
  .max(63, { error: 'field.tooLong' })
const words = z.string().trim().max(100, { error: 'field.tooLong' })
const item = z.object({
  fieldName: name63,
  fieldTxt: words.min(1, { error: 'field.required' }),
  fieldTxtEn: words.nullable().default(null),
  fieldType: z.enum(FIELD_TYPES, { error: 'field.invalid' }).default('String'),
  isShow: z.boolean().default(true),
  isOrder: z.boolean().default(true),
  isSearch: z.boolean().default(false),
  /** `group`: from one value to another. */
  searchMode: z.enum(['single', 'group'], { error: 'field.invalid' }).default('single'),
  isTotal: z.boolean().default(false),
  dictCode: words.nullable().default(null),
  refOf: words.nullable().default(null),
  /** An address inside the product, with `${field}` for values of the row. */
  fieldHref: z
    .string()
    .trim()
    .max(300, { error: 'field.tooLong' })
    .regex(/^\/(?![/\\])[^\s\\]*$/, { error: 'report.href' })
    .nullable()
    .default(null),
  groupTitle: words.nullable().default(null),
  perm: z.string().max(64, { error: 'field.tooLong' }).nullable().default(null),
})
export type ReportItem = z.infer<typeof item>
const param = z.object({
  paramName: z.string().regex(/^[A-Za-z]\w{0,31}$/, { error: 'report.param.name' }),
  paramTxt: words.min(1, { error: 'field.required' }),
  paramValue: z.string().max(200, { error: 'field.tooLong' }).default(''),
})
export type ReportParam = z.infer<typeof param>

const stored = z.object({
  id: z.string(),
  orderNum: z.number(),
  fieldName: z.string(),
  fieldTxt: z.string(),
  fieldTxtEn: z.string().nullable(),
  fieldType: z.enum(FIELD_TYPES),
  isShow: z.boolean(),
  isOrder: z.boolean(),
  isSearch: z.boolean(),
  searchMode: z.enum(['single', 'group']),
  isTotal: z.boolean(),
  dictCode: z.string().nullable(),
  refOf: z.string().nullable(),
  fieldHref: z.string().nullable(),
  groupTitle: z.string().nullable(),
  perm: z.string().nullable(),
})
const storedParam = z.object({
  id: z.string(),
  orderNum: z.number(),
  paramName: z.string(),
  paramTxt: z.string(),
  paramValue: z.string(),
})

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: 'field.tooLong' })
    .transform((value) => (value === '' ? null : value))
    .nullable()
    .default(null)
const head = z.object({
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z][\w-]{0,63}$/, { error: 'report.code' }),
  name: words.min(1, { error: 'field.required' }),
  nameEn: optional(100),
  cgrSql: z
    .string()
    .min(1, { error: 'field.required' })
    .max(REPORT_SQL_MAX, { error: 'field.tooLong' }),
  sourceId: idText.nullable().default(null),
  perm: optional(64),
  inMenu: z.boolean().default(false),
  chart: z.enum(['none', 'bar', 'line'], { error: 'field.invalid' }).default('none'),
  chartX: optional(63),
  chartY: optional(63),
  cron: optional(100),
  timeZone: z.string().max(60, { error: 'field.tooLong' }).default('UTC'),
  receivers: optional(1000),
  content: optional(500),
})
const parts = {
  items: z.array(item).min(1, { error: 'report.items' }).max(50, { error: 'field.tooMany' }),
  params: z.array(param).max(10, { error: 'field.tooMany' }).default([]),
}
const saved = z.object({ id: z.string(), version: z.number() })
const OWN = '/online/cgreport'

/** Writing reports (wire.md §9). */
export const onlineReports = endpoints({
  add: {
    method: 'POST',
    path: '/online/cgreport/head/add',
    perm: 'sys:report:add',
    in: z.object({ head, ...parts }),
    out: saved,
    message: 'ok.added',
    touches: [OWN],
  },
  editAll: {
    method: 'PUT',
    also: ['POST'],
    path: '/online/cgreport/head/editAll',
    perm: 'sys:report:edit',
    in: z.object({ head: head.extend({ id: idText, version: rowVersion }), ...parts }),
    out: saved,
    message: 'ok.edited',
    touches: [OWN],
  },
  /** The columns and parameters of a statement, which is prepared for it and not run. */
  parseSql: {
    method: 'GET',
    also: ['POST'],
    path: '/online/cgreport/head/parseSql',
    perm: ['sys:report:add', 'sys:report:edit'],
    rate: 'heavy',
    in: z.object({
      sql: z
        .string()
        .min(1, { error: 'field.required' })
        .max(REPORT_SQL_MAX, { error: 'field.tooLong' }),
      /** Id of a data source. */
      dbKey: idText.optional(),
    }),
    out: z.object({
      fields: z.array(
        z.object({
          fieldName: z.string(),
          fieldTxt: z.string(),
          fieldType: z.enum(FIELD_TYPES),
          isShow: z.boolean(),
          orderNum: z.number(),
        }),
      ),
      params: z.array(
        z.object({ paramName: z.string(), paramTxt: z.string(), paramValue: z.string() }),
      ),
    }),
  },
  items: {
    method: 'GET',
    path: '/online/cgreport/item/listByHeadId',
    perm: 'sys:report:list',
    in: z.object({ headId: idText }),
    out: z.array(stored),
  },
  params: {
    method: 'GET',
    path: '/online/cgreport/param/listByHeadId',
    perm: 'sys:report:list',
    in: z.object({ headId: idText }),
    out: z.array(storedParam),
  },
  /** Views and their columns an analyst may use. */
  views: {
    method: 'GET',
    path: '/online/cgreport/head/views',
    perm: 'sys:report:list',
    in: z.object({}),
    out: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  },
  /** Reports of the list of reports that the caller may run. */
  mine: {
    method: 'GET',
    path: '/online/cgreport/head/mine',
    perm: RUN_REPORTS,
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), name: z.string(), content: z.string().nullable() })),
  },
})
