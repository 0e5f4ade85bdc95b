import type { ClientBase } from 'pg'
import { kindOf, kindsThat } from '#contracts/orders/kinds/kinds.ts'
import { NOTICE, COUNT, WAVE } from '#contracts/orders/stock/stock.states.ts'
import { allGoods } from '../parcels/goods.ts'
import { bookStock, type Lot, type StockOrder } from './stock-orders.ts'

const ORDERS = 14
/** Confirmed and not outbound: what is on its way has left its place. */
const OPEN = [20, 30, 40, 45, 50, 60]
const PLACE_CODES = Array.from(
  { length: 24 },
  (_, n) =>
    `A-${String(1 + Math.floor(n / 6)).padStart(2, '0')}-${String(1 + (n % 6)).padStart(2, '0')}`,
)

/**
 * Stock of the two customers with most orders that take from it: SKUs, places, lots, what their
 * open orders have of them, a notice under way, a count to be approved, a wave. Once per tenant.
 */
export async function seedStock(client: ClientBase, tenantId: string): Promise<void> {
  const there = await client.query('select 1 from stock_sku where tenant_id = $1 limit 1', [
    tenantId,
  ])
  if (there.rowCount !== 0) return
  const orders = await openOrders(client, tenantId)
  const depotId = orders[0]?.depotId
  if (depotId === undefined) return
  const customers = [...new Set(orders.map((order) => order.customerId))]
  await insertSkus(client, tenantId, customers)
  const places = await insertPlaces(client, tenantId, depotId)
  const lots = await insertLots(client, tenantId, { customers, depotId, places, orders })
  const reserved = await bookStock(client, tenantId, orders, lots)
  await insertNotices(client, tenantId, { customerId: customers[0]!, depotId, places })
  await insertCount(client, tenantId, depotId)
  await insertWave(client, tenantId, depotId, reserved.slice(0, 3))
  await client.query(
    `insert into serial_counter (tenant_id, kind, next_no)
      values ($1, 'stock_notice', 3), ($1, 'stock_count', 2), ($1, 'stock_wave', 2)
      on conflict (tenant_id, kind) do nothing`,
    [tenantId],
  )
}

/** Puts all goods on the SKU lists of customers whose orders take from stock. */
export async function seedSkus(client: ClientBase, tenantId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct customer_id as id from shipment
      where tenant_id = $1 and shipment_resource = any($2) order by 1`,
    [tenantId, kindsThat('usesStock')],
  )
  await insertSkus(
    client,
    tenantId,
    rows.map(({ id }) => id),
  )
}

/**
 * Open orders at the depot and of the two customers that have most of them; they become orders that
 * use stock. The numbers the guide names stay what they are.
 */
async function openOrders(client: ClientBase, tenantId: string): Promise<StockOrder[]> {
  const [kind] = kindsThat('usesStock')
  const { rows } = await client.query<StockOrder>(
    `with ready as (
        select * from shipment where tenant_id = $1 and shipment_status = any($3)
          and substr(serial_number, 3) > '0000000100'),
      best as (select depot_id from ready group by depot_id order by count(*) desc, 1 limit 1),
      owners as (select customer_id from ready where depot_id = (select depot_id from best)
        group by customer_id order by count(*) desc, 1 limit 2),
      chosen as (select id from ready where depot_id = (select depot_id from best)
          and customer_id in (select customer_id from owners) and customs is null
        order by create_time desc, serial_number limit $4),
      open as (update shipment s set shipment_resource = $2,
          serial_number = $5 || substr(s.serial_number, 3) from chosen
        where s.tenant_id = $1 and s.id = chosen.id returning s.*)
    select s.id, s.serial_number as "serialNumber", s.customer_id as "customerId",
      s.depot_id as "depotId", s.create_by as "createBy", s.create_time as "createTime",
      (select jsonb_object_agg(x.sku, x.quantity) from (
        select r.sku, sum(r.quantity)::int as quantity from parcel p
          join parcel_product r on r.tenant_id = p.tenant_id and r.parcel_id = p.id
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id and r.sku is not null
        group by r.sku) x) as pieces
    from open s order by s.create_time desc, s.id`,
    [tenantId, kind, OPEN, ORDERS, kindOf(kind!).prefix],
  )
  await client.query(
    `update parcel p set serial_number = s.serial_number || '-' || p.seq
      from shipment s where p.tenant_id = $1 and s.tenant_id = p.tenant_id and s.id = p.shipment_id
        and p.shipment_id = any($2::bigint[])`,
    [tenantId, rows.map(({ id }) => id)],
  )
  return rows.filter((row) => row.pieces !== null)
}

async function insertSkus(
  client: ClientBase,
  tenantId: string,
  customers: readonly string[],
): Promise<void> {
  const goods = allGoods().map((good, at) => ({
    ...good,
    barcode: `69${String(100_000_000_00 + at * 7_919)}`.slice(0, 13),
    tracked: at % 6 === 4,
    at,
  }))
  await client.query(
    `insert into stock_sku (tenant_id, customer_id, sku, name_cn, name_en, barcodes, unit_weight,
        length, width, height, lot_tracked, expiry_tracked, hscode_cn, hscode_foreign, unit_price,
        currency, material, create_by)
      select $1, c, g.sku, g."nameCn", g."nameEn", g.barcode, g.grams, (g.size->>0)::int,
        (g.size->>1)::int, (g.size->>2)::int, g.tracked, g.tracked, g.hs6 || '0000', g.hs6, g.cents,
        'EUR', g.material, 'system'
      from unnest($2::bigint[]) as c cross join jsonb_to_recordset($3::jsonb) as g(sku text,
        "nameCn" text, "nameEn" text, barcode text, grams int, size jsonb, tracked boolean,
        hs6 text, cents int, material text)
      on conflict do nothing`,
    [tenantId, customers, JSON.stringify(goods)],
  )
}

async function insertPlaces(
  client: ClientBase,
  tenantId: string,
  depotId: string,
): Promise<Map<string, string>> {
  const places = [
    { code: 'RCV-01', kind: '1', blocked: false },
    ...PLACE_CODES.map((code) => ({ code, kind: '2', blocked: false })),
    { code: 'Q-01', kind: '5', blocked: true },
  ]
  const { rows } = await client.query<{ id: string; code: string }>(
    `insert into stock_place (tenant_id, depot_id, code, kind, blocked, create_by)
      select $1, $2, p.code, p.kind, p.blocked, 'system'
      from jsonb_to_recordset($3::jsonb) as p(code text, kind text, blocked boolean)
      returning id, code`,
    [tenantId, depotId, JSON.stringify(places)],
  )
  return new Map(rows.map((row) => [row.code, row.id]))
}

/** Two lots of what expires, one of everything else; one SKU an order wants has run out. */
async function insertLots(
  client: ClientBase,
  tenantId: string,
  of: {
    customers: readonly string[]
    depotId: string
    places: ReadonlyMap<string, string>
    orders: readonly StockOrder[]
  },
): Promise<Lot[]> {
  const out = Object.keys(of.orders.at(-1)?.pieces ?? {})[0]
  const { rows } = await client.query<Lot>(
    `with lots as (
        select k.id as sku_id, k.customer_id, k.sku, n, k.expiry_tracked as tracked,
          row_number() over (order by k.customer_id, k.id) as at
        from stock_sku k cross join generate_series(0, 1) as n
        where k.tenant_id = $1 and (n = 0 or k.expiry_tracked) and k.sku <> $4),
      made as (insert into stock_balance (tenant_id, customer_id, depot_id, sku_id, lot,
          expiry_date, place_id, on_hand, first_in, create_by, create_time)
        select $1, customer_id, $2, sku_id,
          case when tracked then 'L' || (2600 + at * 3 + n) end,
          case when tracked then current_date + 90 + (n * 150)::int end,
          ($3::bigint[])[1 + (at * 5 + n) % array_length($3::bigint[], 1)],
          40 + (at * 37 + n * 11) % 160, now() - interval '21 days' + at * interval '2 hours',
          'system', now() - interval '21 days'
        from lots returning *),
      entries as (insert into stock_entry (tenant_id, balance_id, customer_id, depot_id, sku_id,
          lot, expiry_date, place_id, kind, quantity, ref_kind, create_by, create_time)
        select tenant_id, id, customer_id, depot_id, sku_id, lot, expiry_date, place_id, 'in',
          on_hand, 'opening', 'system', first_in from made)
    select m.id, m.customer_id as "customerId", k.sku, k.id as "skuId", m.on_hand as available
    from made m join stock_sku k on k.tenant_id = m.tenant_id and k.id = m.sku_id
    order by m.expiry_date, m.first_in, m.id`,
    [tenantId, of.depotId, PLACE_CODES.map((code) => of.places.get(code)), out ?? ''],
  )
  return rows
}

/** One that is half received and one that is on its way. */
async function insertNotices(
  client: ClientBase,
  tenantId: string,
  of: { customerId: string; depotId: string; places: ReadonlyMap<string, string> },
): Promise<void> {
  await client.query(
    `with skus as (select id, row_number() over (order by id) as at from stock_sku
        where tenant_id = $1 and customer_id = $2 and not lot_tracked limit 6),
      notices as (insert into stock_notice (tenant_id, no, customer_id, depot_id, status,
          expected_date, reference, carrier, create_by, create_time)
        values ($1, 'GN0000000001', $2, $3, $4, current_date, 'PO-4471', 'COSCO', 'system',
            now() - interval '4 days'),
          ($1, 'GN0000000002', $2, $3, $5, current_date + 6, 'PO-4502', 'DHL Freight', 'system',
            now() - interval '1 day')
        returning id, no),
      lines as (insert into stock_notice_line (tenant_id, notice_id, sku_id, expected, received)
        select $1, n.id, s.id, 60 * s.at, case when n.no = 'GN0000000001' and s.at = 1 then 55
            else 0 end
        from notices n join skus s on (s.at <= 3) = (n.no = 'GN0000000001')
        returning notice_id, sku_id, received),
      made as (insert into stock_balance (tenant_id, customer_id, depot_id, sku_id, place_id,
          on_hand, create_by)
        select $1, $2, $3, sku_id, $6, received, 'system' from lines where received > 0
        returning *)
    insert into stock_entry (tenant_id, balance_id, customer_id, depot_id, sku_id, place_id, kind,
        quantity, ref_kind, ref_id, ref_no, create_by)
      select m.tenant_id, m.id, m.customer_id, m.depot_id, m.sku_id, m.place_id, 'in', m.on_hand,
        'notice', n.id, n.no, 'system'
      from made m, notices n where n.no = 'GN0000000001'`,
    [
      tenantId,
      of.customerId,
      of.depotId,
      NOTICE.receiving,
      NOTICE.announced,
      of.places.get('RCV-01'),
    ],
  )
}

/** Counted, and more is missing than the tolerance allows. */
async function insertCount(client: ClientBase, tenantId: string, depotId: string): Promise<void> {
  await client.query(
    `with made as (insert into stock_count (tenant_id, no, depot_id, status, tolerance, counted_by,
          counted_at, create_by)
        values ($1, 'SC0000000001', $2, $3, 2, 'warehouse', now() - interval '2 hours', 'warehouse')
        returning id)
    insert into stock_count_line (tenant_id, count_id, balance_id, expected, counted)
      select $1, m.id, b.id, b.on_hand,
        b.on_hand - case when row_number() over (order by b.id) = 2 then 7 else 0 end
      from made m, lateral (select * from stock_balance
        where tenant_id = $1 and depot_id = $2 and available > 20 order by id limit 5) b`,
    [tenantId, depotId, COUNT.toApprove],
  )
}

async function insertWave(
  client: ClientBase,
  tenantId: string,
  depotId: string,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return
  await client.query(
    `with made as (insert into stock_wave (tenant_id, no, depot_id, status, create_by)
        values ($1, 'WV0000000001', $2, $3, 'warehouse') returning id),
      members as (insert into stock_wave_order (tenant_id, wave_id, shipment_id)
        select $1, m.id, x from made m, unnest($4::bigint[]) as x),
      lines as (update stock_order_line set picking = true
        where tenant_id = $1 and order_id = any($4))
    update shipment set stock_state = 'picking' where tenant_id = $1 and id = any($4)`,
    [tenantId, depotId, WAVE.picking, orderIds],
  )
}
