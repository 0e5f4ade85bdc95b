import { sql } from 'kysely'
import type { Perm } from '#contracts/perms.ts'
import {
  WAVE,
  WAVE_ACTIONS,
  whyNotWave,
  type WaveAction,
} from '#contracts/orders/stock/stock.states.ts'
import type { WaveDetail } from '#contracts/orders/stock/stock-waves.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'

interface Head {
  id: string
  version: number
  no: string
  status: string
  depotId: string
  depotCode: string
  remark: string | null
  closedAt: string | null
  closedBy: string | null
  createBy: string | null
  createTime: string
}
interface Piece {
  orderId: string
  serialNumber: string
  balanceId: string
  place: string
  sku: string
  nameCn: string | null
  nameEn: string | null
  barcodes: string | null
  customerName: string
  lot: string | null
  expiryDate: string | null
  quantity: number
  picked: number
}

const PERMS: Record<WaveAction, Perm> = { close: 'stock:wave:pick', drop: 'stock:wave:add' }

/** A wave with its orders and, by place, what to take or what was taken. */
export async function readWave(ctx: Ctx, { id }: { id: string }): Promise<WaveDetail> {
  const head =
    (
      await sql<Head>`select w.id, w.version, w.no, w.status, w.depot_id, d.code as depot_code,
          w.remark, w.closed_at, w.closed_by, w.create_by, w.create_time
        from ${ctx.rows('stockWave').as('w')}
          join depot d on d.tenant_id = w.tenant_id and d.id = w.depot_id
        where w.id = ${id}`.execute(ctx.db)
    ).rows[0] ?? failMissing()
  const orders = await sql<{ id: string; serialNumber: string }>`select s.id, s.serial_number
    from ${ctx.rows('stockWaveOrder').as('o')}
      join shipment s on s.tenant_id = o.tenant_id and s.id = o.shipment_id
    where o.wave_id = ${id} order by s.id`.execute(ctx.db)
  const pieces = await (head.status === WAVE.picking ? toPick(ctx, id) : pickedAt(ctx, head))
  const ofOrder = Map.groupBy(pieces, (piece) => piece.orderId)
  const sum = (list: readonly Piece[] | undefined) =>
    (list ?? []).reduce((all, piece) => all + piece.quantity, 0)
  const texts = await dictTexts(ctx)
  return {
    ...head,
    status_dictText: texts('stock_wave_status', head.status),
    orders: orders.rows.map((order) => ({ ...order, pieces: sum(ofOrder.get(order.id)) })),
    picks: [...Map.groupBy(pieces, (piece) => piece.balanceId).values()].map(pickOf),
    actions: Object.fromEntries(
      (Object.keys(WAVE_ACTIONS) as WaveAction[]).map((action) => [
        action,
        ctx.can(PERMS[action]) ? whyNotWave(action, head.status) : 'access.denied',
      ]),
    ),
  }
}

function pickOf(pieces: readonly Piece[]): WaveDetail['picks'][number] {
  const { orderId: _, serialNumber: __, quantity: ___, picked: ____, ...place } = pieces[0]!
  return {
    ...place,
    quantity: pieces.reduce((sum, piece) => sum + piece.quantity, 0),
    picked: pieces.reduce((sum, piece) => sum + piece.picked, 0),
    orders: pieces.map(({ serialNumber, quantity, picked }) => ({
      serialNumber,
      quantity,
      picked,
    })),
  }
}

/** What the orders of an open wave have reserved; an order that was withdrawn has left it. */
async function toPick(ctx: Ctx, waveId: string): Promise<Piece[]> {
  const found = await sql<Piece>`select l.order_id, l.order_no as serial_number, b.id as balance_id,
      p.code as place, k.sku, k.name_cn, k.name_en, k.barcodes, c.name as customer_name, b.lot,
      b.expiry_date, r.quantity - r.picked as quantity, 0 as picked
    from ${ctx.rows('stockWaveOrder').as('o')}
      join stock_order_line l on l.tenant_id = o.tenant_id and l.order_id = o.shipment_id
      join stock_reservation r on r.tenant_id = l.tenant_id and r.line_id = l.id
      join stock_balance b on b.tenant_id = r.tenant_id and b.id = r.balance_id
      join stock_sku k on k.tenant_id = b.tenant_id and k.id = b.sku_id
      join customer c on c.tenant_id = k.tenant_id and c.id = k.customer_id
      join stock_place p on p.tenant_id = b.tenant_id and p.id = b.place_id
    where o.wave_id = ${waveId} and o.open and l.picking and r.quantity > r.picked
    order by p.code, k.sku, b.id, l.order_id`.execute(ctx.db)
  return found.rows
}

/** What a wave that ended wanted and picked: the entries of the transaction that closed it. */
async function pickedAt(ctx: Ctx, { id, closedAt }: Head): Promise<Piece[]> {
  const found = await sql<Piece>`select e.ref_id as order_id,
      coalesce(e.ref_no, '') as serial_number, e.balance_id, p.code as place, k.sku, k.name_cn,
      k.name_en, k.barcodes, c.name as customer_name, e.lot, e.expiry_date,
      coalesce(-sum(e.quantity) filter (where e.kind = 'reserved'), 0)::int as quantity,
      coalesce(sum(e.quantity) filter (where e.kind = 'picked'), 0)::int as picked
    from ${ctx.rows('stockWaveOrder').as('o')}
      join stock_entry e on e.tenant_id = o.tenant_id and e.ref_kind = 'order'
        and e.ref_id = o.shipment_id
      join stock_sku k on k.tenant_id = e.tenant_id and k.id = e.sku_id
      join customer c on c.tenant_id = k.tenant_id and c.id = k.customer_id
      join stock_place p on p.tenant_id = e.tenant_id and p.id = e.place_id
    where o.wave_id = ${id} and e.kind in ('reserved', 'picked')
      and date_trunc('milliseconds', e.create_time) = date_trunc('milliseconds', ${closedAt}::timestamptz)
    group by e.ref_id, e.ref_no, e.balance_id, p.code, k.sku, k.name_cn, k.name_en, k.barcodes,
      c.name, e.lot, e.expiry_date
    order by p.code, k.sku, e.balance_id, e.ref_id`.execute(ctx.db)
  return found.rows
}
