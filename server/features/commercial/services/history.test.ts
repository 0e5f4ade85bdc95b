import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let staff: Client
let id: string
let feeId: string
const newest = async (client = staff) => (await client.call(serviceDesk.history, { id })).lines[0]!

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await world().db.pool.query<{ id: string; fee: string }>(
    `select id, fee_id as fee from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  id = found.rows[0]!.id
  feeId = found.rows[0]!.fee
})

describe('the history of a service', () => {
  test('has its own changes and those of its parts by field, with who and when', async () => {
    const row = await staff.call(deliveryServices.endpoints.queryById, { id })
    await staff.put('/erp/deliveryService/edit', { ...row, thWeightRatio: 6000, wholeCm: false })
    expect(await newest()).toMatchObject({
      part: expect.stringMatching(/service/i) as string,
      action: 'edit',
      who: expect.any(String) as string,
      fields: expect.arrayContaining([
        { label: 'Volumetric divisor', before: '5000', after: '6000' },
        { label: 'Sides in whole cm', before: 'Yes', after: 'No' },
      ]) as object[],
    })
    const rule = (
      await staff.post('/erp/serviceRule/add', { serviceId: id, validType: '3', maxValue: '300' })
    ).result as { id: string }
    expect(await newest()).toMatchObject({ action: 'add' })
    expect((await newest()).fields).toContainEqual(
      expect.objectContaining({ before: null, after: 'Girth L+2×(W+H) (cm)' }),
    )
    await staff.delete('/erp/serviceRule/delete', { id: rule.id })
    // Gone, and still part of the past.
    expect(await newest()).toMatchObject({ action: 'delete' })
    const { version } = await staff.call(serviceDesk.customers, { id })
    await staff.call(serviceDesk.openTo, {
      id,
      version,
      restricted: true,
      customerIds: [world().customerId],
    })
    expect((await newest()).fields).toContainEqual({
      label: 'Customers',
      before: null,
      after: 'C001',
    })
    staff.lang = 'zh_CN'
    expect((await newest()).fields.map(({ label }) => label)).toContain('客户')
    staff.lang = 'en_US'
    const all = await staff.call(serviceDesk.history, { id })
    const older = await staff.call(serviceDesk.history, { id, before: all.lines[1]!.id })
    expect(older.lines.map((line) => line.id)).toEqual(all.lines.slice(2).map((line) => line.id))
  })

  test('shows prices by cell, and a version to come with the day it begins', async () => {
    const draft = await staff.call(feePrices.clone, { feeId })
    const sheet = await staff.call(feePrices.sheet, { feeId, versionId: draft.id })
    const rows = sheet.rows.map((row, at) =>
      at === 0 ? { ...row, prices: row.prices.map((one, no) => (no === 0 ? '9.42' : one)) } : row,
    )
    const saved = await staff.call(feePrices.save, {
      id: draft.id,
      version: sheet.current!.version,
      zones: sheet.zones.map((zone) => zone.id),
      rows,
    })
    expect((await newest()).fields).toEqual([
      {
        label: expect.stringContaining(sheet.zones[0]!.code) as string,
        before: sheet.rows[0]!.prices[0],
        after: '9.42',
      },
    ])
    const validFrom = '2099-12-01T00:00:00.000Z'
    await staff.call(feePrices.activate, { id: draft.id, version: saved.version, validFrom })
    const found = await staff.call(serviceDesk.history, { id })
    expect(found.lines[0]).toMatchObject({ from: validFrom })
    expect(found.upcoming).toMatchObject([{ from: validFrom }])
  })

  test('shows rates in percent, as the page of surcharges does', async () => {
    const { result } = await staff.post('/erp/fee/add', {
      code: 'ECO-RATE',
      name: 'Rates',
      currency: 'EUR',
      stepMode: 'A',
      serviceId: id,
      validFrom: '2024-01-01',
    })
    const { id: table } = result as { id: string }
    await staff.call(feePrices.clone, { feeId: table })
    const added = await staff.post('/erp/surcharge/add', {
      feeId: table,
      applies: 'ALWAYS',
      name: 'Fuel',
      tradeItem: '2',
      kind: 'PERCENT',
      rateBp: 1250,
    })
    expect(added.success, JSON.stringify(added)).toBe(true)
    const { fields } = (await staff.call(serviceDesk.history, { id })).lines.find(({ fields }) =>
      fields.some(({ after }) => after === 'Fuel'),
    )!
    expect(fields.map(({ after }) => after)).toContain('12.50 %')
    expect(fields.map(({ after }) => after)).not.toContain('1250')
  })

  test('is read by those who may read its parts, and by no other tenant', async () => {
    const sales = await world().as('sales')
    const seen = await sales.call(serviceDesk.history, { id })
    // What we pay is in the past of price tables, too.
    expect(seen.upcoming).toEqual([])
    expect(JSON.stringify(seen)).not.toContain('9.42')
    expect(seen.lines.length).toBeGreaterThan(0)
    for (const client of [await world().as('customer'), await world().as('sub')])
      expect((await client.get('/erp/deliveryService/history', { id })).code).toBe(403)
    const foreign = await world().otherTenantUser()
    expect((await foreign.get('/erp/deliveryService/history', { id })).code).toBe(404)
  })
})
