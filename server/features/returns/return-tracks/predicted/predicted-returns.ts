import { sql } from 'kysely'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { predictedReturnList, predictedReturns } from '#contracts/returns/predicted-returns.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { returnsToMatch } from '#contracts/returns/returns.events.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { SENT } from '../page/page-order.ts'
import { moveTrack, type Track } from '../track.ts'
import { goodsLines } from './goods-lines.ts'
import { notInStock } from './known-goods.ts'

/** Orders that left, whatever became of them: one that came back can come back again. */
const LEFT = [...SENT, PARCEL.RETURNED, PARCEL.LOST, PARCEL.DESTROYED]

/** What decides whether goods can be put back into stock. */
const ASKED_OF_STOCK = ['goods', 'wish', 'customerId'] as const

/** An announcement has its number, its lines, and a track that waits for the box. */
export const predictedReturnHooks: Hooks<typeof predictedReturnList> = {
  beforeSave: async (tx, draft, before) => {
    const after = rowAfter(draft, before)
    if (!after.trackNo && !after.rma && !after.orderNo)
      failFields([{ path: 'trackNo', code: 'field.required' }])
    const lines =
      goodsLines(after.goods ?? '') ?? failFields([{ path: 'goods', code: 'returns.goods' }])
    // A customer's own row does not show whose it is.
    const customerId = after.customerId ?? tx.principal.customerId
    const isSame = (key: keyof typeof after) => (after[key] ?? '') === (before?.[key] ?? '')
    if (after.orderNo && customerId && !(before && isSame('orderNo') && isSame('customerId')))
      await refuseUnsent(tx, customerId, after.orderNo)
    // Only goods the customer has in stock can be put back there; what was announced stays announced.
    if (after.wish !== 'restock' || !customerId) return
    if (before && ASKED_OF_STOCK.every(isSame)) return
    const skus = lines.filter(({ named }) => !named).map(({ sku }) => sku)
    const missing = [
      ...(await notInStock(asSystem(tx, tx.principal.tenantId), customerId, skus)),
      ...lines.flatMap(({ sku, named }) => (named ? sku : [])),
    ]
    if (missing.length > 0)
      failFields([
        {
          path: 'goods',
          code: 'returns.notInStock',
          data: { list: missing.slice(0, 5).join(', ') },
        },
      ])
  },
  afterSave: async (tx, row, before) => {
    await sql`delete from predicted_return_line as l
      where ${tx.rows('predictedReturnLine').where('l')} and l.predicted_id = ${row.id}`.execute(
      tx.db,
    )
    for (const { sku, named, quantity, serials } of goodsLines(row.goods ?? '') ?? [])
      if (!named)
        await sql`insert into predicted_return_line (tenant_id, predicted_id, sku, quantity, serials)
        values (${tx.principal.tenantId}, ${row.id}, ${sku}, ${quantity}, ${serials}::text[])`.execute(
          tx.db,
        )
    await awaitBox(tx, row)
    if (before?.trackNo !== row.trackNo || before?.rma !== row.rma)
      await tx.emit(returnsToMatch, { what: row.no ?? '' })
  },
  beforeDelete: async (tx, row) => {
    const track = await waitingTrack(tx, row.id)
    if (track)
      await sql`delete from return_track as t
        where ${acrossTenantTx(tx).rows('returnTrack').where('t')} and t.id = ${track.id}`.execute(
        tx.db,
      )
    const { rows } = await sql`select 1 from ${acrossTenantTx(tx).rows('returnTrack').as('t')}
      where t.predicted_id = ${row.id}`.execute(tx.db)
    if (rows.length > 0) fail('returns.notAnnounced', { label: row.no ?? '' })
  },
}

/**
 * What has not left cannot come back. A number that is no order's is the customer's own and taken;
 * of an order with several parcels one that left is enough.
 */
async function refuseUnsent(tx: Tx, customerId: string, orderNo: string): Promise<void> {
  const { rows } = await sql<{
    status: number
    isSent: boolean
  }>`select s.shipment_status as status,
      s.shipment_status = any(${LEFT}::smallint[]) or exists (
        select 1 from ${tx.rows('parcel').as('b')}
        where b.shipment_id = s.id and b.parcel_status = any(${LEFT}::smallint[])) as is_sent
    from ${tx.rows('shipment').as('s')}
    where s.customer_id = ${customerId}
      and (upper(coalesce(s.reference, s.serial_number)) = upper(${orderNo})
        or s.serial_number = upper(${orderNo}))
    order by is_sent desc, s.id desc limit 1`.execute(tx.db)
  const [order] = rows
  if (!order || order.isSent) return
  const status = (await dictTexts(tx))('shipment_status', String(order.status))
  failFields([{ path: 'orderNo', code: 'returns.orderUnsent', data: { no: orderNo, status } }])
}

interface Announced {
  id: string
  customerId?: string | null
  no: string | null
  trackNo: string | null
  goods: string | null
}

async function waitingTrack(tx: Tx, predictedId: string): Promise<Track | null> {
  const found = await acrossTenantTx(tx)
    .rows('returnTrack')
    .select()
    .selectAll()
    .where('predictedId', '=', predictedId)
    .where('state', 'in', [RETURN.ANNOUNCED, RETURN.IN_TRANSIT])
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** The track an announced number waits on; a number that lies here already is matched instead. */
export async function awaitBox(tx: Tx, row: Announced): Promise<void> {
  const whole = acrossTenantTx(tx)
  const track = await waitingTrack(tx, row.id)
  if (track) {
    await change(whole, 'returnTrack', track, {
      trackNo: row.trackNo === null ? null : normaliseNumber(row.trackNo),
      goods: goodsText(row),
      ...(row.customerId ? { customerId: row.customerId } : {}),
    })
    return
  }
  if (!row.trackNo) return
  const [no] = await nextSerialNumbers(tx, 'return', 'RT', 1)
  await sql`insert into return_track (tenant_id, no, track_no, customer_id, state, goods,
      predicted_id, create_by)
    select p.tenant_id, ${no}, ${normaliseNumber(row.trackNo)}, p.customer_id,
      ${RETURN.ANNOUNCED}, ${goodsText(row)}, p.id, ${tx.principal.username}
    from ${tx.rows('predictedReturn').as('p')} where p.id = ${row.id}
    on conflict do nothing`.execute(tx.db)
}

const goodsText = ({ goods }: Announced): string | null =>
  goods === null ? null : goods.replaceAll('\n', ', ').slice(0, 300)

/** What will not come back after all. */
export function cancelPredicted(
  ctx: Ctx,
  { ids }: In<typeof predictedReturns.cancel>,
): Promise<Out<typeof predictedReturns.cancel>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const row = await change(
      tx,
      'predictedReturn',
      id,
      { state: '9' },
      {
        if: (before) => {
          name(before.no)
          if (before.state !== '0') fail('returns.notAnnounced', { label: before.no })
        },
      },
    )
    const track = await waitingTrack(tx, id)
    if (track)
      await moveTrack(acrossTenantTx(tx), track, {
        step: 'cancel',
        to: RETURN.CLOSED,
        patch: { dueStep: null, dueAt: null },
      })
    return row.no
  })
}
