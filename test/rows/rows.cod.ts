import type { Client, World } from '../harness.ts'
import { newAccount } from '#server/features/money/recharges/recharges.fixture.ts'

let count = 0
const insert = async (world: World, text: string, values: unknown[]): Promise<string> =>
  (await world.db.pool.query<{ id: string }>(text, [world.tenantId, ...values])).rows[0]!.id

const supplierOf = async (world: World): Promise<string> =>
  (
    await world.db.pool.query<{ id: string }>(
      'select id from supplier where tenant_id = $1 order by id limit 1',
      [world.tenantId],
    )
  ).rows[0]!.id

/** An order with cash on delivery that was paid out. */
export async function codItemRow(world: World): Promise<string> {
  const payoutId = await codPayoutRow(world)
  return insert(
    world,
    `insert into cod_item (tenant_id, shipment_id, shipment_no, reference, track_no, numbers,
        customer_id, supplier_id, currency, expected, collected, due, status, delivered_at,
        settled_at, paid_on, payout_id, reason, create_by)
      values ($1, $2::bigint, 'CODCAT' || $2::text, 'catalogue', 'catalogue', '{}', $3, $4, 'EUR', 700, 700, 700,
        'paid', now(), now(), '2026-04-01', $5, 'catalogue', 'catalogue') returning id`,
    [800_000_000 + ++count, world.customerId, await supplierOf(world), payoutId],
  )
}

/** One whose carrier owes it, or of which a part was remitted. */
export const openCodItem = async (world: World, status = 'open', collected = 0): Promise<string> =>
  insert(
    world,
    `insert into cod_item (tenant_id, shipment_id, shipment_no, numbers, customer_id, supplier_id,
        currency, expected, collected, status, create_by)
      values ($1, $2::bigint, 'CODBULK' || $2::text, '{}', $3, $4, 'EUR', 700, $6, $5, 'catalogue') returning id`,
    [700_000_000 + ++count, world.customerId, await supplierOf(world), status, collected],
  )

export async function codPayoutRow(world: World, status = 'paid'): Promise<string> {
  return insert(
    world,
    `insert into cod_payout (tenant_id, no, customer_id, currency, amount, items, pay_to, status,
        receiving_account_id, holder, iban, bic, exported_at, first_by, approved_by, approved_at,
        paid_on, reason, create_by)
      values ($1, 'CPCAT' || $2::text, $3, 'EUR', 700, 1, 'bank', $4,
        (select id from receiving_account where tenant_id = $1 and currency = 'EUR'
          order by id limit 1), 'Catalogue', 'DE89370400440532013000', 'COBADEFFXXX', now(),
        'catalogue', 'catalogue', now(), '2026-04-01', 'catalogue', 'catalogue') returning id`,
    [++count, world.customerId, status],
  )
}

export async function codLine(
  world: World,
  client: Client,
  { state = 'decided', itemId = '' }: { state?: string; itemId?: string } = {},
): Promise<{ id: string; remittanceId: string }> {
  const supplierId = await supplierOf(world)
  const accountId = await newAccount(client, { currency: 'EUR' })
  const remittanceId = await insert(
    world,
    `insert into cod_remittance (tenant_id, supplier_id, receiving_account_id, reference,
        received_on, currency, amount, lines, matched, file_name, content_hash, create_by)
      values ($1, $2, $3, 'catalogue', '2026-04-01', 'EUR', 500, 7, 7, 'catalogue', $4,
        'catalogue') returning id`,
    [supplierId, accountId, `catalogue${++count}`],
  )
  const id = await insert(
    world,
    `insert into cod_line (tenant_id, remittance_id, supplier_id, line_no, dedupe, number, currency,
        amount, paid_on, item_id, kind, state, difference, decision, reason, decided_by, decided_at,
        create_by)
      values ($1, $2, $3, 7, $4, 'catalogue', 'EUR', 500, '2026-04-01', $5, 'short', $6, -200,
        'accept', 'catalogue', 'catalogue', now(), 'catalogue') returning id`,
    [remittanceId, supplierId, `catalogue${count}`, itemId || (await codItemRow(world)), state],
  )
  return { id, remittanceId }
}
