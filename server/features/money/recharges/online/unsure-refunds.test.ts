import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hold } from '#server/features/money/ledger/index.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { balanceOf, driftOf, row, setUp, type Row } from '../recharges.fixture.ts'
import { openPayment, openTill, report, stripePaid } from './online.fixture.ts'
import { putAside } from './refund-online.ts'
import { startStandIn, type StandIn } from './stand-in.fixture.ts'

const world = useWorld()
let fake: StandIn
beforeAll(async () => {
  fake = await startStandIn()
})
afterAll(() => fake.close())

test('a refund without an answer is asked for again, or ended by two who looked at the books', async () => {
  const ctx = jobCtx(world().deps, world().tenantId)
  const { finance, second, customer } = await setUp(world())
  const till = await openTill(world(), finance, fake, 'STRIPE')
  const state = async (id: string) => row(await finance.get('/erp/recharge/queryById', { id }))
  const { recharge, no } = await openPayment(world(), customer, till, '60.00')
  expect((await report(world(), till, stripePaid(fake, no))).status).toBe(200)
  const before = await balanceOf(world(), 'EUR')
  // As the verb does, without its job: one of another suite's process would ask another stand-in.
  const unsure = async (minor: bigint) => {
    const paymentId = await inTx(ctx, async (tx) => {
      const made = await sql<{ id: string; customerId: string }>`with asked as (
          update recharge set refunded = refunded + ${minor}::bigint where id = ${recharge.id}
          returning customer_id)
        insert into recharge_payment (tenant_id, recharge_id, kind, amount, channel, out_trade_no,
            refunds_id, state, reason)
          select p.tenant_id, p.recharge_id, 'refund', ${minor}::bigint, p.channel,
            p.out_trade_no, p.id, 'asked', 'back'
          from recharge_payment p, asked where p.recharge_id = ${recharge.id} and p.kind = 'credit'
          returning id, (select customer_id from asked) as customer_id`.execute(tx.db)
      const { id, customerId } = made.rows[0]!
      const account = { kind: 'customer', customerId, currency: 'EUR' } as const
      await hold(tx, { key: `recharge:refund:${id}`, account, minor, what: 'recharge' })
      return id
    })
    await putAside(ctx, paymentId)
    const { records } = (
      await finance.get('/erp/paymentEvent/list', { rechargeId: recharge.id, status: 'aside' })
    ).result as { records: Row[] }
    return records[0]!
  }
  const at = async ({ id }: Row) => row(await finance.get('/erp/paymentEvent/queryById', { id }))
  const decide = async (by: Client, event: Row, made: boolean) =>
    by.put('/erp/paymentEvent/decideRefund', {
      id: event.id,
      version: (await at(event)).version,
      made,
      evidence: 'statement of May 3',
    })
  fake.refunding.as = 'broken'
  const again = { ...(await unsure(1_000n)) }
  const ask = () =>
    finance.put('/erp/paymentEvent/askRefund', { id: again.id, version: again.version })
  expect((await ask()).error).toBe('recharge.providerFailed')
  const settle = { id: again.id, version: again.version, remark: 'x' }
  expect((await finance.put('/erp/paymentEvent/settle', settle)).error).toBe('payment.refundOpen')
  fake.refunding.as = 'made'
  expect(row(await ask()).status).toBe('settled')
  expect(await balanceOf(world(), 'EUR')).toBe(before - 1_000n)

  fake.refunding.as = 'broken'
  const made = await unsure(2_000n)
  expect(row(await decide(finance, made, true))).toMatchObject({
    status: 'aside',
    firstBy: world().username('finance'),
  })
  expect((await decide(finance, made, true)).error).toBe('ledger.secondUser')
  expect(await balanceOf(world(), 'EUR')).toBe(before - 1_000n)
  const ended = await Promise.all([decide(second, made, true), decide(second, made, true)])
  expect(ended.filter(({ success }) => success)).toHaveLength(1)
  expect((await at(made)).status).toBe('settled')
  expect(await balanceOf(world(), 'EUR')).toBe(before - 3_000n)

  const none = await unsure(3_000n)
  row(await decide(finance, none, true))
  // The other one found the opposite: it takes another two.
  expect(row(await decide(second, none, false)).status).toBe('aside')
  row(await decide(finance, none, false))
  expect(await balanceOf(world(), 'EUR')).toBe(before - 3_000n)
  expect(await state(recharge.id)).toMatchObject({ status: 'confirmed', refunded: '30.00' })
  expect(await driftOf(world())).toEqual([])
})
