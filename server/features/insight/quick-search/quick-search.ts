import { sql, type RawBuilder } from 'kysely'
import { permsFor, type Crud } from '#contracts/kit/crud.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import {
  endingPattern,
  normaliseNumber,
  spellingsOf,
} from '#contracts/commercial/numbers/normalise-number.ts'
import {
  QUICK_MAX,
  QUICK_MIN,
  type QuickHit,
  type quickSearch,
} from '#contracts/insight/quick-search.ts'
import { POOLED } from '#contracts/returns/return-tracks.states.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { customers } from '#contracts/parties/customers.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { invoiceList } from '#contracts/money/invoices.ts'
import { rechargeList } from '#contracts/money/recharges.ts'
import { outBatchList } from '#contracts/depot/outbound.ts'
import { waybillBatchList } from '#contracts/depot/waybills.ts'
import { fbaWaybillList } from '#contracts/depot/fba-waybills.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { kindCondition, parcelKindCondition } from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { translateLabel } from '#server/kit/http/texts.ts'
import { searchRows } from '#server/kit/resource/search/search-rows.ts'

/** The beginning of a number is useful from this length; shorter ones match thousands. */
const PREFIX_MIN = 4
const LIMIT = sql.lit(QUICK_MAX)
/**
 * Of the numbers of the whole tenant that begin so, this many are compared with the caller's rows:
 * more typing finds the others.
 */
const CANDIDATES = sql.lit(2_000)

interface Row {
  id: string
  title: string
  rank: number
  name: string | null
  place: string | null
  status: number | null
}
/** The status of a case is a word. */
type CaseHit = Omit<Row, 'status'> & { status: string }
type Hit = QuickHit & { rank: number }
interface Question {
  terms: string[]
  prefix: { number: string; word: string } | null
  ending: string | null
}

/**
 * What the palette asks with whatever is typed, each kind only for those whose lists it is in. Every
 * branch is a bounded look-up in an index of its own, so it takes the same time at ten million rows.
 */
export async function searchQuickly(
  ctx: Ctx,
  { q }: In<typeof quickSearch.quick>,
): Promise<QuickHit[]> {
  if ([...q].length < QUICK_MIN || q.includes('\0')) return []
  const number = normaliseNumber(q)
  const question: Question = {
    terms: spellingsOf(q),
    prefix:
      number.length >= PREFIX_MIN
        ? { number: `${likeText(number)}%`, word: `${likeText(q)}%` }
        : null,
    ending: endingPattern(q),
  }
  const [parcels, orders, cases, returns, texts, ...named] = await Promise.all([
    ctx.can('trk:search:query') ? parcelsOf(ctx, question) : [],
    orderPerms('list').some(ctx.can) ? ordersOf(ctx, question) : [],
    ctx.can('ret:case:list') ? casesOf(ctx, question) : [],
    RETURN_LISTS.some(ctx.can) ? returnsOf(ctx, question) : [],
    dictTexts(ctx),
    ...(Object.keys(BY_WORDS) as (keyof typeof BY_WORDS)[]).map((kind) =>
      byWords(ctx, kind, q).catch((error: unknown) => {
        // Numbers are found whatever becomes of words.
        ctx.log.warn({ err: error, kind }, 'not found by words')
        return []
      }),
    ),
  ])
  const hits = [
    ...orders.map((row) => hitOf('order', row, texts)),
    ...parcels.map((row) => hitOf('parcel', row, texts)),
    ...cases.map((row) => hitOf('case', row, texts)),
    ...returns.map((row) => hitOf('return', row, texts)),
    ...named.flat(),
  ].toSorted((a, b) => a.rank - b.rank)
  const seen = new Set<string>()
  // A whole number is what was meant, whatever it belongs to; an order before its parcels.
  return hits
    .filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
    .slice(0, QUICK_MAX)
    .map(({ rank: _, ...hit }) => hit)
}

const DICTS = {
  order: 'shipment_status',
  parcel: 'parcel_status',
  case: 'case_status',
  return: 'return_state',
} as const
function hitOf(
  kind: keyof typeof DICTS,
  row: Row | CaseHit,
  texts: (dict: string, value: string) => string,
): Hit {
  const status = row.status === null ? null : String(row.status)
  return {
    kind,
    id: row.id,
    title: row.title,
    note: [row.name, row.place].filter(Boolean).join(' · '),
    status,
    status_dictText: status === null ? '' : texts(DICTS[kind], status),
    rank: row.rank,
  }
}

/** One number per row however often it was hit, by its best hit. */
const best = (branches: readonly RawBuilder<unknown>[]) =>
  sql`select distinct on (id) id, title, rank from (${sql.join(branches, sql` union all `)}) as hits
    order by id, rank`

/** The index's own order, so that nothing is sorted; only then is looked who may see it. */
function begins(
  ctx: Ctx,
  table: 'shipment' | 'parcel',
  column: string,
  text: string,
): RawBuilder<unknown> {
  const number = sql.ref(`t.${column}`)
  const ordered = table === 'shipment' && column === 'reference' ? sql`${number} using ~<~` : number
  return sql`(select t.id, ${number} as title, 1 as rank
    from (select t.* from ${sql.table(table)} as t
      where t.tenant_id = ${ctx.principal.tenantId} and ${number} like ${text}
      order by ${ordered} limit ${CANDIDATES}) as t
      where ${ctx.rows(table).where('t')}
        and ${table === 'parcel' ? parcelKindCondition(ctx, 't') : kindCondition(ctx, 't')}
      limit ${LIMIT})`
}

async function ordersOf(ctx: Ctx, { terms, prefix }: Question): Promise<Row[]> {
  const orders = ctx.rows('shipment').as('o')
  const branches = [
    sql`(select o.id, o.serial_number as title, 0 as rank
        from ${orders} where o.serial_number = any(${terms}::text[]) limit ${LIMIT})`,
    sql`(select o.id, o.reference as title, 0 as rank
        from ${orders} where o.reference = any(${terms}::text[]) limit ${LIMIT})`,
    ...(prefix
      ? [
          begins(ctx, 'shipment', 'serial_number', prefix.number),
          begins(ctx, 'shipment', 'reference', prefix.word),
        ]
      : []),
  ]
  const found = await sql<Row>`select h.id, h.title, h.rank, o.shipment_status as status,
        (select c.name from customer c
          where c.tenant_id = o.tenant_id and c.id = o.customer_id) as name,
          concat_ws(' ', o.consignee_name, o.country, o.city) as place
    from (${best(branches)}) as h join ${orders} on o.id = h.id
    where ${kindCondition(ctx, 'o')} order by h.rank, h.title limit ${LIMIT}`.execute(ctx.db)
  return withoutOwn(ctx, found.rows)
}

async function parcelsOf(ctx: Ctx, { terms, prefix, ending }: Question): Promise<Row[]> {
  const parcels = ctx.rows('parcel').as('p')
  const exact = (column: string) =>
    sql`(select p.id, ${sql.ref(`p.${column}`)} as title, 0 as rank
        from ${parcels} where ${sql.ref(`p.${column}`)} = any(${terms}::text[]) limit ${LIMIT})`
  const branches = [
    sql`(select t.parcel_id as id, t.number as title, 0 as rank
        from ${ctx.rows('trackingNumber').as('t')} where t.number = any(${terms}::text[])
        limit ${LIMIT})`,
    exact('serial_number'),
    exact('reference'),
    exact('fba_code'),
    ...(prefix
      ? [
          begins(ctx, 'parcel', 'track_no', prefix.number),
          begins(ctx, 'parcel', 'serial_number', prefix.number),
          begins(ctx, 'parcel', 'reference', prefix.word),
          begins(ctx, 'parcel', 'fba_code', prefix.word),
        ]
      : []),
    ...(ending
      ? [
          sql`(select p.id, p.track_no as title, 2 as rank
            from ${parcels} where reverse(p.track_no) like ${ending}
              and ${parcelKindCondition(ctx, 'p')} limit ${LIMIT})`,
        ]
      : []),
  ]
  const found = await sql<Row>`select h.id, h.title, h.rank, p.parcel_status as status,
        (select c.name from customer c
          where c.tenant_id = p.tenant_id and c.id = p.customer_id) as name,
      (select concat_ws(' ', s.consignee_name, s.country, s.city) from shipment s
        where s.tenant_id = p.tenant_id and s.id = p.shipment_id) as place
    from (${best(branches)}) as h join ${parcels} on p.id = h.id
    where ${parcelKindCondition(ctx, 'p')} order by h.rank, h.title limit ${LIMIT}`.execute(ctx.db)
  return withoutOwn(ctx, found.rows)
}

/** What is found by words: of each kind a few of the newest. */
const BY_WORDS = {
  order: shipmentList,
  customer: customers,
  consignee: consigneeList,
  shipper: shipperList,
  invoice: invoiceList,
  recharge: rechargeList,
  outBatch: outBatchList,
  waybill: waybillBatchList,
  fbaWaybill: fbaWaybillList,
  user: userList,
} as const satisfies Partial<Record<QuickHit['kind'], Crud>>
const OF_A_KIND = 4

async function byWords(ctx: Ctx, kind: keyof typeof BY_WORDS, words: string): Promise<Hit[]> {
  const of = BY_WORDS[kind] as Crud
  const own = ctx.principal.customerId !== null
  if (!permsFor(of, 'list').some(ctx.holds) || (own && of.staff)) return []
  const status = ['status', 'shipmentStatus'].find((name) => of.fields[name]?.dict)
  return (await searchRows(ctx, of, words, OF_A_KIND)).map(({ row, why }): Hit => {
    const text = (name: string): string => String(row[name as keyof typeof row] ?? '')
    const reasons = why
      .filter((name) => name !== of.label)
      .map((name) => `${translateLabel(ctx.lang, of.name, name)}: ${text(name)}`)
    return {
      kind,
      id: row.id,
      title: text(of.label) || text(why[0] ?? of.label),
      note: [own ? '' : text('customerId_dictText'), ...reasons].filter(Boolean).join(' · '),
      status: status ? text(status) : null,
      status_dictText: status ? text(`${status}_dictText`) : '',
      rank: why.some((name) => text(name).toLowerCase() === words.toLowerCase()) ? 0 : 2,
    }
  })
}

/** By the case's own number, or that of the record it is about. */
async function casesOf(ctx: Ctx, { terms }: Question): Promise<CaseHit[]> {
  const found = await sql<CaseHit>`select c.id, c.no as title, 0 as rank, c.subject as name,
      c.source_no as place, c.status
    from ${ctx.rows('serviceCase').as('c')}
    where c.no = any(${terms}::text[]) or c.source_no = any(${terms}::text[])
    order by c.id desc limit ${LIMIT}`.execute(ctx.db)
  return found.rows
}

const RETURN_LISTS = ['ret:my:list', 'ret:unconf:list'] as const

/** By our number, that on the box, or the return number it was announced with. */
async function returnsOf(ctx: Ctx, { terms }: Question): Promise<Row[]> {
  // Without the right to sort out owners, what has none is not there.
  const found = await sql<Row>`select r.id, coalesce(r.track_no, r.no) as title, 0 as rank,
      r.state as status, c.name, concat_ws(' ', r.place, r.goods) as place
    from ${ctx.rows('returnTrack').as('r')}
      left join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
    where r.id in (
        select n.id from ${ctx.rows('returnTrack').as('n')} where n.no = any(${terms}::text[])
        union all
        select b.id from ${ctx.rows('returnTrack').as('b')} where b.track_no = any(${terms}::text[])
        union all
        select a.id from ${ctx.rows('predictedReturn').as('p')}
          join ${ctx.rows('returnTrack').as('a')} on a.predicted_id = p.id
        where upper(p.rma) = any(${terms}::text[]))
      and (${ctx.can('ret:unconf:list')} or not r.state = any(${[...POOLED]}::int[]))
    order by r.id desc limit ${LIMIT}`.execute(ctx.db)
  return withoutOwn(ctx, found.rows)
}

/** A customer's user knows whose orders they are. */
const withoutOwn = (ctx: Ctx, rows: Row[]): Row[] =>
  ctx.principal.customerId === null ? rows : rows.map((row) => ({ ...row, name: null }))
