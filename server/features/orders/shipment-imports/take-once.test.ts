import { expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const HEAD =
  'reference,service,depot,consigneeName,country,city,postalCode,street,house,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency'
const row = (reference: string, city = 'Berlin') =>
  `${reference},ECO-PARCEL,FRA1,Erika Muster,DE,${city},10115,Zeil,1,1.5,Shirt,1,0.2,8.90,EUR`

async function state(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
async function dryRun(client: Client, rows: string[]): Promise<string> {
  const sent = await client.upload(
    '/erp/shipment/importExcel',
    'take.csv',
    `${HEAD}\n${rows.join('\n')}\n`,
    {
      dryRun: 'true',
    },
  )
  const { id } = sent.result as { id: string }
  const now = await state(client, id)
  expect(now.status, JSON.stringify(now.errors)).toBe('done')
  return id
}
const made = async (name: string) =>
  (
    await world().db.pool.query<{ n: number }>(
      `select count(*)::int as n from shipment where tenant_id = $1 and reference like $2`,
      [world().tenantId, `${name}%`],
    )
  ).rows[0]!.n

test('one dry run is taken once, also by a hundred at once', async () => {
  const customer = await world().as('customer')
  const id = await dryRun(
    customer,
    ['ONCE-1', 'ONCE-2'].map((reference) => row(reference)),
  )
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => customer.post('/erp/shipmentImport/commit', { id })),
  )
  const refused = answers.filter(({ success }) => !success)
  expect(refused.map(({ error }) => error)).toEqual([])
  const ids = new Set(answers.map(({ result }) => (result as { id: string }).id))
  expect(ids.size).toBe(1)
  const [taken = ''] = ids
  expect(await state(customer, taken)).toMatchObject({ dryRun: false, accepted: 2, refused: 0 })
  expect(await made('ONCE-')).toBe(2)
  expect(await customer.call(shipmentImports.queryById, { id })).toMatchObject({ takenAs: taken })
  // What was taken is changed where it is, not in the dry run.
  const { mapping } = await customer.call(shipmentImports.layout, { id })
  for (const call of [
    customer.post('/erp/shipmentImport/map', { id, mapping }),
    customer.post('/erp/shipmentImport/mend', { id, rows: [{ row: 2, cells: { city: 'Bonn' } }] }),
  ])
    expect((await call).error).toBe('import.taken')
})
test('a dry run is taken once by whichever user of its customer, and by no other', async () => {
  const customer = await world().as('customer')
  const id = await dryRun(customer, [row('ONCER-1')])
  const staff = await world().as('service')
  const both = await Promise.all([
    customer.call(shipmentImports.commit, { id }),
    staff.call(shipmentImports.commit, { id }),
  ])
  expect(both[0].id).toBe(both[1].id)
  for (const stranger of [await world().as('otherCustomer'), await world().otherTenantUser()])
    expect((await stranger.post('/erp/shipmentImport/commit', { id })).code).toBe(404)
  await state(customer, both[0].id)
})
test('a row named twice, and one no sheet has, are refused at their field', async () => {
  const customer = await world().as('customer')
  const id = await dryRun(customer, [row('TWICE-1', ''), row('TWICE-2', '')])
  const mend = async (rows: { row: number; cells: object }[], of = id) =>
    (await customer.post('/erp/shipmentImport/mend', { id: of, rows })) as unknown as {
      success: boolean
      result: { path: string; code: string }[] | null
    }
  const issues = async (rows: { row: number; cells: object }[], of = id) => {
    const { success, result } = await mend(rows, of)
    expect(success).toBe(false)
    return JSON.stringify(result)
  }
  const cells = { city: 'Berlin' }
  const twice = await issues([
    { row: 2, cells },
    { row: 3, cells },
    { row: 2, cells: { city: 'Bonn' } },
  ])
  expect(twice).toContain('rows.2.row')
  expect(await issues([{ row: 3_000_000_000, cells }])).toContain('rows.0.row')
  expect(await issues([{ row: 99, cells }])).toContain('rows.0.row')
  expect(await issues([{ row: 2, cells }], '9223372036854775808')).toContain('"id"')
  expect(
    (
      await mend([
        { row: 2, cells },
        { row: 3, cells },
      ])
    ).success,
  ).toBe(true)
})
