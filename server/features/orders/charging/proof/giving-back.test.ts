import { beforeAll, expect, test } from 'vitest'
import { outBatches } from '#contracts/depot/outbound.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { tax } from '#contracts/money/tax.ts'
import { trades as tradeCalls } from '#contracts/money/trades.ts'
import {
  inboundScan,
  openOutBatch,
  outboundScan,
} from '#server/features/depot/inbound/depot.fixture.ts'
import {
  accountOf,
  draftOf,
  enterCompany,
  key,
} from '#server/features/money/invoices/invoices.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { parcel, type MadeOrder } from '#test/orders.ts'
import { inCharging } from '../charging.fixture.ts'

const world = useWorld()
const calls = inCharging(world)
const { charges, confirm, customer, credit, detail, drift, order, print, query } = calls
const { service, standing, switchOn, trades, verb } = calls

const START = 100_000n

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await enterCompany(world())
  const finance = await world().as('finance')
  const { version } = await finance.call(tax.setting, {})
  await finance.call(tax.saveSetting, {
    prices: 'net',
    country: 'DE',
    vatId: 'DE136695976',
    version,
  })
})

async function buyer(): Promise<string> {
  const who = await customer(START)
  await query(
    `update customer set country = 'DE', invoice_street = 'Ring 5', legal_name = code || ' GmbH',
      invoice_postal_code = '10115', invoice_city = 'Berlin' where id = $1`,
    [who],
  )
  return who
}

/** An order charged with its label, by a customer with money and an address. */
async function labelled(weightKg = '2'): Promise<{ who: string; made: MadeOrder }> {
  const who = await buyer()
  await service('ECO-PARCEL', '1')
  const made = await order(who, { parcels: [parcel({ weightKg })] })
  expect(await confirm([made.id])).toMatchObject([{ ok: true }])
  await print([made.id])
  expect((await standing(who)).balance).toBeLessThan(START)
  return { who, made }
}

async function invoiced(who: string, side: 'customer' | 'receivable' = 'customer') {
  const finance = await world().as('finance')
  const id = await draftOf(world(), finance, await accountOf(world(), who, side))
  expect(await finance.call(invoices.issue, { ids: [id] })).toMatchObject({ done: 1 })
  return id
}

async function creditAll(id: string, reason = 'goodwill') {
  const finance = await world().as('finance')
  const { version } = await finance.call(invoices.queryById, { id })
  const wish = { id, version, transactionIds: [], frees: false, reason }
  const answer = await finance.post(invoices.credit.path, wish, key())

  return answer
}

const reverseByHand = async (made: MadeOrder) => {
  const finance = await world().as('finance')
  const [first] = await query<{ id: string }>(
    `select id from trade where shipment_id = $1 and trade_type = 'charge' order by id`,
    [made.id],
  )
  return finance.put(tradeCalls.reverse.path, { id: first!.id, reason: 'wrong' }, key())
}

/** All is back and nothing more: the customer's money, our revenue and the tax. */
async function allIsBack(who: string, kept = 0n): Promise<void> {
  expect((await standing(who)).balance).toBe(START - kept)
  const own = await query<{ kind: string; balance: string }>(
    `select kind, sum(balance) as balance from ledger_account
      where party_id = $1 and kind in ('tax', 'revenue') group by kind order by kind`,
    [who],
  )
  if (kept === 0n) expect(own.map(({ balance }) => balance)).toEqual(['0', '0'])
  expect((await drift()).drift).toEqual([])
}

test('credited, then cancelled or revoked: the charge comes back once, and no fee is kept', async () => {
  const { who, made } = await labelled()
  expect(await creditAll(await invoiced(who))).toMatchObject({ success: true })
  await allIsBack(who)
  const parcelNo = (await detail(made)).parcels[0]!.trackNo!
  await inboundScan(await world().as('manager'), parcelNo)
  expect(await charges(made)).toMatchObject([{ state: 'refunded', refunded: '4.84' }])
  expect(await verb('revoke', [made.id], { reason: 'x' })).toMatchObject([{ ok: true }])
  await allIsBack(who)
  expect(await charges(made)).toMatchObject([{ state: 'refunded', handlingFee: '0.00' }])
})

test('weighed lighter after it was credited gives nothing more, heavier charges the difference', async () => {
  const { who, made } = await labelled('30')
  await creditAll(await invoiced(who))
  const manager = await world().as('manager')
  const no = (await detail(made)).parcels[0]!.trackNo!
  await inboundScan(manager, no, { weightKg: '2' })
  await allIsBack(who)
  await manager.post('/erp/intoParcel/measure', { no, weightKg: '31' })
  expect((await standing(who)).balance).toBeLessThan(START)
  await verb('revoke', [made.id], { reason: 'x' })
  await allIsBack(who, 60n)
})

test('weighed lighter, credited whole, then revoked: what came back before is on the note', async () => {
  const { who, made } = await labelled('30')
  const id = await invoiced(who)
  const no = (await detail(made)).parcels[0]!.trackNo!
  await inboundScan(await world().as('manager'), no, { weightKg: '2' })
  const lighter = (await standing(who)).balance
  expect(lighter).toBeLessThan(START)
  const note = (await creditAll(id)) as { result: { gross: string } }
  await allIsBack(who)
  const finance = await world().as('finance')
  const invoice = await finance.call(invoices.queryById, { id })
  expect(note.result.gross.replace('-', '')).toBe(invoice.gross)
  await verb('revoke', [made.id], { reason: 'x' })
  await allIsBack(who)
})

test('by hand and by credit note at the same moment: one of the two, or each a part', async () => {
  const { who, made } = await labelled()
  const id = await invoiced(who)
  await Promise.all([
    creditAll(id),
    reverseByHand(made),
    verb('revoke', [made.id], { reason: 'x' }),
  ])
  await allIsBack(who)
})

test('a charge given back by hand is not given back again, and its order shows it', async () => {
  const { who, made } = await labelled()
  expect(await reverseByHand(made)).toMatchObject({ success: true })
  await allIsBack(who)
  expect(await charges(made)).toMatchObject([{ state: 'refunded', charged: '4.84' }])
  expect((await reverseByHand(made)).success).toBe(false)
  await verb('revoke', [made.id], { reason: 'x' })
  await allIsBack(who)
  const given = (await trades(made)).filter(({ trade_type: type }) => type === 'reversal')
  expect(given.length).toBeGreaterThan(1)
})

test('a batch reopened after its month was credited gives nothing more and charges nothing again', async () => {
  const who = await buyer()
  await credit(who, 100_000n)
  await service('ECO-PARCEL', '4')
  const made = await order(who)
  await confirm([made.id])
  const manager = await world().as('manager')
  const no = (await detail(made)).parcels[0]!.trackNo!
  await print([made.id])
  await inboundScan(manager, no)
  const { id } = await openOutBatch(world())
  await outboundScan(manager, id, no)
  await manager.put(outBatches.close.path, { id })
  expect((await standing(who, 'receivable')).balance).toBeLessThan(0n)
  expect(await creditAll(await invoiced(who, 'receivable'))).toMatchObject({ success: true })
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: 0n })
  expect(await manager.put(outBatches.reopen.path, { id, reason: 'x' })).toMatchObject({
    success: true,
  })
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: 0n })
  await manager.put(outBatches.close.path, { id })
  expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: 0n })
  await service('ECO-PARCEL', '1')
})

test('the database refuses more than is left, whatever writes it', async () => {
  const { who, made } = await labelled()
  const [posting] = await query<{ id: string }>(
    `select transaction_id as id from trade where shipment_id = $1 limit 1`,
    [made.id],
  )
  await reverseByHand(made)
  const client = await world().db.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `with t as (insert into ledger_transaction (tenant_id, event_key, kind, digest, month,
            booked_on, refunds_id)
          values ($1, 'x:1', 'refund', '\\x00', date_trunc('month', now())::date, now()::date, $2) returning id)
        insert into ledger_entry (tenant_id, transaction_id, account_id, seq, line_no, amount,
            currency, balance_after, hash)
          select $1, t.id, a.id, 900, row_number() over (order by a.id),
            case a.kind when 'customer' then 1 else -1 end, 'EUR', 0, '\\x00'
          from t, ledger_account a where a.party_id = $3
            and (a.kind = 'customer' or a.id = (select min(r.id) from ledger_account r
              where r.party_id = $3 and r.kind = 'revenue'))`,
      [world().tenantId, posting!.id, who],
    )
    await expect(client.query('commit')).rejects.toThrow('gives back more than is left')
  } finally {
    await client.query('rollback')
    client.release()
  }
})
