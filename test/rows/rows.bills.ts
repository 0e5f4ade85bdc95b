import type { World } from '../harness.ts'
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
    '/erp/dispute/send': disputed,
    '/erp/dispute/withdraw': disputed,
  }
}
