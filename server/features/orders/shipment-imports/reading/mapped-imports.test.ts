import { beforeEach, describe, expect, test } from 'vitest'
import { importMappings, type ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { cellsOf } from '#server/kit/sheets/sheets.fixture.ts'

const world = useWorld()
const HEADINGS = 'Nr.;Vorname;Nachname;Anschrift;Ort;PLZ;Land;Gewicht;Artikel;Menge;Preis'
let files = 0
/** Headings no other test has seen: a saved mapping is for good. */
const file = (rows: string[], headings = `${HEADINGS} ${++files}`) =>
  `${headings}\n${rows.join('\n')}\n`
const fixed = (field: ImportMapping['fields'][number]['field'], fill: string) => ({
  field,
  columns: [],
  unit: null,
  fill,
})

async function upload(
  client: Client,
  text: string | Uint8Array,
  fields: Record<string, string> = {},
  name = 'shop.csv',
): Promise<string> {
  const sent = await client.upload('/erp/shipment/importExcel', name, text, {
    dryRun: 'true',
    review: 'true',
    ...fields,
  })
  expect(sent.success, sent.message).toBe(true)
  return (sent.result as { id: string }).id
}
async function state(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
/** The guess with what a user adds to it. */
async function corrected(
  client: Client,
  id: string,
): Promise<In<typeof shipmentImports.map>['mapping']> {
  const { mapping } = shipmentImports.layout.out.parse(
    await client.call(shipmentImports.layout, { id }),
  )
  const known = mapping.fields.filter(
    ({ field }) => !['reference', 'street', 'nameEn', 'unitPrice'].includes(field),
  )
  return {
    ...mapping,
    fields: [
      ...known,
      { field: 'reference', columns: [0], unit: null, fill: null },
      { field: 'street', columns: [3], unit: null, fill: null },
      { field: 'nameEn', columns: [8], unit: null, fill: null },
      { field: 'unitPrice', columns: [10], unit: null, fill: null },
      fixed('service', 'ECO-PARCEL'),
      fixed('depot', 'FRA1'),
      fixed('currency', 'EUR'),
      fixed('unitWeightKg', '0.1'),
    ],
  }
}
const rows = (mark: string) => [
  `${mark}-1;Erika;Muster;Zeil 1;Berlin;10115;Deutschland;1,5;Shirt;1;8,90`,
  `${mark}-2;Jan;Kowalski;Rynek 2;Poznań;61-803;Polen;0,4;Mug;2;5,00`,
  `${mark}-3;Ohne;Ort;Weg 3;;10115;DE;0,4;Mug;2;5,00`,
  `${mark}-4;Falsche;PLZ;Weg 4;Berlin;1;DE;0,4;Mug;2;5,00`,
]
const mapped = async (client: Client, mark: string) => {
  const id = await upload(client, file(rows(mark)))
  expect((await state(client, id)).status).toBe('mapping')
  await client.call(shipmentImports.map, { id, mapping: await corrected(client, id) })
  const now = await state(client, id)
  expect(now, JSON.stringify(now.errors)).toMatchObject({ status: 'done', accepted: 2, refused: 2 })
  return id
}
let customer: Client
beforeEach(async () => {
  customer = await world().as('customer')
})
const stored = async (reference: string) =>
  (
    await world().db.pool.query<{ city: string; name: string; weight: string; importId: string }>(
      `select city, consignee_name as name, shipment_weight as weight, import_id as "importId"
        from shipment where tenant_id = $1 and reference = $2`,
      [world().tenantId, reference],
    )
  ).rows

describe('a file with headings of its own', () => {
  test('waits for its mapping, is read by it, mended, taken; the orders left out later', async () => {
    const id = await mapped(customer, 'MAP')
    const { records } = await customer.call(shipmentImports.rows, { id })
    expect(
      records.map(({ row, errors }) => [
        row,
        errors.map(({ column, code }) => `${column} ${code}`),
      ]),
    ).toEqual([
      [4, ['city city.required']],
      [5, ['postalCode postalCode.invalid']],
    ])
    expect(records[0]!.values).toMatchObject({
      consigneeName: 'Ohne Ort',
      weightKg: '0.4',
      country: 'DE',
    })
    const before = await state(customer, id)
    const mended = await customer.call(shipmentImports.mend, {
      id,
      rows: [
        { row: 4, cells: { city: 'Berlin' } },
        { row: 5, cells: { postalCode: '101' } },
      ],
    })
    expect(mended.rows.map(({ row, ready, errors }) => [row, ready, errors.length])).toEqual([
      [4, true, 0],
      [5, false, 1],
    ])
    const after = await state(customer, id)
    expect(after).toMatchObject({ total: 4, accepted: 3, refused: 1 })
    expect(Number(after.totals[0]!.amount)).toBeGreaterThan(Number(before.totals[0]!.amount))
    // Wrong again: its price goes, too.
    await customer.call(shipmentImports.mend, { id, rows: [{ row: 4, cells: { city: '' } }] })
    expect(await state(customer, id)).toMatchObject({ accepted: 2, totals: before.totals })
    await customer.call(shipmentImports.mend, { id, rows: [{ row: 4, cells: { city: 'Berlin' } }] })

    const whole = await customer.post('/erp/shipmentImport/commit', { id, whole: true })
    expect(whole.error).toBe('import.notWhole')
    const taken = (await customer.call(shipmentImports.commit, { id })).id
    expect(await state(customer, taken)).toMatchObject({ dryRun: false, accepted: 3, refused: 1 })
    expect(await stored('MAP-3')).toEqual([
      { city: 'Berlin', name: 'Ohne Ort', weight: '400', importId: taken },
    ])
    // What was left out is mended where it is, with the value put in before.
    const left = await customer.call(shipmentImports.rows, { id: taken })
    expect(left.records).toMatchObject([
      { row: 5, values: { postalCode: '101' }, mended: ['postalCode'] },
    ])
    await customer.call(shipmentImports.mend, {
      id: taken,
      rows: [{ row: 5, cells: { postalCode: '10115' } }],
    })
    expect(await state(customer, taken)).toMatchObject({ accepted: 3, refused: 1, mended: 1 })
    expect(await stored('MAP-4')).toEqual([])
    for (let twice = 0; twice < 2; twice++)
      await customer.call(shipmentImports.commit, { id: taken })
    expect(await state(customer, taken)).toMatchObject({
      accepted: 4,
      refused: 0,
      mended: 0,
      errors: [],
    })
    expect(await stored('MAP-4')).toHaveLength(1)
  })

  test('a mended reference must be free in the file and in the orders', async () => {
    const id = await upload(customer, file([...rows('DUP').slice(0, 2), rows('DUP')[0]!]))
    await state(customer, id)
    await customer.call(shipmentImports.map, { id, mapping: await corrected(customer, id) })
    expect((await state(customer, id)).errors).toMatchObject([
      { row: 4, code: 'reference.duplicate' },
    ])
    const to = async (reference: string) =>
      (
        await customer.call(shipmentImports.mend, { id, rows: [{ row: 4, cells: { reference } }] })
      ).rows[0]!.errors.map(({ code }) => code)
    expect(await to('DUP-2')).toEqual(['reference.duplicate'])
    expect(await to('DUP-3')).toEqual([])
  })

  test('is read by the saved mapping the next time, by sub-accounts where it is shared', async () => {
    const headings = `${HEADINGS} S${++files}`
    const sub = await world().as('sub')
    const id = await upload(customer, file(rows('SAV'), headings))
    await state(customer, id)
    await customer.call(shipmentImports.map, {
      id,
      mapping: await corrected(customer, id),
      save: { name: 'Shop', shared: false },
    })
    await state(customer, id)
    const next = await upload(customer, file(rows('SAW'), headings))
    expect(await state(customer, next)).toMatchObject({ status: 'done', accepted: 2 })
    expect((await state(sub, await upload(sub, file(rows('SAX'), headings)))).status).toBe(
      'mapping',
    )
    const mapping = (await customer.call(importMappings.list, {})).find(
      ({ headings: all }) => all.at(-1) === `Preis S${files}`,
    )!
    await customer.call(importMappings.edit, {
      id: mapping.id,
      version: mapping.version,
      name: 'Shop 2',
      shared: true,
    })
    expect(
      (await customer.put('/erp/importMapping/edit', { id: mapping.id, version: mapping.version }))
        .error,
    ).toBe('row.stale')
    expect(await state(sub, await upload(sub, file(rows('SAY'), headings)))).toMatchObject({
      status: 'done',
    })
    // A sub-account uses what is shared with it, and changes it not.
    expect((await sub.call(importMappings.list, {})).map(({ name }) => name)).toContain('Shop 2')
    expect((await sub.delete('/erp/importMapping/delete', { id: mapping.id })).status).toBe(403)
    for (const stranger of [await world().as('otherCustomer'), await world().otherTenantUser()]) {
      expect((await stranger.get('/erp/importMapping/list')).result ?? []).toEqual([])
      expect((await stranger.delete('/erp/importMapping/delete', { id: mapping.id })).status).toBe(
        404,
      )
      for (const path of ['layout', 'rows'])
        expect((await stranger.get(`/erp/shipmentImport/${path}`, { id })).status).toBe(404)
      expect(
        (await stranger.put('/erp/shipmentImport/map', { id, mapping: mapping.mapping })).status,
      ).toBe(404)
      expect(
        (await stranger.put('/erp/shipmentImport/mend', { id, rows: [{ row: 4, cells: {} }] }))
          .status,
      ).toBe(404)
    }
    await customer.call(importMappings.delete, { id: mapping.id })
    expect(
      (await state(customer, await upload(customer, file(rows('SAZ'), headings)))).status,
    ).toBe('mapping')
  })

  test('mending a hundred times at once loses no value and counts each order once', async () => {
    const id = await mapped(customer, 'ALL')
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        customer.put('/erp/shipmentImport/mend', {
          id,
          rows: [
            n % 2 === 0
              ? { row: 4, cells: { city: `Berlin ${n}` } }
              : { row: 5, cells: { postalCode: '10115' } },
          ],
        }),
      ),
    )
    const done = answers.filter(({ success }) => success).length
    expect(done + answers.filter(({ status }) => status === 429 || status === 503).length).toBe(100)
    expect(done).toBeGreaterThan(1)
    expect(await state(customer, id)).toMatchObject({ total: 4, accepted: 4, refused: 0 })
  })
})

describe('layouts people send', () => {
  test('rows without a head belong to the order above; parcels and products below it', async () => {
    const text = [
      'Order list of March',
      'reference,service,depot,consigneeName,country,city,postalCode,street,parcelReference,weightKg,nameEn,quantity,unitWeightKg,unitPrice,currency',
      'SEV-1,ECO-PARCEL,FRA1,A,DE,Berlin,10115,Weg 1,BOX-1,2,Shirt,1,0.1,5,EUR',
      ',,,,,,,,,,Mug,1,0.2,5,EUR',
      ',,,,,,,,BOX-2,1,Cup,1,0.2,5,EUR',
    ].join('\n')
    const id = await upload(customer, text, { dryRun: 'false', review: 'false' })
    expect(await state(customer, id)).toMatchObject({ total: 1, accepted: 1, errors: [] })
    const found = await world().db.pool.query<{ reference: string; goods: number }>(
      `select p.reference, (select count(*)::int from parcel_product g where g.parcel_id = p.id) as goods
        from parcel p join shipment s on s.id = p.shipment_id
        where s.tenant_id = $1 and s.reference = 'SEV-1' order by p.seq`,
      [world().tenantId],
    )
    expect(found.rows).toEqual([
      { reference: 'BOX-1', goods: 2 },
      { reference: 'BOX-2', goods: 1 },
    ])
  })

  test('the template goes round in both languages', async () => {
    for (const lang of ['zh_CN', 'en_US'] as const)
      for (const format of ['xlsx', 'csv']) {
        customer.lang = lang
        const sheet = await customer.get('/erp/shipmentImport/template', { format })
        expect(sheet.status).toBe(200)
        const id = await upload(customer, sheet.bytes, {}, `template.${format}`)
        const now = await state(customer, id)
        expect(now, JSON.stringify(now)).toMatchObject({ status: 'done', total: 1, accepted: 1 })
        if (format === 'xlsx')
          expect((await cellsOf(sheet.bytes))[0]![0]).toBe(
            lang === 'zh_CN' ? '客户单号 *' : 'Reference *',
          )
      }
    customer.lang = 'en_US'
  })

  test('columns that are missing are named in the reader’s language', async () => {
    customer.lang = 'en_US'
    const id = await upload(customer, 'reference,city\nA,B\n', { review: 'false' })
    expect((await state(customer, id)).failure!.message).toContain('Consignee')
    customer.lang = 'zh_CN'
    expect((await state(customer, id)).failure!.message).toContain('收件人')
    customer.lang = 'en_US'
  })
})

test('fixed values are shown with the names of what their codes mean', async () => {
  const customer = await world().as('customer')
  const id = await upload(customer, 'No,Name\n1,A\n')
  await state(customer, id)
  const { choices } = await customer.call(shipmentImports.layout, { id })
  for (const [field, code] of [
    ['service', 'ECO-PARCEL'],
    ['depot', 'FRA1'],
  ] as const) {
    const found = choices[field]?.find(({ value }) => value === code)
    expect(found?.text).toMatch(new RegExp(`^${code} \\S`))
  }
  const textIn = async (lang: 'en_US' | 'zh_CN') => {
    customer.lang = lang
    const { choices: now } = await customer.call(shipmentImports.layout, { id })
    return now.country?.find(({ value }) => value === 'DE')?.text
  }
  expect(await textIn('zh_CN')).toBe('DE 德国')
  expect(await textIn('en_US')).toBe('DE Germany')
  for (const { value, text } of choices.shipmentResource ?? [])
    expect(text).toMatch(new RegExp(`^${value}( \\S|$)`))
})
