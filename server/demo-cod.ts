import { sql } from 'kysely'
import { kindsThat } from '#contracts/orders/kinds/kinds.ts'
import { setMoment } from './demo-recharges.ts'
import { lockItems, payPayout, storePayout, takeLines } from './features/money/cod/index.ts'
import { prove } from './features/money/ledger/index.ts'
import { followParcels } from './features/orders/order-cod/index.ts'
import type { Tx } from './kit/access/ctx.ts'
import { nextSerialNumbers } from './kit/db/serial-numbers.ts'
import { inTx } from './kit/db/tx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

const DAY = 86_400_000
const EUR = 'EUR'
const ORDERS = 60

interface Sent {
  id: string
  at: number
  parcelIds: string[]
}
interface Collected {
  id: string
  number: string
  supplierId: string
  expected: string
  at: number
}

/**
 * Cash on delivery of a demo tenant: some orders of the last two months carry it, carriers remitted
 * what they collected until ten days ago with a few differences, and two customers were paid.
 */
export async function seedDemoCod(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'finance' })
  const numbers = await nextSerialNumbers(ctx, 'cod_payout', 'CP', 2)
  await inTx(ctx, async (tx) => {
    await sql`update delivery_service as v set cod_limits = 'EUR 3000, PLN 12000'
      where ${tx.rows('deliveryService').where('v')}
        and v.code in ('ECO-PARCEL', 'EU-STD')`.execute(tx.db)
    for (const { at, parcelIds } of await markOrders(tx)) {
      await setMoment(tx, at)
      await followParcels(tx, parcelIds)
    }
    await sql`update cod_item as c set create_time = s.confirm_time from shipment s
      where ${tx.rows('codItem').where('c')} and s.tenant_id = c.tenant_id
        and s.id = c.shipment_id`.execute(tx.db)
    const banks = await sql<{ id: string }>`select a.id from ${tx.rows('receivingAccount').as('a')}
      where a.kind = 'BANK' and a.currency = ${EUR} order by a.id limit 1`.execute(tx.db)
    const bankId = banks.rows[0]?.id
    if (bankId !== undefined) {
      await setMoment(tx, Date.now() - 9 * DAY)
      await remit(tx, bankId)
      await setMoment(tx, Date.now() - 6 * DAY)
      await payOut(tx, bankId, numbers)
      await date(tx)
    }
    await setMoment(tx, null)
  })
  await prove(ctx)
}

/** Every few orders of two months get an amount, as if they had been sent with it. */
async function markOrders(tx: Tx): Promise<Sent[]> {
  const { rows } = await sql<Sent>`with chosen as (
      select s.id, row_number() over (order by s.confirm_time desc, s.id) as place
      from ${tx.rows('shipment').as('s')}
        join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      where v.cod_limits is not null and s.shipment_status in (70, 80, 90)
        and s.confirm_time > now() - interval '60 days' 
        and s.shipment_resource = any(${kindsThat('takesCod')}::text[]))
    update shipment as s set attributes = coalesce(s.attributes, '{}'::jsonb)
        || jsonb_build_object('codAmount', (19 + c.place * 7 % 140)::text || '.90',
          'codCurrency', ${EUR}::text, 'services', coalesce(s.attributes -> 'services', '[]'))
    from chosen c
    where ${tx.rows('shipment').where('s')} and s.id = c.id and c.place % 4 = 0
      and c.place <= ${ORDERS * 4}
    returning s.id,
      (select extract(epoch from max(coalesce(p.delivered_at, p.outbound_at)))::float8 * 1000
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as at,
      (select array_agg(p.id::text) from parcel p
        where p.tenant_id = s.tenant_id and p.shipment_id = s.id) as parcel_ids`.execute(tx.db)
  return rows.filter(({ at }) => at !== null).toSorted((a, b) => a.at - b.at)
}

/** One file of each carrier; in the first something differs. */
async function remit(tx: Tx, receivingAccountId: string): Promise<void> {
  const { rows } = await sql<Collected>`select c.id, c.track_no as number, c.supplier_id,
      c.expected, extract(epoch from c.delivered_at)::float8 * 1000 as at
    from ${tx.rows('codItem').as('c')}
    where c.status = 'open' and c.supplier_id is not null and c.track_no is not null
      and c.delivered_at < now() - interval '10 days' order by c.id`.execute(tx.db)
  const receivedOn = new Date(Date.now() - 9 * DAY).toISOString().slice(0, 10)
  for (const [supplierId, items] of Map.groupBy(rows, (row) => row.supplierId)) {
    const lines = items.map(({ number, expected, at }, place) => ({
      line: place + 2,
      number,
      plain: number,
      currency: EUR,
      minor: BigInt(expected) - (place === 2 ? 500n : place === 5 ? -100n : 0n),
      paidOn: new Date(at).toISOString().slice(0, 10),
    }))
    const unknown = {
      number: `UNKNOWN-${supplierId}`,
      plain: `UNKNOWN${supplierId}`,
      minor: 4_990n,
    }
    await takeLines(
      tx,
      {
        supplierId,
        receivingAccountId,
        reference: `COD-${receivedOn}-${supplierId}`,
        receivedOn,
        currency: EUR,
        name: `cod-${receivedOn}.csv`,
        hash: `demo-${supplierId}`,
      },
      [...lines, { ...unknown, line: lines.length + 2, currency: EUR, paidOn: receivedOn }],
    )
  }
}

/** The two customers with most of it have a bank account, and were paid. */
async function payOut(tx: Tx, accountId: string, numbers: readonly string[]): Promise<void> {
  const { rows } = await sql<{ customerId: string; ids: string[] }>`select c.customer_id,
      array_agg(c.id::text) as ids
    from ${tx.rows('codItem').as('c')} where c.status = 'remitted' group by c.customer_id
    order by count(*) desc, c.customer_id limit 3`.execute(tx.db)
  const bank = { holder: 'Demo Trading GmbH', iban: 'DE89370400440532013000', bic: null }
  for (const { customerId } of rows)
    await sql`insert into cod_bank (tenant_id, customer_id, holder, iban, create_by)
      values (${tx.principal.tenantId}, ${customerId}, ${bank.holder}, ${bank.iban}, 'finance')
      on conflict do nothing`.execute(tx.db)
  for (const [at, { customerId, ids }] of rows.slice(0, 2).entries()) {
    const items = await lockItems(tx, ids)
    const minor = items.reduce((sum, { due }) => sum + BigInt(due ?? 0), 0n)
    const wish = { no: numbers[at]!, customerId, currency: EUR, minor, accountId, bank }
    const made = await storePayout(tx, { ...wish, payTo: 'bank', status: 'ordered' }, items)
    if (at === 0) await payPayout(tx, made.payout, made.items)
  }
}

/** What is dated by the clock is dated as the ledger dates it. */
async function date(tx: Tx): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  await sql`update cod_item as c set settled_at = ${at(9)}::timestamptz
    where ${tx.rows('codItem').where('c')} and c.settled_at is not null`.execute(tx.db)
  await sql`update cod_item as c set paid_on = ${at(6)}::date
    where ${tx.rows('codItem').where('c')} and c.paid_on is not null`.execute(tx.db)
  await sql`update cod_remittance as r set create_time = ${at(9)}::timestamptz
    where ${tx.rows('codRemittance').where('r')}`.execute(tx.db)
  await sql`update cod_line as l set create_time = ${at(9)}::timestamptz
    where ${tx.rows('codLine').where('l')}`.execute(tx.db)
  await sql`update cod_payout as p set create_time = ${at(6)}::timestamptz,
      paid_on = case when p.paid_on is null then null else ${at(6)}::date end
    where ${tx.rows('codPayout').where('p')}`.execute(tx.db)
}
