import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { charges } from '#contracts/money/charges.ts'
import type { Refusal } from '#server/kit/http/errors.ts'
import { approveChanges } from '#server/features/money/recharges/recharges.fixture.ts'
import { PASSWORD, useWorld } from '#test/harness.ts'
import { exchange, standingsOf } from './index.ts'
import { charge, inLedger, key, newCustomer, recharge } from './ledger.fixture.ts'

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
  expect(first.result).toMatchObject({
    total: '12.50',
    balance: '-12.50',
    available: '-12.50',
    currency: 'EUR',
  })
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
  // Below the limit of one user, and above it together: of the same day and customer.
  const split = (reference: string, by = finance) => charge({ amount: '600', reference }, by)
  expect((await split('DN-4')).success).toBe(true)
  expect((await split('DN-4')).success).toBe(true)
  expect((await split('DN-5')).error).toBe('charge.needsTwo')
  expect((await split('DN-5', await world().as('tenantAdmin'))).success).toBe(true)
  expect(await of(customerId)).toMatchObject({ balance: -121_250n })
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
  expect(await of(customerId)).toMatchObject({ balance: -121_250n })
})

test('trades stand in the order they were posted in, not in that their transactions began in', async () => {
  const id = await newCustomer(world())
  const [begun, posted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = inLedger(world(), async (tx) => {
    await sql`select 1`.execute(tx.db)
    begun.resolve()
    await posted.promise
    await charge(tx, id, 30n, 'workDone')
  })
  await begun.promise
  await inLedger(world(), (tx) => recharge(tx, id, 100n))
  posted.resolve()
  await first
  const { rows } = await world().db.pool.query<{ balance: string }>(
    'select balance from trade where tenant_id = $1 and customer_id = $2 order by create_time, id',
    [world().tenantId, id],
  )
  expect(rows.map(({ balance }) => balance)).toEqual(['100', '70'])
})

test('an account comes to no more than amounts can be: refused with the field, nothing written', async () => {
  const id = await newCustomer(world())
  const most = 10n ** 18n
  const debt = (minor: bigint) => inLedger(world(), (tx) => charge(tx, id, minor, 'workDone'))
  const refused = async (work: Promise<unknown>) =>
    ((await work.catch((error: unknown) => error)) as Refusal).issues.map(({ path }) => path)
  await debt(most)
  expect(await refused(debt(1n))).toEqual(['amount'])
  expect(await refused(debt(most + 1n))).toEqual(['amount'])
  expect(await of(id)).toMatchObject({ balance: -most })
  await inLedger(world(), (tx) => recharge(tx, id, 100n))
  const rate = { key: key(), customerId: id, rate: '9999999999', rateOn: '2026-11-20' }
  const wish = { ...rate, from: { minor: most, currency: 'EUR' }, to: 'JPY' }
  expect(await refused(inLedger(world(), (tx) => exchange(tx, wish)))).toEqual(['amount'])
})

test.each([
  ['EUR', '600', '600.00', '400.01'],
  ['JPY', '150000', '150000', '1'],
  ['KWD', '300.125', '300.125', '0.001'],
])(
  'the preview in %s names what is posted, and whether one user may do so',
  async (currency, amount, total, more) => {
    const finance = await world().as('finance')
    const admin = await world().as('tenantAdmin')
    await admin.post('/sys/stepUp', { password: PASSWORD })
    const limits = [
      { currency: 'EUR', amount: '1000' },
      { currency: 'JPY', amount: '150000' },
      { currency: 'KWD', amount: '300.125' },
    ]
    expect((await admin.put('/erp/recharge/limits', { limits })).success).toBe(true)
    await approveChanges(finance, 'limits')
    const customerId = await newCustomer(world())
    const asked = { customerId, currency, tradeItem: '9' }
    const first = await finance.call(charges.preview, { ...asked, amount })
    expect(first).toMatchObject({ total, needsTwo: false, currency })
    expect(first.lines).toMatchObject([{ tradeItem: '9', amount: total }])
    expect(await of(customerId)).toBeUndefined()
    const post = (reference: string, part: string) =>
      finance.post(
        charges.charge.path,
        { ...asked, amount: part, reference, workDone: true },
        { 'idempotency-key': key() },
      )
    expect((await post('P-1', amount)).success).toBe(true)
    expect(await finance.call(charges.preview, { ...asked, amount: more })).toMatchObject({
      needsTwo: true,
      available: `-${total}`,
    })
    expect((await post('P-2', more)).error).toBe('charge.needsTwo')
    expect(await admin.call(charges.preview, { ...asked, amount: more })).toMatchObject({
      needsTwo: false,
    })
    const customer = await world().as('customer')
    expect((await customer.get(charges.preview.path, { ...asked, amount })).status).toBe(403)
  },
)
