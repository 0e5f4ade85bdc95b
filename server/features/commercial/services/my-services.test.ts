import { beforeAll, describe, expect, test } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { myServices } from '#contracts/commercial/services.mine.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { Client, useWorld } from '#test/harness.ts'

const world = useWorld()
let staff: Client
let main: Client
let other: Client
const idOf = async (code: string) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  ).rows[0]!.id
const codesOf = async (client: Client, input: { customerId?: string } = {}) =>
  (await client.call(myServices.list, input)).map(({ code }) => code)
const TARIFF = '/erp/myService/tariff'

beforeAll(async () => {
  staff = await world().as('manager')
  main = await world().as('customer')
  other = await world().as('otherCustomer')
})

async function lines(bytes: Buffer): Promise<string[][]> {
  const found: string[][] = []
  for await (const batch of readSheet(bytes, 'a.xlsx'))
    found.push(...batch.map((row) => [...row.cells]))
  return found
}

describe('services open to me', () => {
  test('with limits, countries and my own mark; another customer’s are not there', async () => {
    const id = await idOf('ECO-PARCEL')
    const { version } = await staff.call(serviceDesk.customers, { id })
    await staff.call(serviceDesk.openTo, {
      id,
      version,
      restricted: true,
      customerIds: [world().customerId],
    })
    const [all] = (await main.call(myServices.list, {})).filter((one) => one.id === id)
    expect(all).toMatchObject({ code: 'ECO-PARCEL', favourite: false })
    expect(all!.countries).toContain('DE')
    expect(all!.limits).toContainEqual({ validType: '1', min: '0.001', max: '31.5' })
    expect(await codesOf(other)).not.toContain('ECO-PARCEL')
    expect((await other.get(TARIFF, { id, format: 'xlsx' })).code).toBe(404)
    expect((await other.put('/erp/myService/favourite', { id, on: true })).code).toBe(404)

    await main.call(myServices.favourite, { id, on: true })
    await main.call(myServices.favourite, { id, on: true })
    expect((await codesOf(main))[0]).toBe('ECO-PARCEL')
    // A mark is one user's.
    const sub = await world().as('sub')
    expect((await sub.call(myServices.list, {})).find((one) => one.id === id)?.favourite).toBe(
      false,
    )
    await main.call(myServices.favourite, { id, on: false })
    expect((await main.call(myServices.list, {})).some(({ favourite }) => favourite)).toBe(false)

    // Staff see what a customer of theirs sees; customers only their own.
    expect(await codesOf(staff, { customerId: world().otherCustomerId })).not.toContain(
      'ECO-PARCEL',
    )
    expect(await codesOf(staff, { customerId: world().customerId })).toContain('ECO-PARCEL')
    expect(
      (await main.get('/erp/myService/list', { customerId: world().otherCustomerId })).success,
    ).toBe(false)
    const foreign = await world().otherTenantUser()
    expect(
      (await foreign.get('/erp/myService/list', { customerId: world().customerId })).success,
    ).toBe(false)
    expect((await (await world().as('warehouse')).get('/erp/myService/list')).code).toBe(403)
  })

  test('to a sub-account only those allowed to it', async () => {
    const express = await idOf('EXP-AIR')
    const made = await main.call(subAccounts.add, {
      username: `mine-${world().tenantId}`,
      realname: 'Mine',
      password: 'Green-Lantern-77!',
      perms: (await main.call(subAccounts.choices, {})).perms.map(({ code }) => code),
      ...({ allowedServices: express } as Record<string, unknown>),
    })
    const answer = await world().anonymous.post('/sys/login', {
      username: made.account.username,
      password: 'Green-Lantern-77!',
    })
    const sub = new Client(world().base, (answer.result as { token: string }).token)
    expect(await codesOf(sub)).toEqual(['EXP-AIR'])
    const id = await idOf('ECO-PARCEL')
    expect((await sub.get(TARIFF, { id, format: 'xlsx' })).code).toBe(404)
    expect((await sub.get(TARIFF, { id: express, format: 'pdf' })).status).toBe(200)
    const options = await sub.get('/erp/deliveryService/options')
    expect((options.result as { value: string }[]).map(({ value }) => value)).toEqual([express])
  })
})

describe('my tariff', () => {
  test('has my own prices as the calculator quotes them, and never what we pay', async () => {
    const id = await idOf('EU-STD')
    const made = await staff.post('/erp/fee/add', {
      code: 'MINE-1',
      name: 'Mine',
      currency: 'EUR',
      stepMode: 'A',
      serviceId: id,
      validFrom: '2024-01-01',
    })
    const { id: feeId } = made.result as { id: string }
    const draft = await staff.call(feePrices.clone, { feeId })
    const sheet = await staff.call(feePrices.sheet, { feeId })
    const saved = await staff.call(feePrices.save, {
      id: draft.id,
      version: sheet.current!.version,
      zones: sheet.zones.map((zone) => zone.id),
      rows: [
        {
          upTo: '40',
          step: null,
          prices: sheet.zones.map((_, at) => `${9 + at}.42`),
          seconds: sheet.zones.map(() => null),
        },
      ],
    })
    await staff.call(feePrices.activate, { id: draft.id, version: saved.version })
    await staff.call(feePrices.assign, { id: feeId, customerIds: [world().customerId] })

    const file = await main.get(TARIFF, { id, format: 'xlsx' })
    const [head, first] = await lines(file.bytes)
    const quoted = await main.call(simulator.simulate, {
      serviceCode: 'EU-STD',
      country: 'DE',
      postalCode: '94579',
      parcels: [{ weightKg: '3' }],
    })
    expect(quoted.cost).toBeUndefined()
    expect(first![head!.indexOf(quoted.partition.code)]).toBe(quoted.lines[0]!.amount)
    const theirs = await lines((await other.get(TARIFF, { id, format: 'xlsx' })).bytes)
    expect(theirs[1]).not.toEqual(first)
    const sent = await staff.get(TARIFF, { id, format: 'xlsx', customerId: world().customerId })
    expect((await lines(sent.bytes))[1]).toEqual(first)

    const pdf = await main.get(TARIFF, { id, format: 'pdf' })
    expect(pdf.headers.get('content-type')).toContain('application/pdf')
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await (await world().as('service')).get(TARIFF, { id, format: 'pdf' })).code).toBe(403)
  })
})
