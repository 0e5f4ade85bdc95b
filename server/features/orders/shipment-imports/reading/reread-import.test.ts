import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { beforeAll, describe, expect, test } from 'vitest'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let customer: Client
beforeAll(async () => {
  customer = await world().as('customer')
})
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../../test/fixtures/field-cases/orders/${name}`, import.meta.url))

async function send(name: string, bytes: Uint8Array): Promise<string> {
  const sent = await customer.upload('/erp/shipment/importExcel', name, bytes, {
    dryRun: 'true',
    review: 'true',
  })
  const { id } = sent.result as { id: string }
  for (;;) {
    const { status } = await customer.call(shipmentImports.queryById, { id })
    if (!['queued', 'running'].includes(status)) return id
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const layoutOf = async (id: string) =>
  shipmentImports.layout.out.parse(await customer.call(shipmentImports.layout, { id }))

describe('how a file is read', () => {
  test('is guessed, shown with three of its cells, and another charset is read at once', async () => {
    const text =
      'Bestellnr;Name;Straße;Ort\nX-1;Dvořák Jiří;Žižkova 5;Plzeň\nX-2;Novák;Dlouhá 1;Brno'
    const id = await send('shop.csv', iconv.encode(text, 'windows-1250'))
    const guessed = await layoutOf(id)
    expect(guessed.reading).toMatchObject({ sheets: [], charset: 'windows-1250', separator: ';' })
    expect(guessed.reading.cells).toHaveLength(3)
    expect(guessed.reading.cells).toContain('Dvořák Jiří')
    await customer.call(shipmentImports.reread, { id, charset: 'windows-1252', separator: ';' })
    const read = await layoutOf(id)
    expect(read.reading).toMatchObject({ charset: 'windows-1252' })
    expect(read.reading.cells).toContain('Dvoøák Jiøí')
    expect(read.samples[0]).toContain('Dvoøák Jiøí')
    await customer.call(shipmentImports.reread, { id, separator: ',' })
    expect((await layoutOf(id)).headings).toHaveLength(1)
    await customer.call(shipmentImports.reread, { id })
    expect((await layoutOf(id)).samples[0]).toContain('Dvořák Jiří')
    expect(await customer.call(shipmentImports.queryById, { id })).toMatchObject({
      status: 'mapping',
    })
  })

  test('of a workbook is a sheet; one that is not there, or has no rows, changes nothing', async () => {
    const id = await send('book.xlsx', fixture('xlsx-first-sheet-empty.xlsx'))
    const { reading, headings } = await layoutOf(id)
    expect(reading.sheets.length).toBeGreaterThan(1)
    expect(reading.charset).toBeNull()
    const [empty] = reading.sheets.filter((name) => name !== reading.sheet)
    for (const sheet of [empty!, 'none such'])
      expect((await customer.put('/erp/shipmentImport/reread', { id, sheet })).success).toBe(false)
    expect((await layoutOf(id)).headings).toEqual(headings)
    await customer.call(shipmentImports.reread, { id, sheet: reading.sheet })
    expect((await layoutOf(id)).headings).toEqual(headings)
  })

  test('is the sender’s to choose alone, and not of what was taken', async () => {
    const id = await send('shop.csv', Buffer.from('Bestellnr;Name\nX-9;Erika'))
    for (const role of ['otherCustomer', 'nobodySpecial'] as const) {
      const client = await world().as(role)
      const answer = await client.put('/erp/shipmentImport/reread', { id, separator: ',' })
      expect([403, 404]).toContain(answer.status === 200 ? answer.code : answer.status)
    }
    const stranger = await world().otherTenantUser()
    expect((await stranger.put('/erp/shipmentImport/reread', { id })).code).toBe(404)
    await world().db.pool.query(
      `update shipment_import set dry_run = false, status = 'done' where tenant_id = $1 and id = $2`,
      [world().tenantId, id],
    )
    expect((await customer.put('/erp/shipmentImport/reread', { id })).error).toBe(
      'import.notMappable',
    )
  })
})
