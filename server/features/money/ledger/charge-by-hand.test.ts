import { expect, test } from 'vitest'
import { charges } from '#contracts/money/charges.ts'
import { useWorld } from '#test/harness.ts'
import { standingsOf } from './index.ts'
import { inLedger, key, newCustomer } from './ledger.fixture.ts'

const world = useWorld()
const of = async (customerId: string) =>
  (await inLedger(world(), (tx) => standingsOf(tx, customerId)))[0]

test('a charge by hand: once per voucher, by those who may, for customers within reach', async () => {
  const finance = await world().as('finance')
  const customerId = await newCustomer(world())
  const charge = (change: object = {}, client = finance, idempotencyKey = key()) =>
    client.post(
      charges.charge.path,
      {
        customerId,
        currency: 'EUR',
        amount: '12.50',
        tradeItem: '9',
        reference: 'DN-1',
        workDone: true,
        ...change,
      },
      { 'idempotency-key': idempotencyKey },
    )
  const first = await charge()
  expect(first.success, first.message).toBe(true)
  expect(first.result).toMatchObject({ balance: '-12.50', available: '-12.50', currency: 'EUR' })
  const again = await charge()
  expect(again.result).toEqual(first.result)
  expect((await charge({ amount: '12.51' })).error).toBe('ledger.eventDiffers')
  expect((await charge({ reference: 'DN-2', workDone: false })).error).toBe('ledger.insufficient')
  const paths = async (change: object) =>
    (((await charge(change)).result as { issues: { path: string }[] }).issues ?? []).map(
      ({ path }) => path,
    )
  expect(await paths({ amount: '0' })).toEqual(['amount'])
  expect(await paths({ amount: '1.005' })).toEqual(['amount'])
  expect(await paths({ currency: 'XXX' })).toEqual(['currency'])
  expect(await paths({ tradeItem: 'gift' })).toEqual(['tradeItem'])
  expect(await paths({ customerId: '999999999' })).toEqual(['customerId'])
  const large = { amount: '1000.01', reference: 'DN-3' }
  await world().db.pool.query(
    `update sys_session set proved_at = now() - interval '20 minutes'
      where token_hash = sha256($1::bytea)`,
    [Buffer.from(finance.token!)],
  )
  expect((await charge(large)).error).toBe('session.stepUp')
  expect((await charge({}, await world().as('customer'))).status).toBe(403)
  expect((await charge({}, await world().as('warehouse'))).status).toBe(403)
  const elsewhere = await charge({}, await world().otherTenantUser())
  expect(elsewhere.success).toBe(false)
  expect(await of(customerId)).toMatchObject({ balance: -1_250n })
})
