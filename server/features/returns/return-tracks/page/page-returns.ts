import { sql, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import {
  PAGE_OPEN_MAX,
  type PAGE_STATUSES,
  type PageOrder,
  type returnPage,
} from '#contracts/returns/return-page.ts'
import { DONE, RETURN } from '#contracts/returns/return-tracks.states.ts'
import { text } from '#contracts/kit/field.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { addRow } from '#server/kit/resource/resource-write.ts'
import { qrOf } from '#server/kit/pdf/qr.ts'
import { drawReturnLabel } from '../predicted/predicted-papers.ts'
import { predictedReturnHooks } from '../predicted/predicted-returns.ts'
import { inside, soldLines, soldOrder, type SoldLine, type SoldOrder } from './page-order.ts'

/** The reason is writable by us only: a body of the office is read without it. */
const withReason = {
  ...predictedReturnList,
  fields: { ...predictedReturnList.fields, reason: text() },
}

interface Announced {
  no: string
  at: string
  state: string
  trackState: number | null
  goods: { sku: string; quantity: number }[] | null
}

/** An order with what may be sent back of it, and how far what was announced has come. */
export async function pageOrder(
  ctx: Ctx,
  input: In<typeof returnPage.order>,
): Promise<Out<typeof returnPage.order>> {
  const order = await soldOrder(ctx, input)
  const tenant = inside(ctx, order)
  const lines = await soldLines(tenant, order)
  return {
    shop: order.shop,
    orderNo: order.orderNo,
    lines,
    returns: await returnsOf(tenant, order, lines),
  }
}

async function returnsOf(
  ctx: Ctx,
  order: SoldOrder,
  sold: readonly SoldLine[],
): Promise<PageOrder['returns']> {
  const { rows } = await sql<Announced>`select p.no, p.create_time as at, p.state,
      t.state as track_state, (select json_agg(json_build_object('sku', l.sku, 'quantity', l.quantity)
        order by l.sku) from ${ctx.rows('predictedReturnLine').as('l')}
        where l.predicted_id = p.id) as goods
    from ${ctx.rows('predictedReturn').as('p')}
      left join lateral (select t.state from ${ctx.rows('returnTrack').as('t')}
        where t.predicted_id = p.id
        order by t.state = ${RETURN.CLOSED}, t.id desc limit 1) t on true
    where p.customer_id = ${order.customerId}
      and upper(p.order_no) in (upper(${order.orderNo}), upper(${order.serialNumber}))
    order by p.id desc limit 20`.execute(ctx.db)
  const names = new Map(sold.map(({ sku, name }) => [sku, name]))
  return rows.map(({ no, at, goods, ...row }) => {
    const status = statusOf(row)
    return {
      no,
      at,
      status,
      lines: (goods ?? []).map((one) => ({ ...one, name: names.get(one.sku) ?? one.sku })),
      qr:
        status === 'announced'
          ? qrOf(no).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''))
          : [],
    }
  })
}

function statusOf({
  state,
  trackState,
}: Pick<Announced, 'state' | 'trackState'>): (typeof PAGE_STATUSES)[number] {
  if (state === '9') return 'cancelled'
  if (state === '0') return trackState === RETURN.IN_TRANSIT ? 'onTheWay' : 'announced'
  return trackState !== null && (DONE.includes(trackState) || trackState === RETURN.CLOSED)
    ? 'done'
    : 'arrived'
}

/** An announcement as its shop would make it, of no more than was sent out and not announced yet. */
export async function announceOnPage(
  ctx: Ctx,
  { lines, reason, remark, ...input }: In<typeof returnPage.announce>,
): Promise<Out<typeof returnPage.announce>> {
  const order = await soldOrder(ctx, input)
  return inTx(inside(ctx, order), async (tx) => {
    // Two announcements of the last piece wait for one another.
    await tx
      .rows('shipment')
      .select()
      .select('id')
      .where('id', '=', order.shipmentId)
      .forUpdate()
      .execute()
    const before = await announcedJustNow(tx, order, lines, reason)
    if (before !== null) return { no: before }
    if ((await waitingOf(tx, order)) >= PAGE_OPEN_MAX) fail('returns.pageMany')
    const goods = await fitting(tx, order, lines)
    const row = await addRow(
      tx,
      withReason,
      {
        customerId: order.customerId,
        depotId: order.depotId,
        orderNo: order.orderNo,
        goods: goods.map(({ sku, quantity }) => `${sku}*${quantity}`).join('\n'),
        reason,
        senderName: order.name.slice(0, 100),
        senderStreet: order.street.slice(0, 120),
        senderPostalCode: order.postalCode?.slice(0, 16) ?? null,
        senderCity: order.city.slice(0, 80),
        senderCountry: order.country,
        remark: [
          ...goods.flatMap(({ sku, name }) => (sku.startsWith('#') ? `${sku} ${name}` : [])),
          remark,
        ]
          .filter(Boolean)
          .join('\n')
          .slice(0, 500),
      },
      predictedReturnHooks as Hooks,
    )
    return { no: String(row.no) }
  })
}

/** Minutes in which the same lines for the same reason are the same announcement, sent once more. */
const REPEAT_MINUTES = 2

/** Announced on the page a moment ago with the very same lines: its number, else null. */
async function announcedJustNow(
  tx: Tx,
  order: SoldOrder,
  wanted: In<typeof returnPage.announce>['lines'],
  reason: string,
): Promise<string | null> {
  const same = [...Map.groupBy(wanted, ({ sku }) => sku)]
    .map(([sku, all]) => `${sku}*${all.reduce((sum, { quantity }) => sum + quantity, 0)}`)
    .toSorted()
  const { rows } = await sql<{ no: string; goods: string[] }>`select p.no,
      array(select l.sku || '*' || l.quantity
        from ${tx.rows('predictedReturnLine').as('l')} where l.predicted_id = p.id) as goods
    from ${tx.rows('predictedReturn').as('p')}
    where ${madeHere(order)} and p.reason = ${reason} and p.create_time > now() - ${REPEAT_MINUTES} * interval '1 minute'
    order by p.id desc`.execute(tx.db)
  return rows.find(({ goods }) => goods.toSorted().join('\n') === same.join('\n'))?.no ?? null
}

/** Of the order, announced on the page, and still awaited. */
const madeHere = (order: SoldOrder) => sql<SqlBool>`p.customer_id = ${order.customerId}
  and p.state = '0' and p.reason is not null
  and upper(p.order_no) in (upper(${order.orderNo}), upper(${order.serialNumber}))`

async function waitingOf(tx: Tx, order: SoldOrder): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tx.rows('predictedReturn').as('p')} where ${madeHere(order)}`.execute(tx.db)
  return rows[0]!.count
}

/** One line per SKU, none above what is left of it. */
async function fitting(
  tx: Tx,
  order: SoldOrder,
  wanted: In<typeof returnPage.announce>['lines'],
): Promise<{ sku: string; name: string; quantity: number }[]> {
  const sold = new Map((await soldLines(tx, order)).map((one) => [one.sku, one]))
  const sums = new Map<string, number>()
  for (const [at, { sku, quantity }] of wanted.entries()) {
    const sum = quantity + (sums.get(sku) ?? 0)
    const left = sold.get(sku)?.left ?? 0
    if (sum > left)
      failFields([{ path: `lines.${at}.quantity`, code: 'returns.pageLeft', data: { left } }])
    sums.set(sku, sum)
  }
  return [...sums].map(([sku, quantity]) => ({ sku, name: sold.get(sku)!.name, quantity }))
}

/** The label of an announcement made here for this order, as long as it is awaited. */
export async function pageLabel(
  ctx: Ctx,
  { no, ...input }: In<typeof returnPage.label>,
): Promise<FileReply> {
  const order = await soldOrder(ctx, input)
  const tenant = inside(ctx, order)
  const { rows } = await sql<{
    id: string
  }>`select p.id from ${tenant.rows('predictedReturn').as('p')}
    where p.no = ${no} and ${madeHere(order)}`.execute(ctx.db)
  return drawReturnLabel(tenant, { id: rows[0]?.id ?? fail('returns.pageUnknown') }, true)
}
