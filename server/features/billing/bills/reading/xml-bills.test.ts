import { beforeAll, expect, test } from 'vitest'
import { billMapping, type BillMapping } from '#contracts/billing/bill-files.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money } from '../bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

interface Charge {
  code: string
  amount: string
}
/** The number stands behind the charges, and some elements are not always there. */
const invoice = (shipments: { no: string; charges: Charge[]; zone?: string }[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1"?>
<inv:Invoice xmlns:inv="urn:x"><inv:Number>X1</inv:Number>
${shipments
  .map(
    ({ no, charges, zone }) => `<inv:Shipment><inv:Charges>${charges
      .map(
        ({ code, amount }) =>
          `<inv:Charge currency="EUR"><inv:Description>${code}</inv:Description><inv:Amount>${amount}</inv:Amount></inv:Charge>`,
      )
      .join('')}</inv:Charges>${zone ? `<inv:Zone>${zone}</inv:Zone>` : ''}
<inv:Receiver><inv:City>K\u00f6ln</inv:City></inv:Receiver>
<inv:TrackingNumber>${no}</inv:TrackingNumber></inv:Shipment>`,
  )
  .join('\n')}</inv:Invoice>`
const bytes = (text: string) => Buffer.from(text, 'latin1')

function mapped({ rows, guess, xml }: BillDryRun): BillMapping {
  const { records: _, ...how } = xml!
  expect(rows![0]!.cells).toEqual(how.paths)
  return billMapping.parse({
    xml: how,
    columns: { trackNo: guess.trackNo, amount: guess.amount, chargeCode: guess.chargeCode },
    decimal: 'point',
    dates: 'YMD',
  })
}

test('a bill of XML is mapped by its paths, and read so again', async () => {
  const [one, two] = await at.parcels(['1.2', '2'])
  const file = invoice([
    {
      no: one!.trackNo,
      charges: [
        { code: 'Freight', amount: money(one!.cost) },
        { code: 'Peak surcharge', amount: '2.90' },
      ],
    },
    { no: two!.trackNo, zone: '4', charges: [{ code: 'Freight', amount: money(two!.cost) }] },
  ])
  const total = money(one!.cost + two!.cost + 290n)
  const name = 'bill.xml'
  const asked = (await at.dryRun(bytes(file), { total, name, mapping: null, invoiceNo: 'XML-1' }))
    .result as BillDryRun
  expect(asked.xml).toMatchObject({ record: 'Invoice/Shipment/Charges/Charge' })
  expect(asked.rows![1]!.cells).toEqual(expect.arrayContaining([one!.trackNo, 'Köln', 'Freight']))
  const tried = (
    await at.dryRun(bytes(file), { total, name, mapping: mapped(asked), invoiceNo: 'XML-1' })
  ).result as BillDryRun
  expect(tried).toMatchObject({ ready: true, count: 3, sum: total })
  await at.finance.call(billRuns.start, { id: tried.id! })
  await at.work(tried.id!)
  const lines = await at.lines(tried.id!)
  expect(lines.map(({ code, parcel_id: id }) => [code, id])).toEqual([
    ['M0', one!.id],
    ['D6', one!.id],
    ['M0', two!.id],
  ])
  // The next bill of the supplier lacks what this one had; its mapping is kept.
  const [three] = await at.parcels()
  const next = invoice([
    { no: three!.trackNo, charges: [{ code: 'Freight', amount: money(three!.cost) }] },
    { no: 'NONE1', charges: [{ code: 'Freight', amount: '1.00' }] },
  ])
  const again = (
    await at.dryRun(bytes(next), { total: money(three!.cost + 100n), name, mapping: null })
  ).result as BillDryRun
  expect(again).toMatchObject({ ready: true, count: 2, rows: null })
  const remapped = await at.dryRun(bytes(next), {
    total: '1.00',
    name,
    mapping: null,
    remap: 'true',
    record: 'Invoice/Shipment',
  })
  expect(remapped.result).toMatchObject({ xml: { record: 'Invoice/Shipment' } })
  // A table of the same supplier asks for its own columns.
  const table = await at.dryRun('no,amount\nA,1.00\n', { total: '1.00', mapping: null })
  expect(table.result).toMatchObject({ rows: [{ line: 1 }, { line: 2 }], xml: null })
})

test.each([
  [
    'an entity of its own',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b><c>&x;</c></b></a>',
  ],
  ['an end that is missing', '<?xml version="1.0"?><a><b><c>1</c>'],
  ['a hundred floors', `<?xml version="1.0"?>${'<a>'.repeat(100)}1${'</a>'.repeat(100)}`],
  ['nothing that comes again', '<?xml version="1.0"?><a>1</a>'],
])('XML with %s is refused with a reason', async (_, text) => {
  const answer = await at.dryRun(bytes(text), { total: '1.00', name: 'b.xml', mapping: null })
  expect(answer.success).toBe(false)
  expect(answer.error).toMatch(/^(sheet|bill)\./)
})
