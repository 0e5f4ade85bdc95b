import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { CaseDetail, caseList, cases } from '#contracts/returns/cases/cases.ts'
import {
  CASE_MOVES,
  RUNNING,
  UNDONE,
  type CaseSource,
  type CaseStatus,
  type CaseType,
} from '#contracts/returns/cases/cases.states.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { isStaff, readCase, type Case } from './case-row.ts'
import { explainClock } from './clock/case-clock.ts'

export const caseHooks: Hooks<typeof caseList> = {
  listQuery: (ctx, query) => {
    const { mine, late, find, about } = query as ListQuery & {
      mine?: string | boolean
      late?: string | boolean
      find?: string
      about?: string
    }
    const conditions: RawBuilder<SqlBool>[] = []
    if (isOn(mine)) conditions.push(mineCondition(ctx))
    if (isOn(late))
      conditions.push(sql<SqlBool>`(t.due_at <= now() and t.status = any(${[...RUNNING]}::text[]))`)
    if (find) conditions.push(findCondition(ctx, find))
    if (about) conditions.push(aboutCondition(ctx, about))
    return conditions
  },
}

const isOn = (value: string | boolean | undefined): boolean => value === true || value === 'true'

/** Not done with, and the caller's: assigned or watched; a customer's own are all theirs. */
const mineCondition = (ctx: Ctx): RawBuilder<SqlBool> =>
  sql<SqlBool>`(t.status = any(${[...UNDONE]}::text[]) and (t.assignee_id = ${ctx.principal.userId}
    or t.create_by = ${ctx.principal.username}
    or exists (select 1 from ${ctx.rows('caseWatcher').as('w')} where w.case_id = t.id
      and w.user_id = ${ctx.principal.userId})))`

/** By its number, that of its record, or words of its subject and of visible comments. */
const findCondition = (ctx: Ctx, find: string): RawBuilder<SqlBool> => {
  const spellings = spellingsOf(find)
  const staff = isStaff(ctx)
  const like = `%${likeText(find)}%`
  return sql<SqlBool>`(t.no = any(${spellings}::text[]) or t.source_no = any(${spellings}::text[])
    or t.subject ilike ${like}
    or (${staff} and t.foreign_numbers && ${spellings}::text[])
    or exists (select 1 from ${ctx.rows('caseComment').as('m')} where m.case_id = t.id
      and (${staff} or 'customer' = any(m.readers)) and m.text ilike ${like}))`
}

/** Sources whose record is a parcel. */
const OF_PARCELS = ['parcel', 'number', 'public']

/** Cases of a record: an order's with those of its parcels, a parcel's with those of its order. */
const aboutCondition = (ctx: Ctx, about: string): RawBuilder<SqlBool> => {
  const [, source = '', id = ''] =
    /^(shipment|parcel|returnTrack|trade):(\d{1,18})$/.exec(about) ?? []
  if (source === '') return failFields([{ path: 'about', code: 'field.invalid' }])
  const parcels = ctx.rows('parcel').as('p')
  if (source === 'shipment')
    return sql<SqlBool>`((t.source = 'shipment' and t.source_id = ${id})
      or (t.source = any(${OF_PARCELS}::text[]) and t.source_id in (
        select p.id from ${parcels} where p.shipment_id = ${id})))`
  if (source === 'parcel')
    return sql<SqlBool>`((t.source = any(${OF_PARCELS}::text[]) and t.source_id = ${id})
      or (t.source = 'shipment' and t.source_id in (
        select p.shipment_id from ${parcels} where p.id = ${id})))`
  return sql<SqlBool>`(t.source = ${source} and t.source_id = ${id})`
}

export async function countCases(ctx: Ctx): Promise<Out<typeof cases.counts>> {
  const { rows } = await sql<{ status: string; count: number }>`select c.status,
      count(*)::int as count
    from ${ctx.rows('serviceCase').as('c')} group by c.status`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export async function caseFigures(ctx: Ctx): Promise<Out<typeof cases.figures>> {
  const { rows } = await sql<{ type: CaseType; days: '0-2' | '3-7' | '8+'; count: number }>`select
      c.type, case when c.create_time > now() - interval '3 days' then '0-2'
        when c.create_time > now() - interval '8 days' then '3-7' else '8+' end as days,
      count(*)::int as count
    from ${ctx.rows('serviceCase').as('c')} where c.status = any(${[...UNDONE]}::text[])
    group by 1, 2 order by 1, 2`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  return rows.map((row) => ({ ...row, type_dictText: texts('case_type', row.type) }))
}

export async function caseById(ctx: Ctx, { id }: In<typeof cases.queryById>): Promise<CaseDetail> {
  return showCase(ctx, await readCase(ctx, id))
}

interface Names {
  orderId: string | null
  customerName: string | null
  depotName: string | null
  assigneeName: string | null
  mergedIntoNo: string | null
  previousNo: string | null
}

async function namesOf(ctx: Ctx, row: Case): Promise<Names> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Names>`select
      (select c.name from ${tenant.rows('customer').as('c')} where c.id = ${row.customerId})
        as customer_name,
      (select ${nameIn(ctx.lang, 'd.name')}
        from ${tenant.rows('depot').as('d')} where d.id = ${row.depotId})
        as depot_name,
      (select coalesce(u.realname, u.username) from ${tenant.rows('sysUser').as('u')}
        where u.id = ${row.assigneeId}) as assignee_name,
      (select x.no from ${ctx.rows('serviceCase').as('x')} where x.id = ${row.mergedIntoId})
        as merged_into_no,
      (select x.no from ${ctx.rows('serviceCase').as('x')} where x.id = ${row.previousId})
        as previous_no,
      (select s.id from ${ctx.rows('shipment').as('s')} where s.id = case
        when ${row.source} = 'shipment' then ${row.sourceId}::bigint
        when ${row.source} = 'returnTrack' then (select r.shipment_id
          from ${ctx.rows('returnTrack').as('r')} where r.id = ${row.sourceId})
        when ${row.source} = 'trade' then (select m.shipment_id
          from ${ctx.rows('trade').as('m')} where m.id = ${row.sourceId})
        when ${row.source} = any(${OF_PARCELS}::text[]) then (select p.shipment_id
          from ${ctx.rows('parcel').as('p')} where p.id = ${row.sourceId}) end)
        as order_id`.execute(ctx.db)
  return rows[0]!
}

async function watchersOf(ctx: Ctx, id: string): Promise<{ userId: string; name: string }[]> {
  const { rows } = await sql<{ userId: string; name: string }>`select w.user_id,
      coalesce(u.realname, u.username) as name
    from ${ctx.rows('caseWatcher').as('w')}
      join ${asSystem(ctx, ctx.principal.tenantId).rows('sysUser').as('u')} on u.id = w.user_id
    where w.case_id = ${id} order by name`.execute(ctx.db)
  return rows
}

/** A case as the caller may know it: who has it, watches it and is written to is for staff. */
export async function showCase(ctx: Ctx, row: Case): Promise<CaseDetail> {
  const staff = isStaff(ctx) && ctx.can('ret:case:handle')
  const [texts, names] = [await dictTexts(ctx), await namesOf(ctx, row)]
  const watchers = staff ? await watchersOf(ctx, row.id) : []
  const status = row.status as CaseStatus
  const merged = row.mergedIntoId !== null
  return {
    id: row.id,
    version: row.version,
    no: row.no,
    subject: row.subject,
    type: row.type as CaseType,
    type_dictText: texts('case_type', row.type),
    status,
    status_dictText: texts('case_status', status),
    source: row.source as CaseSource,
    source_dictText: texts('case_source', row.source),
    sourceId: row.sourceId,
    sourceNo: row.sourceNo,
    customerId: row.customerId,
    ...names,
    assigneeName: staff ? names.assigneeName : null,
    contact: staff ? row.contact : null,
    assigneeId: staff ? row.assigneeId : null,
    dueAt: staff ? row.dueAt : null,
    clock: staff ? await explainClock(ctx, row) : [],
    flagged: staff && row.flagged,
    references: staff ? row.foreignNumbers : [],
    watching: watchers.some(({ userId }) => userId === ctx.principal.userId),
    watchers: watchers.map(({ name }) => name),
    rating: row.rating,
    mergedIntoId: row.mergedIntoId,
    previousId: row.previousId,
    createTime: row.createTime,
    may: [
      ...(!merged && ctx.can('ret:case:comment') && (row.customerId || row.contact)
        ? ['comment']
        : []),
      ...(!merged && staff ? ['handle'] : []),
      ...(isStaff(ctx) && ctx.can('ret:case:note') ? ['note'] : []),
      ...(!isStaff(ctx) && (status === 'resolved' || status === 'closed') ? ['rate'] : []),
    ],
    moves: staff && !merged ? [...CASE_MOVES[status]] : [],
  }
}
