import { sql } from 'kysely'
import type { addressBook, Contact } from '#contracts/platform/people/address-book.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Page } from '#contracts/kit/page.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { countRows, pageResult } from '#server/kit/resource/list-page.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import { translate, translateLabel } from '#server/kit/http/texts.ts'

type Calls = typeof addressBook
const EXPORT_MAX = 10_000

/**
 * Staff who can sign in, one line each, with the departments they are in; `orgCode`: in this
 * department or below it.
 */
export async function contacts(
  ctx: Ctx,
  { pageNo, pageSize, ...filter }: In<Calls['list']>,
): Promise<Page<Contact>> {
  const from = contactRows(ctx, filter)
  const found = await rowsOf(ctx, from, pageSize, (pageNo - 1) * pageSize)
  return pageResult(found, await countRows(ctx, from), { pageNo, pageSize })
}

type Filter = Omit<In<Calls['list']>, 'pageNo' | 'pageSize'>
const contactRows = (
  ctx: Ctx,
  { orgCode, realname, workNo }: Filter,
) => sql`from ${ctx.rows('sysUser').as('t')} where t.customer_id is null and t.del_flag = 0
    and t.status = 1
  ${realname ? sql`and (t.realname ilike ${`%${plain(realname)}%`} or t.username ilike ${`${plain(realname)}%`})` : sql``} ${workNo ? sql`and t.work_no ilike ${`%${plain(workNo)}%`}` : sql``}
  ${
    orgCode
      ? sql`and exists (select 1
      from ${ctx.rows('sysUserDepart').as('ud')} join sys_depart d on d.tenant_id = ud.tenant_id
        and d.id = ud.depart_id
        where ud.user_id = t.id and starts_with(d.org_code, ${orgCode}))`
      : sql``
  }`
/** Clients of this family wrap what they look for in stars. */
const plain = (text: string): string => likeText(text.replace(/^\*|\*$/g, ''))

async function rowsOf(
  ctx: Ctx,
  from: ReturnType<typeof contactRows>,
  limit: number,
  offset: number,
): Promise<Contact[]> {
  const english = ctx.lang === 'en_US'
  const depart = english ? sql`coalesce(d.depart_name_en, d.depart_name)` : sql`d.depart_name`
  const title = english ? sql`coalesce(p.name_en, p.name)` : sql`p.name`
  const departs = sql`${ctx.rows('sysUserDepart').as('ud')} join sys_depart d
    on d.tenant_id = ud.tenant_id and d.id = ud.depart_id where ud.user_id = t.id`
  const posts = sql`${ctx.rows('sysUserPosition').as('up')} join sys_position p
    on p.tenant_id = up.tenant_id and p.id = up.position_id where up.user_id = t.id`
  const found = await sql<
    Omit<Contact, 'post_dictText'> & { postNames: string }
  >`select t.id, t.id as user_id, t.realname, t.work_no, t.telephone, t.email, t.phone, t.avatar,
      coalesce((select string_agg(p.code, ',' order by p.code) from ${posts}), '') as post,
      coalesce((select string_agg(${title}, ',' order by p.code) from ${posts}), '') as post_names,
      coalesce((select string_agg(d.id::text, ' | ' order by d.org_code) from ${departs}),
        '') as depart_id,
        coalesce((select string_agg(${depart}, ' | ' order by d.org_code) from ${departs}),
          '') as depart_name,
      (select s.realname
        from ${ctx.rows('sysUserAgent').as('a')} join sys_user s on s.tenant_id = a.tenant_id
          and s.id = a.agent_user_id
        where a.user_id = t.id and a.status = 1 and coalesce(a.start_time <= now(), true)
          and coalesce(a.end_time > now(), true)) as agent_name
    ${from} order by t.realname, t.id limit ${limit} offset ${offset}`.execute(ctx.db)
  return found.rows.map(({ postNames, ...row }) => ({ ...row, post_dictText: postNames }))
}

const COLUMNS = [
  'realname',
  'workNo',
  'departName',
  'post_dictText',
  'phone',
  'telephone',
  'email',
  'agentName',
] as const

export async function exportContacts(ctx: Ctx, filter: In<Calls['exportXls']>): Promise<FileReply> {
  const rows = await rowsOf(ctx, contactRows(ctx, filter), EXPORT_MAX, 0)
  return sheetReply(
    translate(ctx.lang, 'address-book', 'title'),
    {
      columns: COLUMNS.map((name) => ({ title: translateLabel(ctx.lang, 'address-book', name) })),
      rows: rows.map((row) => COLUMNS.map((name) => row[name])),
    },
    undefined,
    { ctx, fields: COLUMNS },
  )
}
