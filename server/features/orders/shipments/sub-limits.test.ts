import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { subAccounts, type SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { capIssue, leftOf, type SpendCap } from '#server/features/platform/users/index.ts'
import { Client, useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft } from '#test/orders.ts'

const world = useWorld()
let main: Client
let count = 0
beforeAll(async () => {
  main = await world().as('customer')
})

const query = async <T>(text: string, values: unknown[]) =>
  (await world().db.pool.query(text, values)).rows as T[]
const service = async (code: string) =>
  (
    await query<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  )[0]!.id
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path} ${code}`,
  )
const rowsOf = (answer: { result: unknown }) =>
  (answer.result as { rows: { ok: boolean; code: string | null; message: string | null }[] }).rows

async function subWith(
  locked: Record<string, unknown>,
): Promise<{ client: Client; account: SubAccountRow }> {
  const made = await main.call(subAccounts.add, {
    username: `lim${++count}-${world().tenantId}`,
    realname: `Lim ${count}`,
    password: 'Green-Lantern-77!',
    perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
    ...locked,
  })
  const answer = await world().anonymous.post('/sys/login', {
    username: made.account.username,
    password: 'Green-Lantern-77!',
  })
  return {
    client: new Client(world().base, (answer.result as { token: string }).token),
    account: made.account,
  }
}
const change = async (account: SubAccountRow, locked: Record<string, unknown>) => {
  const { id, version, realname } = await main.call(subAccounts.queryById, { id: account.id })
  return main.call(subAccounts.edit, { id, version, realname, ...locked })
}
const used = async (account: SubAccountRow) =>
  (await main.call(subAccounts.queryById, { id: account.id })).spendUsed

describe('a sub-account held to services and depots', () => {
  test('is offered only those, and refused others wherever an order passes', async () => {
    const [eco, express, fra] = [
      await service('ECO-PARCEL'),
      await service('EXP-AIR'),
      await world().depotId('FRA1'),
    ]
    const { client, account } = await subWith({ allowedServices: eco, allowedDepots: fra })
    const choices = await client.call(shipments.choices, {})
    expect([
      choices.services.map((one) => one.value),
      choices.depots.map((one) => one.value),
      choices.limit,
    ]).toEqual([[eco], [fra], null])
    expect(choices.depots[0]!.address).toMatch(/^[^·]+ · Frankfurt am Main · DE$/)
    const everything = await main.call(shipments.choices, {})
    expect([
      everything.services.length > 1,
      everything.depots.length > 1,
      everything.limit,
    ]).toEqual([true, true, null])
    const elsewhere = everything.depots.find((one) => one.value !== fra)!.value

    expect(
      issues(
        await client.post(
          '/erp/shipment/add',
          await orderDraft(world(), { serviceId: express, depotId: elsewhere }),
        ),
      ),
    ).toEqual(['serviceId service.notAllowed', 'depotId depot.notAllowed'])
    client.lang = 'zh_CN'
    expect(
      JSON.stringify(
        (await client.post('/erp/shipment/add', await orderDraft(world(), { serviceId: express })))
          .result,
      ),
    ).toContain('您的账号不能使用服务 EXP-AIR')
    const made = await makeOrder(world(), client)
    expect(
      issues(
        await client.put('/erp/shipment/edit', {
          ...(await orderDraft(world(), { reference: made.reference, serviceId: express })),
          id: made.id,
          version: made.version,
        }),
      ),
    ).toEqual(['serviceId service.notAllowed'])
    expect(
      (
        await client.call(shipments.quote, await orderDraft(world(), { serviceId: express }))
      ).issues.map(({ code }) => code),
    ).toEqual(['service.notAllowed'])
    expect((await client.call(shipments.confirm, { ids: [made.id] })).done).toBe(1)

    // Narrowed since: what was written by then goes no further.
    const second = await makeOrder(world(), client)
    await change(account, { allowedServices: express })
    expect(rowsOf(await client.put('/erp/shipment/confirm', { ids: [second.id] }))).toMatchObject([
      { ok: false, code: 'service.notAllowed' },
    ])
    expect(await client.post('/erp/label/print', { ids: [made.id] })).toMatchObject({
      success: false,
      error: 'label.serviceNotAllowed',
      message: expect.stringContaining(made.serialNumber) as string,
    })
    await change(account, { allowedServices: eco, allowedDepots: elsewhere })
    expect(rowsOf(await client.put('/erp/shipment/confirm', { ids: [second.id] }))).toMatchObject([
      { code: 'depot.notAllowed' },
    ])
    expect((await client.post('/erp/label/print', { ids: [made.id] })).error).toBe(
      'label.depotNotAllowed',
    )
    expect(
      (await main.post('/erp/label/print', { ids: [made.id] })).status,
      'its main account is free to',
    ).toBe(200)
  })

  test('gets nothing that is not open to its customer', async () => {
    const express = await service('EXP-AIR')
    await query(
      'insert into service_customer (tenant_id, service_id, customer_id) values ($1, $2, $3)',
      [world().tenantId, express, world().otherCustomerId],
    )
    try {
      expect(
        (await main.call(subAccounts.choices, {})).services.map(({ value }) => value),
      ).not.toContain(express)
      expect(
        (await main.call(shipments.choices, {})).services.map(({ value }) => value),
      ).not.toContain(express)
      expect(
        issues(
          await main.post('/erp/user/sub/add', {
            username: `beyond-${world().tenantId}`,
            realname: 'B',
            allowedServices: express,
          }),
        ),
      ).toEqual(['allowedServices field.ref'])
    } finally {
      await query('delete from service_customer where tenant_id = $1 and service_id = $2', [
        world().tenantId,
        express,
      ])
    }
  })
})

describe('a spend cap', () => {
  test('lets orders through to the last cent, also when they are confirmed at once', async () => {
    const { client, account } = await subWith({})
    const orders = await Promise.all(Array.from({ length: 8 }, () => makeOrder(world(), client)))
    const cents = Math.round(Number(orders[0]!.amount) * 100)
    await change(account, { spendCap: ((cents * 3) / 100).toFixed(2), spendCurrency: 'EUR' })
    const answers = await Promise.all(
      orders.map((order) => client.put('/erp/shipment/confirm', { ids: [order.id] })),
    )
    const rows = answers.flatMap(rowsOf)
    expect(rows.filter((row) => row.ok)).toHaveLength(3)
    expect(new Set(rows.filter((row) => !row.ok).map((row) => row.code))).toEqual(
      new Set(['spendCap.over']),
    )
    expect(await used(account)).toBe(((cents * 3) / 100).toFixed(2))
    expect((await client.call(shipments.choices, {})).limit).toEqual({
      cap: ((cents * 3) / 100).toFixed(2),
      used: ((cents * 3) / 100).toFixed(2),
      left: '0.00',
      currency: 'EUR',
      period: 'all',
    })
    expect(issues(await client.post('/erp/shipment/add', await orderDraft(world())))).toEqual([
      'amount spendCap.over',
    ])
    expect(await client.call(shipments.quote, await orderDraft(world()))).toMatchObject({
      quote: { total: orders[0]!.amount },
      issues: [{ code: 'spendCap.over' }],
    })

    // What is taken back or cancelled costs nothing.
    const [first, second] = orders.filter((_, at) => rows[at]!.ok)
    await client.put('/erp/shipment/withdraw', { ids: [first!.id] })
    await client.put('/erp/shipment/cancel', { ids: [second!.id] })
    expect(await used(account)).toBe((cents / 100).toFixed(2))
    const waiting = orders.filter((_, at) => !rows[at]!.ok)
    expect(
      rowsOf(
        await client.put('/erp/shipment/confirm', { ids: waiting.map((order) => order.id) }),
      ).map((row) => row.ok),
    ).toEqual([true, true, false, false, false])
    // The main account may go beyond it on purpose; it counts.
    expect(
      rowsOf(await main.put('/erp/shipment/confirm', { ids: [waiting[4]!.id] })),
    ).toMatchObject([{ ok: true }])
    expect(await used(account)).toBe(((cents * 4) / 100).toFixed(2))
    expect((await client.call(shipments.choices, {})).limit?.left).toBe('0.00')
  })

  test('of a month forgets the months before', async () => {
    const { client, account } = await subWith({})
    const made = await makeOrder(world(), client, { confirm: true })
    await change(account, { spendCap: made.amount, spendCurrency: 'EUR', spendPeriod: 'month' })
    expect(await used(account)).toBe(made.amount)
    await query(
      `update shipment set confirm_time = date_trunc('month', now(), 'UTC') - interval '1 second'
        where id = $1`,
      [made.id],
    )
    expect(await used(account)).toBe('0.00')
    await makeOrder(world(), client, { confirm: true })
    await change(account, { spendPeriod: 'all' })
    expect(await used(account)).toBe((Number(made.amount) * 2).toFixed(2))
  })

  test('in another currency lets nothing through', async () => {
    const { client, account } = await subWith({})
    const made = await makeOrder(world(), client)
    await change(account, { spendCap: '1000', spendCurrency: 'USD' })
    expect(rowsOf(await client.put('/erp/shipment/confirm', { ids: [made.id] }))).toMatchObject([
      { code: 'spendCap.currency' },
    ])
    expect((await client.call(shipments.queryById, { id: made.id })).shipmentStatus).toBe(
      PARCEL.DRAFT,
    )
  })

  test('is never exceeded by what it lets through, and stops only what does not fit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n),
        fc.array(fc.bigInt(0n, 10n ** 11n), { maxLength: 40 }),
        (amount, costs) => {
          const cap: SpendCap = { amount, spent: 0n, currency: 'EUR', period: 'all' }
          for (const cost of costs) {
            const refused = capIssue(cap, { amount: cost, currency: 'EUR' })
            if (refused) expect(cost > leftOf(cap)).toBe(true)
            else cap.spent += cost
            expect(cap.spent <= cap.amount).toBe(true)
            expect(leftOf(cap) + cap.spent).toBe(cap.amount)
          }
        },
      ),
    )
  })
})
