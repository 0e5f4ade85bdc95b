import { expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const HEAD =
  'reference,service,depot,consigneeName,country,city,postalCode,street,house,parcelReference,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency'

async function state(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
async function send(client: Client, text: string, dryRun: string) {
  const sent = await client.upload('/erp/shipment/importExcel', 'all.csv', text, { dryRun })
  const { id } = sent.result as { id: string }
  return state(client, id)
}
const order = (no: number, service = 'OLD-CODE', city = '') =>
  `ALL-${no},${service},FRA1,A,DE,${city},10115,Zeil,1,P1,1.5,Shirt,1,0.2,8.90,EUR`

test('all refused rows of a large file are mended: a column filled, a text replaced, after coming back', async () => {
  const customer = await world().as('customer')
  const count = 6_000
  const text = [HEAD, ...Array.from({ length: count }, (_, at) => order(at))].join('\n')
  const { id, ...first } = await send(customer, text, 'true')
  expect(first).toMatchObject({ accepted: 0, refused: count })
  const last = await customer.call(shipmentImports.rows, { id, pageNo: 12, pageSize: 500 })
  expect(last).toMatchObject({ total: count, current: 12 })
  expect(last.records).toHaveLength(500)
  const mend = (change: object) =>
    customer.call(shipmentImports.mendAll, { id, ...change } as never)
  expect(await mend({ field: 'city', find: '', value: 'Berlin' })).toEqual({ rows: count })
  expect(await state(customer, id)).toMatchObject({ accepted: 0, refused: count })
  expect(await mend({ field: 'service', find: 'OLD-CODE', value: 'ECO-PARCEL' })).toEqual({
    rows: count,
  })
  expect(await state(customer, id)).toMatchObject({ accepted: count, refused: 0 })
  // Nothing is refused any more, so nothing is changed.
  expect(await mend({ field: 'city', value: 'Bonn' })).toEqual({ rows: 0 })
})

test('rows of one order stay together; an import that was taken is mended in place', async () => {
  const customer = await world().as('customer')
  const text = [
    HEAD,
    order(9001, 'ECO-PARCEL', 'Berlin'),
    order(9002, 'ECO-PARCEL').replace('1.5,Shirt', ',Shirt'),
    ',,,,,,,,,,,Mug,1,0.1,3.00,EUR',
  ].join('\n')
  const { id } = await send(customer, text, 'false')
  const mend = (change: object) =>
    customer.call(shipmentImports.mendAll, { id, ...change } as never)
  expect(await mend({ field: 'city', value: 'Köln', cells: 'all' })).toEqual({ rows: 1 })
  expect(await mend({ field: 'weightKg', value: '2' })).toEqual({ rows: 1 })
  const { records } = await customer.call(shipmentImports.rows, { id })
  expect(records.map(({ row, order: of, ready }) => [row, of, ready])).toEqual([
    [3, 3, true],
    [4, 3, true],
  ])
  await customer.call(shipmentImports.commit, { id })
  expect(await state(customer, id)).toMatchObject({ accepted: 2, refused: 0 })
  const stranger = await world().as('otherCustomer')
  const refused = await stranger.post('/erp/shipmentImport/mendAll', {
    id,
    field: 'city',
    value: 'X',
  })
  expect(refused.code).toBe(404)
})

test('right cells are left alone, how many it changes is known before, and undo takes it back', async () => {
  const customer = await world().as('customer')
  const text = [
    HEAD,
    order(9201, 'OLD-CODE', 'Berlin'),
    order(9202, 'OLD-CODE'),
    order(9203, 'OLD-CODE', '=A1'),
    order(9204, 'ECO-PARCEL', 'Berlin'),
  ].join('\n')
  for (const dryRun of ['true', 'false']) {
    const { id } = await send(customer, text.replaceAll('ALL-', `U${dryRun}-`), dryRun)
    const mend = (change: object) =>
      customer.call(shipmentImports.mendAll, {
        id,
        field: 'city',
        value: 'Bonn',
        ...change,
      } as never)
    const cities = async () => {
      await state(customer, id)
      return (await customer.call(shipmentImports.rows, { id })).records.map(
        ({ values }) => values.city ?? '',
      )
    }
    expect(await mend({ count: true })).toEqual({ rows: 2 })
    expect(await mend({ count: true, cells: 'all' })).toEqual({ rows: 3 })
    expect(await cities()).toEqual(['Berlin', '', '=A1'])
    expect(await mend({})).toEqual({ rows: 2 })
    expect(await cities()).toEqual(['Berlin', 'Bonn', 'Bonn'])
    expect(await customer.call(shipmentImports.undoAll, { id })).toEqual({ rows: 2 })
    expect(await cities()).toEqual(['Berlin', '', '=A1'])
    expect(await customer.call(shipmentImports.undoAll, { id })).toEqual({ rows: 0 })
    // A value entered before comes back, one entered since in another cell stays.
    await customer.call(shipmentImports.mend, { id, rows: [{ row: 3, cells: { city: 'Ulm' } }] })
    expect(await mend({ cells: 'all' })).toEqual({ rows: 3 })
    await state(customer, id)
    await customer.call(shipmentImports.mend, { id, rows: [{ row: 4, cells: { house: '7' } }] })
    expect(await customer.call(shipmentImports.undoAll, { id })).toEqual({ rows: 3 })
    expect(await cities()).toEqual(['Berlin', 'Ulm', '=A1'])
    const stranger = await world().as('otherCustomer')
    expect((await stranger.post('/erp/shipmentImport/undoAll', { id })).code).toBe(404)
  }
})

test('what is left of a file is given up and taken up again; until then nothing of it changes', async () => {
  const customer = await world().as('customer')
  const text = [HEAD, order(9101, 'ECO-PARCEL', 'Berlin'), order(9102, 'ECO-PARCEL')].join('\n')
  const open = async () =>
    (await customer.call(shipmentImports.list, { unresolved: 'true' })).records.map((one) => one.id)
  const { id, ...first } = await send(customer, text, 'false')
  expect(first).toMatchObject({ refused: 1, dismissedAt: null })
  expect(await open()).toContain(id)
  await customer.call(shipmentImports.dismiss, { id })
  await customer.call(shipmentImports.dismiss, { id })
  expect(await state(customer, id)).toMatchObject({ dismissedBy: world().username('customer') })
  expect(await open()).not.toContain(id)
  const change = { id, rows: [{ row: 3, cells: { city: 'Bonn' } }] }
  for (const changing of [
    () => customer.call(shipmentImports.mend, change as never),
    () => customer.call(shipmentImports.mendAll, { id, field: 'city', value: 'Bonn' } as never),
    () => customer.call(shipmentImports.commit, { id }),
  ])
    await expect(changing()).rejects.toThrow('import.dismissed')
  await customer.call(shipmentImports.dismiss, { id, dismissed: false })
  await customer.call(shipmentImports.mend, change as never)
  await customer.call(shipmentImports.commit, { id })
  expect(await state(customer, id)).toMatchObject({ accepted: 2, refused: 0 })
})
