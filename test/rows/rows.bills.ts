import { charges } from '#contracts/money/charges.ts'
import type { World } from '../harness.ts'
import { makeOrder } from '../orders.ts'
import { twice, type RowsByHand } from './bulk-rows.shape.ts'

let count = 0
const insert = async (world: World, text: string, values: unknown[]): Promise<string> =>
  (await world.db.pool.query<{ id: string }>(text, [world.tenantId, ...values])).rows[0]!.id

/** A compared bill, with all its figures. */
export const billRunRow = (world: World, deadline = '2099-04-01'): Promise<string> =>
  insert(
    world,
    `insert into bill_run (tenant_id, supplier_id, invoice_no, invoice_key, invoice_date, currency, total,
        file_name, hash, mapping, state, rows, lines, blank, repeated, matched, duplicates,
        unmatched, open, posted, billed, expected, over, under, deadline, failure, create_by)
      select $1, min(s.id), 'BILLCAT' || $2::text, 'BILLCAT' || $2::text, '2026-04-01', 'EUR', 700, 'catalogue', $2::text,
        '{}', 'matched', 7, 7, 7, 7, 7, 7, 7, 7, 7, 700, 700, 700, 700, $3, 'catalogue', 'catalogue'
      from supplier s where s.tenant_id = $1 returning id`,
    [++count, deadline],
  )

export const disputeRow = async (world: World, state = 'draft'): Promise<string> =>
  insert(
    world,
    `insert into dispute (tenant_id, no, supplier_id, run_id, currency, state, lines, claimed,
        credit_expected, credit_received, deadline, sent_at, settled_at, carrier_ref, note, create_by)
      select r.tenant_id, 'BDCAT' || $3::text, r.supplier_id, r.id, 'EUR', $4, 7, 700, 700, 700,
        '2026-04-01', now(), now(), 'catalogue', 'catalogue', 'catalogue'
      from bill_run r where r.tenant_id = $1 and r.id = $2 returning id`,
    [await billRunRow(world), ++count, state],
  )

/** A line of such a bill with a parcel's customer; `posted` with every field filled. */
export async function billLineRow(
  world: World,
  { state = 'open', posted = false }: { state?: string; posted?: boolean } = {},
): Promise<string> {
  const disputeId = posted ? await disputeRow(world, 'settled') : null
  return insert(
    world,
    `insert into bill_line (tenant_id, run_id, supplier_id, line_no, dedupe, invoice_no, track_no,
        track_key, ship_date, service, zone, weight_billed, weight_ours, charge_code, trade_item,
        currency, amount, tax, raw, parcel_no, customer_id, code, expected, delta, total_agrees,
        state, note, dispute_id, credit, decided_by, posted_at, create_by)
      select r.tenant_id, r.id, r.supplier_id, 7, 'cat' || $3::text, r.invoice_no,
        'CAT' || $3::text, 'CAT' || $3::text, '2026-04-01', 'catalogue', 'CAT', 700, 700, 'catalogue', '1',
        'EUR', 700, 70, '[]', 'catalogue', $4, 'D1', 200, 500, true, $5, 'catalogue', $6, 70,
        'catalogue', case when $7::boolean then now() end, 'catalogue'
      from bill_run r where r.tenant_id = $1 and r.id = $2 returning id`,
    [await billRunRow(world), ++count, world.customerId, state, disputeId, posted],
  )
}

export const billRowsByHand = {
  'bill-runs': (world: World) => billRunRow(world),
  'bill-lines': (world: World) => billLineRow(world, { state: 'credited', posted: true }),
  disputes: (world: World) => disputeRow(world, 'settled'),
}

/** A parcel that has not left yet. */
async function recent(world: World): Promise<string> {
  const { id } = await makeOrder(world, await world.as('customer'))
  const { rows } = await world.db.pool.query<{ id: string }>(
    'select id from parcel where tenant_id = $1 and shipment_id = $2 and seq = 1',
    [world.tenantId, id],
  )
  return rows[0]!.id
}

/** A parcel whose supplier never billed it, with a cost that was accrued. */
async function neverBilled(world: World): Promise<string> {
  const { pool } = world.db
  const { id } = await makeOrder(world, await world.as('customer'))
  const charged = await (
    await world.as('finance')
  ).post(
    charges.charge.path,
    {
      customerId: world.customerId,
      currency: 'EUR',
      amount: '1.00',
      tradeItem: '19',
      reference: `never-${++count}`,
      workDone: true,
    },
    { 'Idempotency-Key': `never-billed-${world.tenantId}-${count}` },
  )
  if (!charged.success) throw new Error(`${charged.error} ${charged.message}`)
  const parcel = await pool.query<{ id: string }>(
    `update parcel set outbound_at = now() - interval '60 days'
      where tenant_id = $1 and shipment_id = $2 and seq = 1 returning id`,
    [world.tenantId, id],
  )
  const of = [world.tenantId, parcel.rows[0]!.id]
  const supplier = `from parcel p
      join delivery_service v on v.tenant_id = p.tenant_id and v.id = p.service_id
      join channel h on h.tenant_id = v.tenant_id and h.id = v.channel_id
    where p.tenant_id = $1 and p.id = $2`
  await pool.query(
    `insert into bill_profile (tenant_id, supplier_id, create_by)
      select p.tenant_id, h.supplier_id, 'bulk' ${supplier} on conflict do nothing`,
    of,
  )
  await pool.query(
    `insert into parcel_cost (tenant_id, shipment_id, parcel_id, service_id, supplier_id, currency,
        amount, lines, transaction_id, create_by)
      select p.tenant_id, p.shipment_id, p.id, p.service_id, h.supplier_id, 'EUR', 237,
        '[{"tradeItem":"1","tax":false,"minor":"237","why":null}]',
        (select max(t.id) from ledger_transaction t where t.tenant_id = p.tenant_id), 'bulk'
      ${supplier}`,
    of,
  )
  return of[1]!
}

/** Rows for the bulk calls on bill lines and disputes. */
export function billRows(world: World): RowsByHand {
  const finance = () => world.as('finance')
  const open = () => billLineRow(world)
  const lines = async (more: Record<string, unknown> = {}) => ({
    client: await finance(),
    ...(await twice(open)),
    bad: await billLineRow(world, { state: 'accepted' }),
    code: 'bill.decided',
    more,
  })
  const disputed = async () => ({
    client: await finance(),
    ...(await twice(() => disputeRow(world))),
    bad: await disputeRow(world, 'settled'),
    code: 'bill.disputeState',
  })
  return {
    '/erp/billLine/accept': () => lines({ note: 'bulk' }),
    '/erp/billLine/writeOff': () => lines({ note: 'bulk' }),
    '/erp/billLine/dispute': () => lines({ note: 'bulk' }),
    '/erp/billLine/rebill': () => lines({ what: 'difference', note: 'bulk' }),
    '/erp/billRun/release': async () => ({
      client: await finance(),
      ...(await twice(() => neverBilled(world))),
      bad: await recent(world),
      code: 'bill.notMissing',
      more: { note: 'bulk' },
    }),
    '/erp/dispute/send': disputed,
    '/erp/dispute/withdraw': disputed,
  }
}
