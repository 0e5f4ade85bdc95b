import { beforeAll, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})
async function ended(id: string) {
  for (;;) {
    const now = await customer.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
async function send(text: string, review: string) {
  const sent = await customer.upload('/erp/shipment/importExcel', 'g.csv', text, {
    dryRun: 'true',
    review,
  })
  return ended((sent.result as { id: string }).id)
}

test.each([
  ['发货渠道', '云途专线', false],
  ['物流渠道', 'eco-parcel', true],
])('a column %s with %s is a service: %s', async (heading, value, isService) => {
  const { id } = await send(`订单号,${heading},收件人\nGF-1,${value},王伟`, 'true')
  const { mapping } = await customer.call(shipmentImports.layout, { id })
  expect(mapping.fields.some(({ field }) => field === 'service')).toBe(isService)
})

const HEAD =
  'reference,service,depot,consigneeName,country,city,postalCode,street,house,weightKg,nameEn,quantity,unitPrice,currency'
test('goods without a weight of their own share that of the parcel, with a warning', async () => {
  const line = (no: number, weight: string, quantity: string) =>
    `GW-${no},ECO-PARCEL,FRA1,A,DE,Berlin,10115,Zeil,1,${weight},Shirt,${quantity},8.90,EUR`
  const done = await send([HEAD, line(1, '1.5', '4'), line(2, '0.001', '9')].join('\n'), 'false')
  expect(done).toMatchObject({ accepted: 1, refused: 1 })
  expect(done.warnings.map(({ row, column, code }) => `${row} ${column} ${code}`)).toContain(
    '2 unitWeightKg unitWeight.shared',
  )
  // Less than a gram a piece is no weight.
  expect(done.errors).toMatchObject([{ row: 3, column: 'unitWeightKg' }])
})

test('a service is found by its name in either language, and by no part of it', async () => {
  const line = (no: number, service: string) =>
    `GN-${no},${service},FRA1,A,DE,Berlin,10115,Zeil,1,1.5,Shirt,1,8.90,EUR`
  const { name, nameEn } = (
    await world().db.pool.query<{ name: string; nameEn: string }>(
      `select name, name_en as "nameEn" from delivery_service
        where tenant_id = $1 and code = 'ECO-PARCEL'`,
      [world().tenantId],
    )
  ).rows[0]!
  const rows = [name, nameEn.toLowerCase(), name.slice(0, 2)]
  const done = await send([HEAD, ...rows.map((text, at) => line(at, text))].join('\n'), 'false')
  expect(done.errors).toMatchObject([{ row: 4, column: 'service', code: 'service.unknown' }])
})

test('a code that lost its zeros is offered with them, and no company as a town', async () => {
  const done = await send(
    [
      HEAD,
      'GZ-1,ECO-PARCEL,FRA1,A,DE,Dresden,1067,Zeil,1,1.5,Shirt,1,8.90,EUR',
      'GZ-2,ECO-PARCEL,FRA1,A,DE,München,8033,Zeil,1,1.5,Shirt,1,8.90,EUR',
      'GZ-3,ECO-PARCEL,FRA1,A,DE,,67056,Zeil,1,1.5,Shirt,1,8.90,EUR',
      'GZ-4,EXP-AIR,FRA1,A,US,,07701,Zeil,1,1.5,Shirt,1,8.90,EUR',
    ].join('\n'),
    'false',
  )
  const { records } = await customer.call(shipmentImports.rows, { id: done.id })
  expect(records[0]).toMatchObject({
    errors: [{ column: 'postalCode' }],
    proposed: { postalCode: '01067' },
  })
  // With a zero it would be a code of another town.
  expect(records[1]!.proposed).not.toHaveProperty('postalCode')
  // 67056 is BASF's own; Red Bank is a town.
  expect(records[2]!.proposed).not.toHaveProperty('city')
  expect(records[3]!.proposed).toMatchObject({ city: 'Red Bank' })
})
