import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { balanceOf, driftOf, keyed, row, setUp, type Row } from '../recharges.fixture.ts'
import { askTenantProviders } from './ask-provider.ts'
import {
  alipayPaid,
  asideOf,
  dispute,
  openPayment,
  openTill,
  report,
  stripePaid,
  type Till,
} from './online.fixture.ts'
import { sendRefund } from './refund-online.ts'
import { startStandIn, stripeEvent, type StandIn } from './stand-in.fixture.ts'

const world = useWorld()
let finance: Client
let customer: Client
let fake: StandIn
let stripe: Till
let alipay: Till
beforeAll(async () => {
  ;({ finance, customer } = await setUp(world()))
  fake = await startStandIn()
  stripe = await openTill(world(), finance, fake, 'STRIPE')
  alipay = await openTill(world(), finance, fake, 'ALIPAY')
})
afterAll(() => fake.close())

const pay = (amount: string, till = stripe) => openPayment(world(), customer, till, amount)
const state = async (id: string) => row(await finance.get('/erp/recharge/queryById', { id }))
const balance = (currency = 'EUR') => balanceOf(world(), currency)
const send = (sent: Parameters<typeof report>[2], till = stripe) => report(world(), till, sent)
const sessionOf = (no: string) => fake.sessions.get(no)!
const paid = async (amount: string) => {
  const opened = await pay(amount)
  expect((await send(stripePaid(fake, opened.no))).status).toBe(200)
  return opened
}
const payments = async (id: string) =>
  (await customer.get('/erp/recharge/payments', { id })).result as Row[]

describe('a payment at a provider', () => {
  test('is credited by its report, not by coming back; a hundred reports at once credit once', async () => {
    const before = await balance()
    const { recharge, no, url } = await pay('120.00')
    expect(url).toContain('https://checkout.stripe.com/')
    expect(sessionOf(no)).toMatchObject({ amount_total: 12_000, currency: 'eur' })
    const again = row(await customer.post('/erp/recharge/pay', { id: recharge.id }))
    expect(again.url).toBe(url)
    expect((await state(recharge.id)).status).toBe('draft')
    const one = stripePaid(fake, no, {}, 'evt_same')
    const all = await Promise.all([
      ...Array.from({ length: 50 }, () => send(one)),
      ...Array.from({ length: 50 }, () => send(stripePaid(fake, no))),
    ])
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balance()).toBe(before + 12_000n)
    expect(await state(recharge.id)).toMatchObject({
      status: 'confirmed',
      received: '120.00',
      channel: 'STRIPE',
      outTradeNo: sessionOf(no).payment_intent,
    })
    const { rows } = await world().db.pool.query(
      `select a.kind, e.amount from ledger_entry e
        join ledger_account a on a.tenant_id = e.tenant_id and a.id = e.account_id
        join ledger_transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
        where t.tenant_id = $1 and t.event_key = $2 order by a.kind`,
      [world().tenantId, `recharge:fee:STRIPE:${sessionOf(no).payment_intent.toUpperCase()}`],
    )
    // 1.5 % and 0.25.
    expect(rows).toEqual([
      { kind: 'cash', amount: '205' },
      { kind: 'cost', amount: '-205' },
    ])
  })

  test('by Alipay: opened by a signed address, credited by a signed form, answered with success', async () => {
    const { recharge, no, url } = await pay('88.50', alipay)
    const opened = new URL(url)
    expect(opened.searchParams.get('notify_url')).toBe(`https://parcels.example/boot${alipay.hook}`)
    expect(JSON.parse(opened.searchParams.get('biz_content')!)).toMatchObject({
      out_trade_no: no,
      total_amount: '88.50',
    })
    const forged = alipayPaid(fake, no, '88.50')
    forged.body = forged.body.replace('88.50', '98.50')
    expect((await send(forged, alipay)).status).toBe(401)
    const foreign = alipayPaid(fake, no, '88.50', { app_id: '2026000000000002' })
    expect((await send(foreign, alipay)).status).toBe(401)
    const answer = await send(alipayPaid(fake, no, '88.50'), alipay)
    expect(answer.bytes.toString()).toBe('success')
    expect(await state(recharge.id)).toMatchObject({ status: 'confirmed', channel: 'ALIPAY' })
    expect(await balance('CNY')).toBe(8_850n)
  })

  test('is not believed without the right signature, for another account or tenant, or as a giant', async () => {
    const { recharge, no } = await pay('10.00')
    const good = stripePaid(fake, no)
    const other = await openTill(world(), finance, fake, 'STRIPE')
    const refused = await Promise.all([
      send({ ...good, headers: {} }),
      send({ ...good, body: good.body.replace('1000', '9000') }),
      send(good, { id: '', hook: '/hooks/pay/no-such-tenant/1' }),
      send(good, { id: '', hook: stripe.hook.replace(/\d+$/, '999999999') }),
      send(good, alipay),
    ])
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect((await send({ ...good, body: ' '.repeat(300_000) })).status).toBe(413)
    // A payment of one account is none of another, though both have the same secret here.
    expect((await send(good, other)).status).toBe(200)
    expect(await asideOf(finance, sessionOf(no).payment_intent)).toMatchObject([
      { why: 'unknownReference' },
    ])
    expect((await state(recharge.id)).status).toBe('draft')
  })

  test('of another amount or currency, of no recharge or a rejected one waits for finance', async () => {
    const before = await balance()
    const less = await pay('40.00')
    await send(stripePaid(fake, less.no, { amount_total: 3_900 }))
    const dollars = await pay('41.00')
    await send(stripePaid(fake, dollars.no, { currency: 'usd' }))
    const rejected = await pay('42.00')
    const { id, version } = rejected.recharge
    row(await finance.put('/erp/recharge/reject', { id, version, reason: '不再需要' }))
    await send(stripePaid(fake, rejected.no))
    const unknown = { ...sessionOf(less.no), client_reference_id: 'X', payment_intent: 'pi_x' }
    await send(stripeEvent('checkout.session.completed', { ...unknown, payment_status: 'paid' }))
    expect(await balance()).toBe(before)
    const events = await Promise.all(
      [less, dollars, rejected].map(({ no }) => asideOf(finance, sessionOf(no).payment_intent)),
    )
    expect(events.flat().map(({ why }) => why)).toEqual([
      'amountDiffers',
      'currencyDiffers',
      'rechargeClosed',
    ])
    expect(await asideOf(finance, 'pi_x')).toMatchObject([{ why: 'unknownReference' }])
    const [lesser, other, late] = events.flat()
    const credit = (event: Row) =>
      finance.put('/erp/paymentEvent/credit', { id: event.id, version: event.version })
    const both = await Promise.all([credit(lesser!), credit(lesser!)])
    expect(both.filter(({ success }) => success)).toHaveLength(1)
    expect((await credit(other!)).error).toBe('payment.notCreditable')
    expect((await credit(late!)).success).toBe(true)
    expect(await balance()).toBe(before + 3_900n + 4_200n)
    expect(await state(less.recharge.id)).toMatchObject({ status: 'paid', received: '39.00' })
    const settled = await finance.put('/erp/paymentEvent/settle', {
      id: other!.id,
      version: other!.version,
      remark: '已在平台退款',
    })
    expect(row(settled)).toMatchObject({
      status: 'settled',
      settledBy: world().username('finance'),
    })
    expect((await customer.get('/erp/paymentEvent/list')).status).toBe(403)
  })

  test('that was not reported is found by asking; one after the page ended is credited, too', async () => {
    const { recharge, no } = await pay('15.00')
    await send(stripeEvent('checkout.session.expired', { ...sessionOf(no), status: 'expired' }))
    const silent = await pay('16.00')
    Object.assign(sessionOf(silent.no), { payment_status: 'paid', status: 'complete' })
    await world().db.pool.query('update online_payment set ask_at = now() where no = $1', [
      silent.no,
    ])
    await askTenantProviders(jobCtx(world().deps, world().tenantId))
    expect((await state(silent.recharge.id)).status).toBe('confirmed')
    await send(stripePaid(fake, silent.no))
    expect(await state(silent.recharge.id)).toMatchObject({ received: '16.00' })
    await send(stripePaid(fake, no))
    expect((await state(recharge.id)).status).toBe('confirmed')
    const asked = await pay('17.00', alipay)
    fake.trades.set(asked.no, { tradeNo: 'T17', amount: '17.00', status: 'TRADE_SUCCESS' })
    const checked = row(await customer.put('/erp/recharge/check', { id: asked.recharge.id }))
    expect(checked).toMatchObject({ status: 'confirmed', outTradeNo: 'T17' })
  })
})

describe('money that goes back', () => {
  test('a charge-back is a debt with its fee; won, it comes back; reports that overtake each other', async () => {
    const before = await balance()
    const { recharge, no } = await paid('50.00')
    const id = `dp_${randomUUID()}`
    const taken = dispute(fake, no, 5_000, { id, fee: 1_500 })
    await Promise.all([
      send(taken),
      send(taken),
      send(dispute(fake, no, 5_000, { id, fee: 1_500 })),
    ])
    expect(await balance()).toBe(before - 1_500n)
    expect(await state(recharge.id)).toMatchObject({ status: 'chargedBack', chargedBack: '50.00' })
    const refund = {
      id: recharge.id,
      version: (await state(recharge.id)).version,
      amount: '1',
      reason: 'x',
    }
    expect((await finance.put('/erp/recharge/refund', refund, keyed())).error).toBe(
      'recharge.not.refund',
    )
    const won = () => dispute(fake, no, 5_000, { id, fee: 0, won: true })
    await send(won())
    await send(won())
    expect(await balance()).toBe(before + 5_000n)
    expect(await state(recharge.id)).toMatchObject({ status: 'confirmed', chargedBack: '0.00' })
    const early = await paid('20.00')
    const soon = { id: `dp_${randomUUID()}`, fee: 1_500 }
    await send(dispute(fake, early.no, 2_000, { ...soon, won: true }))
    await send(dispute(fake, early.no, 2_000, soon))
    expect(await balance()).toBe(before + 7_000n)
    const more = dispute(fake, early.no, 2_100, { id: `dp_${randomUUID()}`, fee: 0 })
    await send(more)
    expect(await asideOf(finance, sessionOf(early.no).payment_intent)).toMatchObject([
      { why: 'moreThanLeft' },
    ])
  })

  test('a direct debit: pending, credited, returned afterwards as a debt; failed before, nothing', async () => {
    const before = await balance()
    const { recharge, no } = await pay('30.00')
    const event = (type: string, more: object) =>
      stripeEvent(`checkout.session.${type}`, { ...sessionOf(no), ...more })
    await send(event('completed', { payment_status: 'unpaid', status: 'complete' }))
    expect((await state(recharge.id)).status).toBe('paid')
    expect((await customer.post('/erp/recharge/pay', { id: recharge.id })).error).toBe(
      'recharge.paymentPending',
    )
    await send(event('async_payment_succeeded', { payment_status: 'paid' }))
    expect(await balance()).toBe(before + 3_000n)
    await send(event('async_payment_failed', {}))
    await send(event('async_payment_failed', {}))
    expect(await balance()).toBe(before)
    expect((await state(recharge.id)).status).toBe('chargedBack')
    await expect
      .poll(async () => {
        const { rows } = await world().db.pool.query(
          `select 1 from sys_announcement where tenant_id = $1 and titile like '%退回%30.00 EUR%'`,
          [world().tenantId],
        )
        return rows.length
      })
      .toBe(1)
    const other = await pay('31.00')
    const failing = (type: string) => stripeEvent(`checkout.session.${type}`, sessionOf(other.no))
    await send(failing('completed'))
    await send(failing('async_payment_failed'))
    expect((await state(other.recharge.id)).status).toBe('draft')
    expect(await balance()).toBe(before)
  })

  test('refunds go through the provider in parts: held until it agreed, free again where it refuses', async () => {
    const ctx = jobCtx(world().deps, world().tenantId)
    const { recharge, no } = await paid('60.00')
    const before = await balance()
    const refund = async (amount: string) =>
      finance.put(
        '/erp/recharge/refund',
        { id: recharge.id, version: (await state(recharge.id)).version, amount, reason: '多付' },
        keyed(),
      )
    expect((await refund('20.00')).success).toBe(true)
    expect((await refund('15.00')).success).toBe(true)
    expect((await refund('25.01')).error).toBe('recharge.refundTooMuch')
    // As the job does, without waiting for its turn.
    const sendAll = async () => {
      for (const { id, state: is } of await payments(recharge.id))
        if (is === 'asked') await sendRefund(ctx, { paymentId: id })
    }
    const states = async () =>
      (await payments(recharge.id)).map(({ kind, state: is }) => [kind, is])
    await sendAll()
    expect(await states()).toEqual([
      ['credit', 'done'],
      ['refund', 'done'],
      ['refund', 'done'],
    ])
    expect(await balance()).toBe(before - 3_500n)
    const made = [...fake.refunds.values()].filter(({ of }) => of === sessionOf(no).payment_intent)
    expect(made.map(({ amount }) => amount).toSorted()).toEqual(['1500', '2000'])
    fake.refunding.as = 'refused'
    expect((await refund('25.00')).success).toBe(true)
    await sendAll()
    expect((await states()).at(-1)).toEqual(['refund', 'failed'])
    expect(await state(recharge.id)).toMatchObject({ status: 'confirmed', refunded: '35.00' })
    expect(await balance()).toBe(before - 3_500n)
    fake.refunding.as = 'broken'
    expect((await refund('25.00')).success).toBe(true)
    const last = (await payments(recharge.id)).at(-1)!
    await expect(sendRefund(ctx, { paymentId: last.id })).rejects.toThrow()
    fake.refunding.as = 'made'
    await Promise.all([
      sendRefund(ctx, { paymentId: last.id }),
      sendRefund(ctx, { paymentId: last.id }),
    ])
    expect(await state(recharge.id)).toMatchObject({ status: 'refunded', refunded: '60.00' })
    expect(await balance()).toBe(before - 6_000n)
  })
})

describe('keys and the simulator', () => {
  test('keys go in and never come out, are of one provider, and no customer reaches them', async () => {
    const at = { id: stripe.id }
    const answer = await finance.get('/erp/receivingAccount/keys', at)
    expect(JSON.stringify(answer.result)).not.toContain('sk_test_standin')
    expect(answer.result).toMatchObject({ provider: 'STRIPE', test: true })
    const { rows } = await world().db.pool.query<{ all: string }>(
      `select (select string_agg(r::text, '') from receiving_account r where tenant_id = $1)
        || coalesce((select string_agg(l::text, '') from data_log l where tenant_id = $1), '')
        as all`,
      [world().tenantId],
    )
    expect(rows[0]!.all).not.toMatch(/sk_test_standin|whsec_standin|PRIVATE KEY/)
    const bad = await finance.put('/erp/receivingAccount/keys', {
      id: stripe.id,
      version: (answer.result as Row).version,
      publicUrl: 'http://parcels.example/x',
      secretKey: 'abc',
    })
    expect(JSON.stringify(bad.result)).toMatch(/publicUrl.*secretKey/)
    expect((await customer.get('/erp/receivingAccount/keys', at)).status).toBe(403)
    const offered = (await customer.get('/erp/recharge/payTo')).result as Row[]
    expect(offered.find(({ id }) => id === stripe.id)).toMatchObject({ channel: 'STRIPE' })
    expect(JSON.stringify(offered)).not.toMatch(/Enc|sk_test/)
    const shut = await openTill(world(), finance, fake, 'STRIPE')
    const stored = row(await finance.get('/erp/receivingAccount/queryById', { id: shut.id }))
    row(await finance.put('/erp/receivingAccount/edit', { ...stored, provider: 'SIMULATOR' }))
    const changed = await finance.get('/erp/receivingAccount/keys', { id: shut.id })
    expect(changed.result).toMatchObject({ provider: 'SIMULATOR', keys: [] })
  })

  test('the simulator pays on its own accounts only; what banks do is for staff to try', async () => {
    const till = await openTill(world(), finance, fake, 'SIMULATOR')
    const { recharge, url } = await pay('70.00', till)
    expect(url).toBe(`/shipment/payment-accounts?recharge=${recharge.id}&simulator=1`)
    const simulate = (by: Client, outcome: string, id = recharge.id) =>
      by.put('/erp/recharge/simulate', { id, outcome })
    expect((await simulate(customer, 'chargeback')).code).toBe(403)
    expect(row(await simulate(customer, 'paid'))).toMatchObject({ status: 'confirmed' })
    expect(row(await simulate(finance, 'chargeback'))).toMatchObject({ status: 'chargedBack' })
    expect(row(await simulate(finance, 'won'))).toMatchObject({ status: 'confirmed' })
    const real = await pay('71.00')
    expect((await simulate(customer, 'paid', real.recharge.id)).error).toBe('recharge.notSimulated')
    const foreign = await world().otherTenantUser()
    expect((await simulate(foreign, 'paid')).code).toBe(404)
    expect((await foreign.post('/erp/recharge/pay', { id: recharge.id })).code).toBe(404)
    expect(await driftOf(world())).toEqual([])
  })

  test('the simulator is closed in production, also where an account of it is left', async () => {
    const till = await openTill(world(), finance, fake, 'SIMULATOR')
    const { recharge } = await pay('72.00', till)
    const stored = row(await finance.get('/erp/receivingAccount/queryById', { id: till.id }))
    const { env } = world().deps
    env.production = true
    try {
      const shut = await customer.put('/erp/recharge/simulate', {
        id: recharge.id,
        outcome: 'paid',
      })
      expect(shut.error).toBe('recharge.notSimulated')
      const edited = await finance.put('/erp/receivingAccount/edit', { ...stored, remark: 'x' })
      expect(JSON.stringify(edited.result)).toContain('payAccount.noSimulator')
    } finally {
      env.production = false
    }
  })
})
