import { sql } from 'kysely'
import type { FieldType } from '#contracts/insight/online-reports.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied } from '#server/kit/http/errors.ts'
import { readsOf, type Target } from './run-statement.ts'
import { bound } from './report-text.ts'
import { requireViews } from './report-views.ts'

export interface Item {
  id: string
  orderNum: number
  fieldName: string
  fieldTxt: string
  fieldTxtEn: string | null
  fieldType: FieldType
  isShow: boolean
  isOrder: boolean
  isSearch: boolean
  searchMode: 'single' | 'group'
  isTotal: boolean
  dictCode: string | null
  refOf: string | null
  fieldHref: string | null
  groupTitle: string | null
  perm: string | null
}
export interface Param {
  id: string
  orderNum: number
  paramName: string
  paramTxt: string
  paramValue: string
}
export interface Report {
  id: string
  code: string
  name: string
  nameEn: string | null
  cgrSql: string
  sourceId: string | null
  perm: string | null
  chart: string
  chartX: string | null
  chartY: string | null
  content: string | null
  items: Item[]
  params: Param[]
}

export const itemsOf = async (ctx: Ctx, headId: string): Promise<Item[]> =>
  (
    await sql<Item>`select i.id, i.order_num, i.field_name, i.field_txt, i.field_txt_en, i.field_type,
      i.is_show, i.is_order, i.is_search, i.search_mode, i.is_total, i.dict_code, i.ref_of,
      i.field_href, i.group_title, i.perm
    from ${ctx.rows('onlineReportItem').as('i')} where i.head_id = ${headId}
    order by i.order_num`.execute(ctx.db)
  ).rows

export const paramsOf = async (ctx: Ctx, headId: string): Promise<Param[]> =>
  (
    await sql<Param>`select p.id, p.order_num, p.param_name, p.param_txt, p.param_value
    from ${ctx.rows('onlineReportParam').as('p')} where p.head_id = ${headId}
    order by p.order_num`.execute(ctx.db)
  ).rows

/**
 * The report of a code or id with the columns the caller may know of, for those who may run it;
 * `实体不存在` for any other word, or what the family has in its place.
 */
export async function reportOf(
  ctx: Ctx,
  which: string,
  action: Target['action'] = 'list',
  unknown: 'report.missing' | 'report.queryFailed' = 'report.missing',
): Promise<Report> {
  const byId = /^\d+$/.test(which)
  const { rows } = await sql<
    Omit<Report, 'items' | 'params'>
  >`select r.id, r.code, r.name, r.name_en,
      r.cgr_sql, r.source_id, r.perm, r.chart, r.chart_x, r.chart_y,
      r.content
    from ${ctx.rows('onlineReport').as('r')}
    where ${byId ? sql`r.id = ${which}` : sql`r.code = ${which}`}`.execute(ctx.db)
  const head = rows[0] ?? fail(unknown)
  if (head.perm !== null && !ctx.holds(head.perm)) failDenied()
  const { text } = bound(head.cgrSql)
  const { reads } = await readsOf(head.sourceId, text)
  if (head.sourceId === null) requireViews(ctx, reads, action)
  const [items, params] = await Promise.all([itemsOf(ctx, head.id), paramsOf(ctx, head.id)])
  return {
    ...head,
    items: items.filter(({ perm }) => perm === null || ctx.holds(perm)),
    params,
  }
}

export const nameOf = (ctx: Ctx, { name, nameEn }: Pick<Report, 'name' | 'nameEn'>): string =>
  ctx.lang === 'en_US' ? (nameEn ?? name) : name
export const titleOf = (
  ctx: Ctx,
  { fieldTxt, fieldTxtEn }: Pick<Item, 'fieldTxt' | 'fieldTxtEn'>,
): string => (ctx.lang === 'en_US' ? (fieldTxtEn ?? fieldTxt) : fieldTxt)
