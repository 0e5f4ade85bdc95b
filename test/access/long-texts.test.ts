import { beforeAll, expect, test } from 'vitest'
import { addresses } from '#contracts/parties/addresses.ts'
import { IMPORT_FIELDS } from '#contracts/orders/imports/import-fields.ts'
import { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import { answeredBefore, longText, TEXT_CLASSES } from './long-texts.fixture.ts'
import { openWorld, useWorld, type Client } from '../harness.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

const routes: Route[] = []
const watch = watchRoutes()
const world = useWorld()
// Other suites of this worker made its app before: an app of its own shows its routes.
beforeAll(async () => {
  const shown = await openWorld({})
  watch.stop()
  await shown.close()
})
const CLASSES = Object.entries(TEXT_CLASSES)

test('every call takes or refuses texts of every class, by its contract', () => {
  routes.push(...watch.routes)
  const endpoints = routes.flatMap(({ endpoint }) => endpoint ?? [])
  expect(endpoints.length).toBeGreaterThan(500)
  const texts = CLASSES.flatMap(([, unit]) => [longText(unit, 2_000), longText(unit, 20_000)])
  for (const endpoint of endpoints) {
    const input = inputFor(endpoint, {})
    for (const text of texts) endpoint.in.safeParse(withTexts(input, text))
  }
})

/** The same input with the text in each of its texts. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, text)]))
}

test.each(CLASSES)('%s: read as an address, tracked and scanned', async (_name, unit) => {
  const staff = await world().as('warehouse')
  for (const length of [2_000, 20_000]) {
    const text = longText(unit, length)
    const answers = [
      await staff.post('/erp/address/recognize', { text }),
      await staff.post('/erp/tracking/search', { nos: [text] }),
      await staff.post('/erp/intoParcel/scan', { no: text }),
      await staff.get('/erp/shipment/list', { serialNumber: text.slice(0, 5_000) }),
    ]
    for (const { status } of answers) expect(status).toBeLessThan(500)
  }
  // What is no address stays whole.
  const text = longText(unit, 1_900)
  const read = await staff.call(addresses.recognize, { text })
  expect(read.found.street ?? '').toBe('')
})

test('another tenant is answered while texts without end are read', async () => {
  const customer = await world().as('customer')
  const other = await world().otherTenantUser()
  const text = longText('汉字', 1_000)
  expect(
    await answeredBefore(
      Array.from({ length: 20 }, () => customer.post('/erp/address/recognize', { text })),
      () => other.post('/erp/address/recognize', { text: 'Max Muster, Weg 1, 10115 Berlin' }),
    ),
  ).toBe(true)
})

async function ended(client: Client, id: string) {
  for (;;) {
    const now = await client.call(shipmentImports.queryById, { id })
    if (['done', 'failed', 'mapping'].includes(now.status)) return now
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test.each([2_000, 20_000])('order files with %i signs in every column are read', async (length) => {
  const customer = await world().as('customer')
  const other = await world().otherTenantUser()
  const titles = IMPORT_FIELDS.map(({ name }) => name)
  const line = (cells: readonly string[]) =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  // One column after the other has one class after the other.
  const rows = titles.flatMap((_, column) =>
    CLASSES.filter((__, at) => length < 10_000 || (at + column) % 8 === 0).map(([, unit]) =>
      titles.map((___, at) => (at === column ? longText(unit, length) : '')),
    ),
  )
  for (let at = 0; at < rows.length; at += 200) {
    const file = [titles, ...rows.slice(at, at + 200)].map(line).join('\n')
    const sent = await customer.upload('/erp/shipment/importExcel', 'long.csv', file, {
      dryRun: 'true',
    })
    const { id } = sent.result as { id: string }
    const [done, answer] = await Promise.all([
      ended(customer, id),
      other.post('/erp/address/recognize', { text: 'Max Muster, Weg 1, 10115 Berlin' }),
    ])
    expect(answer.success).toBe(true)
    expect(done.accepted).toBe(0)
  }
})
