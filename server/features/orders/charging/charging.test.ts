import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { charging } from '#contracts/orders/charging.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { useWorld } from '#test/harness.ts'
import { kindDraft, parcel } from '#test/orders.ts'
import {
  openOutBatch,
  outBatches,
  outboundScan,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { inCharging, minorOf } from './charging.fixture.ts'

const world = useWorld()
const {
  charges,
  confirm,
  credit,
  customer,
  detail,
  drift,
  order,
  print,
  query,
  service,
  standing,
  switchOn,
  trades,
  verb,
} = inCharging(world)

beforeAll(async () => {
  await switchOn([{ currency: 'EUR', amount: '0.50' }])
  await service('ECO-PARCEL', '1')
})

describe('a service that charges at the label', () => {
  test.each([
    ['EUR', 'ECO-PARCEL'],
    ['JPY', 'EU-STD'],
    ['KWD', 'EXP-AIR'],
  ])(
    'holds the price in %s at confirming and charges it with the label, once',
    async (currency, code) => {
      const serviceId = await service(code, '1', currency)
      const who = await customer(10_000_000n, currency)
      const made = await order(who, { serviceId, parcels: [parcel(), parcel({ weightKg: '3.7' })] })
      expect(await confirm([made.id])).toMatchObject([{ ok: true }])
      const { amount } = await detail(made)
      const price = minorOf(amount)
      expect(price).toBeGreaterThan(0n)
      expect(await standing(who)).toEqual({ balance: 10_000_000n, held: price })
      expect((await charges(made)).map(({ state }) => state)).toEqual(['held', 'held'])

      expect((await print([made.id])).status).toBe(200)
      expect(await standing(who)).toEqual({ balance: 10_000_000n - price, held: 0n })
      expect((await print([made.id], { reason: 'again' })).status).toBe(200)
      expect(await standing(who)).toEqual({ balance: 10_000_000n - price, held: 0n })

      const lines = await trades(made)
      expect(lines.reduce((sum, { money }) => sum + BigInt(money), 0n)).toBe(-price)
      const { quote } = await detail(made)
      for (const { tradeItem, amount: whole } of quote!.lines)
        expect(
          lines
            .filter((one) => one.trade_item === tradeItem)
            .reduce((sum, { money }) => sum - BigInt(money), 0n),
        ).toBe(
          quote!.lines
            .filter((one) => one.tradeItem === tradeItem)
            .reduce((sum, one) => sum + minorOf(one.amount), 0n) || minorOf(whole),
        )
      expect(new Set(lines.map(({ parcel_no: no }) => no))).toEqual(
        new Set(made.parcels.map(({ serialNumber }) => serialNumber)),
      )
      expect(lines.every((one) => one.price_version_id !== null && one.explanation !== null)).toBe(
        true,
      )
      expect(lines.every((one) => one.create_by === world().username('manager'))).toBe(true)
    },
  )

  test('names what is available and what is needed, in the language of the caller', async () => {
    const who = await customer(100n)
    const made = await order(who)
    const [row] = await confirm([made.id])
    expect(row).toMatchObject({ ok: false, code: 'ledger.insufficient' })
    expect(row!.message).toContain(`1.00 EUR`)
    expect(row!.message).toContain(`${made.amount} EUR`)
    const chinese = Object.assign(await world().as('manager'), { lang: 'zh_CN' })
    try {
      expect((await confirm([made.id], chinese))[0]!.message).toContain('余额不足')
    } finally {
      chinese.lang = 'en_US'
    }
    // Nothing of it remains: no number, no hold, no state.
    expect(await detail(made)).toMatchObject({ shipmentStatus: PARCEL.DRAFT, confirmTime: null })
    expect(await charges(made)).toEqual([])
    expect(await standing(who)).toEqual({ balance: 100n, held: 0n })
  })

  test('uses credit only where the service advances it', async () => {
    const who = await customer()
    await credit(who, 10_000n, 'customer')
    const made = await order(who)
    expect(await confirm([made.id])).toMatchObject([{ code: 'ledger.insufficient' }])
    await service('ECO-PARCEL', '1', 'EUR', true)
    expect(await confirm([made.id])).toMatchObject([{ ok: true }])
    await service('ECO-PARCEL', '1')
    expect((await print([made.id])).status).toBe(200)
    expect(await standing(who)).toEqual({ balance: -minorOf(made.amount), held: 0n })
  })

  test.each([undefined, 'with a key'])(
    'is refused order by order in a bulk call (%s)',
    async (key) => {
      const who = await customer()
      const orders = await Promise.all(Array.from({ length: 4 }, () => order(who)))
      const price = minorOf(orders[0]!.amount)
      const rich = await customer(price * 2n + price / 2n)
      const ids = []
      for (let at = 0; at < 4; at++) ids.push((await order(rich)).id)
      const rows = await confirm(ids, undefined, key && randomUUID())
      expect(rows.map(({ code }) => code)).toEqual([
        null,
        null,
        'ledger.insufficient',
        'ledger.insufficient',
      ])
      expect(await standing(rich)).toEqual({ balance: price * 2n + price / 2n, held: price * 2n })
    },
  )

  test.each([false, true])('fifty at once end at the limit (with keys: %s)', async (keys) => {
    const sample = await order(await customer())
    const price = minorOf(sample.amount)
    const who = await customer(price * 20n)
    const ids: string[] = []
    for (let at = 0; at < 5; at++)
      ids.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => order(who)))).map(({ id }) => id),
      )
    const rows = (
      await Promise.all(ids.map((id) => confirm([id], undefined, keys ? randomUUID() : undefined)))
    ).flat()
    expect(rows.filter(({ ok }) => ok)).toHaveLength(20)
    expect(new Set(rows.filter(({ ok }) => !ok).map(({ code }) => code))).toEqual(
      new Set(['ledger.insufficient']),
    )
    expect(await standing(who)).toEqual({ balance: price * 20n, held: price * 20n })
    const done = ids.filter((_, at) => rows[at]!.ok)
    const printed = done.slice(0, 4)
    await Promise.all([...printed, ...printed].map((id) => print([id], { reason: 'x' })))
    expect(await standing(who)).toEqual({ balance: price * 16n, held: price * 16n })
  })

  test('cancelling or withdrawing before the label frees the money; confirming holds it again', async () => {
    const who = await customer(100_000n)
    const made = await order(who)
    const price = minorOf(made.amount)
    await confirm([made.id])
    await verb('withdraw', [made.id])
    expect(await standing(who)).toEqual({ balance: 100_000n, held: 0n })
    await confirm([made.id])
    expect(await standing(who)).toEqual({ balance: 100_000n, held: price })
    await verb('cancel', [made.id])
    expect(await standing(who)).toEqual({ balance: 100_000n, held: 0n })
    expect((await charges(made)).map(({ state }) => state)).toEqual(['released', 'released'])
  })

  test('revoking gives all of it back while the parcel was never received', async () => {
    const who = await customer(100_000n)
    const made = await order(who)
    await confirm([made.id])
    await print([made.id])
    await verb('cancel', [made.id])
    expect(await standing(who)).toEqual({ balance: 100_000n, held: 0n })
    expect(await charges(made)).toMatchObject([
      { state: 'refunded', refunded: made.amount, handlingFee: '0.00' },
    ])
    expect(new Set((await trades(made)).map(({ trade_type: type }) => type))).toEqual(
      new Set(['charge', 'refund']),
    )
  })

  test('revoking keeps the handling fee once the parcel was received', async () => {
    const who = await customer(100_000n)
    const made = await order(who)
    await confirm([made.id])
    await print([made.id])
    const warehouse = await world().as('warehouse')
    const { parcels } = await detail(made)
    expect(await warehouse.post('/erp/intoParcel/scan', { no: parcels[0]!.trackNo })).toMatchObject(
      {
        code: 200,
      },
    )
    expect(await verb('revoke', [made.id], { reason: 'back' })).toMatchObject([{ ok: true }])
    expect(await standing(who)).toEqual({ balance: 100_000n - 50n, held: 0n })
    expect(await charges(made)).toMatchObject([{ state: 'refunded', handlingFee: '0.50' }])
  })

  test('a split or merge, another service or another price holds what the orders cost then', async () => {
    const who = await customer(100_000n)
    const staff = await world().as('manager')
    const { id } = (
      await staff.post(
        '/erp/shipment/add',
        await kindDraft(world(), 'B2B', { customerId: who, parcels: [parcel(), parcel()] }),
      )
    ).result as { id: string }
    const made = { id }
    expect(await confirm([made.id])).toMatchObject([{ ok: true }])
    const { version, parcels } = await detail(made)
    const { order: rest, added } = await staff.call(shipments.split, {
      id: made.id,
      version,
      parcelIds: [parcels[1]!.id],
    })
    expect((await standing(who)).held).toBe(minorOf(rest.amount) + minorOf(added.amount))
    await staff.call(shipments.merge, { id: made.id, version: rest.version, ids: [added.id] })
    expect((await standing(who)).held).toBe(minorOf((await detail(made)).amount))
    const to = await service('EU-STD', '1')
    const shown = (
      await staff.post('/erp/shipment/previewService', { ids: [made.id], serviceId: to })
    ).result as { rows: { id: string; key: string }[] }
    expect(
      await verb('changeService', [made.id], {
        serviceId: to,
        keys: { [made.id]: shown.rows[0]!.key },
      }),
    ).toMatchObject([{ ok: true }])
    expect((await standing(who)).held).toBe(minorOf((await detail(made)).amount))
    expect((await print([made.id])).status).toBe(200)
    expect(await standing(who)).toEqual({
      balance: 100_000n - minorOf((await detail(made)).amount),
      held: 0n,
    })
  })
})

describe('who pays by the month, and who pays nothing', () => {
  const outbound = async (...orders: { id: string }[]) => {
    const warehouse = await world().as('warehouse')
    const staff = await world().as('manager')
    const { id } = await openOutBatch(world())
    for (const made of orders)
      for (const { trackNo } of (await detail(made)).parcels) {
        await warehouse.post('/erp/intoParcel/scan', { no: trackNo, weightKg: '4.5' })
        expect(await outboundScan(staff, id, trackNo!)).toMatchObject({ code: 200 })
      }
    return { id, ship: () => staff.call(outBatches.close, { id }) }
  }

  test('credit is kept at confirming, and what is owed is posted when the parcel leaves', async () => {
    await service('ECO-PARCEL', '4')
    const who = await customer()
    const made = await order(who)
    const price = minorOf(made.amount)
    expect(await confirm([made.id])).toMatchObject([{ code: 'ledger.insufficient' }])
    await credit(who, price)
    expect(await confirm([made.id])).toMatchObject([{ ok: true }])
    expect(await confirm([(await order(who)).id])).toMatchObject([{ code: 'ledger.insufficient' }])
    await print([made.id])
    expect(await standing(who, 'receivable')).toEqual({ balance: 0n, held: price })
    await (await outbound(made)).ship()
    // What it costs as measured: more than was held.
    const measured = minorOf((await detail(made)).amount)
    expect(measured).toBeGreaterThan(price)
    expect(await standing(who, 'receivable')).toEqual({ balance: -measured, held: 0n })
    expect((await trades(made)).every((one) => one.payment_type === 'monthly')).toBe(true)
    expect(await confirm([(await order(who)).id])).toMatchObject([{ code: 'ledger.insufficient' }])
  })

  test('a free service posts nothing but the list price', async () => {
    await service('ECO-PARCEL', '5')
    const who = await customer()
    const made = await order(who)
    expect(await confirm([made.id])).toMatchObject([{ ok: true }])
    await print([made.id])
    expect(await trades(made)).toEqual([])
    await (await outbound(made)).ship()
    const lines = await trades(made)
    expect(lines.map(({ money }) => money)).toEqual(lines.map(() => '0'))
    expect(lines.reduce((sum, one) => sum + BigInt(one.list_price!), 0n)).toBe(
      minorOf((await detail(made)).amount),
    )
    expect(await standing(who)).toEqual({ balance: 0n, held: 0n })
  })

  test.each(['EUR', 'JPY', 'KWD'])(
    'at outbound a batch in %s leaves without what is not paid, which is listed',
    async (currency) => {
      await service('ECO-PARCEL', '3', currency)
      const [rich, poor] = [await customer(10_000_000n, currency), await customer(1n, currency)]
      const [paid, unpaid] = [await order(rich), await order(poor)]
      expect(await confirm([paid.id, unpaid.id])).toMatchObject([{ ok: true }, { ok: true }])
      await print([paid.id, unpaid.id])
      expect(await standing(rich)).toEqual({ balance: 10_000_000n, held: 0n })
      const { id: batchId, ship } = await outbound(paid, unpaid)
      // Asked before, it is answered the same and nothing is charged.
      const before = await (await world().as('manager')).call(outBatches.debtors, { id: batchId })
      expect(await standing(rich)).toEqual({ balance: 10_000_000n, held: 0n })
      const { debtors, pieces, status } = await ship()
      expect(before).toEqual(debtors)
      expect([status, pieces]).toEqual(['1', 1])
      const needed = (await detail(unpaid)).amount!
      expect(debtors).toMatchObject([{ serialNumber: unpaid.parcels[0]!.serialNumber }])
      expect(debtors![0]!.message).toContain(`${needed} ${currency}`)
      const price = minorOf((await detail(paid)).amount)
      expect(await standing(rich)).toEqual({ balance: 10_000_000n - price, held: 0n })
      expect(await standing(poor)).toEqual({ balance: 1n, held: 0n })
      expect((await detail(unpaid)).parcels[0]!.parcelStatus).toBe(PARCEL.RECEIVED)
      await inLedger(world(), (tx) => recharge(tx, poor, minorOf(needed), currency))
      expect((await (await outbound(unpaid)).ship()).debtors).toBeUndefined()
      expect(await standing(poor)).toEqual({ balance: 1n, held: 0n })
    },
  )

  test('batches that close at once never take more than there is', async () => {
    await service('ECO-PARCEL', '3')
    const who = await customer()
    const batches = []
    for (let at = 0; at < 5; at++) {
      const made = await order(who)
      await confirm([made.id])
      await print([made.id])
      batches.push({ made, batch: await outbound(made) })
    }
    const price = minorOf((await detail(batches[0]!.made)).amount)
    await inLedger(world(), (tx) => recharge(tx, who, price * 2n + 1n))
    const answers = await Promise.all(batches.map(({ batch }) => batch.ship()))
    expect(answers.filter(({ closedAt }) => closedAt !== null)).toHaveLength(2)
    expect(answers.filter(({ debtors }) => debtors?.length === 1)).toHaveLength(3)
    expect(await standing(who)).toEqual({ balance: 1n, held: 0n })
  })

  test('all accounts agree with their entries, and holds with what is held for parcels', async () => {
    expect(await drift()).toEqual({ drift: [], same: true })
  })
})

describe('the setting', () => {
  test('is entered by finance, once its moment has come it stays, and is on record', async () => {
    const finance = await world().as('finance')
    for (const role of ['customer', 'warehouse', 'sales'] as const)
      expect((await (await world().as(role)).get('/erp/charging/setting')).status).toBe(403)
    const set = await finance.call(charging.setting, {})
    const put = (body: object) => finance.put('/erp/charging/setting', { ...set, ...body })
    expect(await put({ chargingFrom: null })).toMatchObject({ error: 'charge.begun' })
    expect(await put({ version: 0 })).toMatchObject({ error: 'row.stale' })
    expect(
      (await put({ handlingFees: [{ currency: 'JPY', amount: '1.5' }] })).result,
    ).toMatchObject({ issues: [{ path: 'handlingFees.0.amount', code: 'field.moneyDecimals' }] })
    expect(await put({ handlingFees: [{ currency: 'KWD', amount: '1.005' }] })).toMatchObject({
      result: { handlingFees: [{ currency: 'KWD', amount: '1.005' }] },
    })
    const logged = await query(
      `select 1 from data_log where tenant_id = $1 and table_name = 'charging_setting'`,
      [world().tenantId],
    )
    expect(logged.length).toBeGreaterThan(1)
    const elsewhere = await world().otherTenantUser()
    expect(await elsewhere.call(charging.setting, {})).toMatchObject({ chargingFrom: null })
  })

  test('what was charged is seen by those who see the order and its price', async () => {
    await service('ECO-PARCEL', '1')
    await inLedger(world(), (tx) => recharge(tx, world().customerId, 100_000n))
    const made = await order(world().customerId)
    expect(await confirm([made.id])).toMatchObject([{ ok: true }])
    for (const client of [
      await world().as('otherCustomer'),
      await world().as('sub'),
      await world().otherTenantUser(),
    ])
      expect((await client.get('/erp/charging/ofOrder', { shipmentId: made.id })).success).toBe(
        false,
      )
    expect(await charges(made, await world().as('customer'))).toMatchObject([{ state: 'held' }])
    // Who quotes sees what was held, and never what we pay.
    const [seen] = await charges(made, await world().as('service'))
    expect(seen).toMatchObject({ state: 'held' })
    expect(seen).not.toHaveProperty('cost')
    // Without a permission on prices no amount is shown.
    const role = await createRole(world(), 'tenant', ['ship:b2c:list'])
    const plain = await (await createUser(world(), [role], {})).client()
    expect(await charges(made, plain)).toEqual([])
  })
})
