import { beforeAll, expect, test } from 'vitest'
import { billMapping, type BillMapping } from '#contracts/billing/bill-files.ts'
import type { BillDryRun } from '#contracts/billing/bill-imports.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { BILL_CODES, type BillCode } from '#contracts/billing/bills.states.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money, type BilledParcelRow } from './bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

interface Cell {
  trackNo: string
  charge: string
  minor: bigint
  currency?: string
  kg?: string
  zone?: string
  service?: string
  code: BillCode
}

/** One bill with each code, by what is wrong with the line. */
async function generated(parcels: readonly BilledParcelRow[], zone: string): Promise<Cell[]> {
  const of = (place: number, code: BillCode, change: Partial<Cell> = {}): Cell => {
    const { trackNo, cost } = parcels[place]!
    return { trackNo, charge: 'Freight', minor: cost, zone, code, ...change }
  }
  const dear = (place: number) => parcels[place]!.cost * 2n
  await at.query('update tracking_number set state = 2 where number = $1', [parcels[9]!.trackNo])
  return [
    of(0, 'M0'),
    of(1, 'M1', { minor: parcels[1]!.cost + 1n }),
    of(2, 'D1', { minor: dear(2) }),
    of(3, 'D2', { minor: parcels[3]!.cost / 2n }),
    of(4, 'D3', { minor: dear(4), kg: '99' }),
    of(5, 'D4', { minor: dear(5), zone: 'ELSEWHERE' }),
    of(6, 'D5', { minor: dear(6), service: 'Express' }),
    of(7, 'M0'),
    of(7, 'D6', { charge: 'Peak surcharge', minor: 290n }),
    of(8, 'M0'),
    of(8, 'D7'),
    of(9, 'D9'),
    of(10, 'D10', { minor: -100n }),
    { trackNo: 'NEVEROURS1', charge: 'Freight', minor: 900n, code: 'D8' },
    of(11, 'D11', { currency: 'USD' }),
    ...Array.from({ length: 8 }, (_, place) => of(12 + place, 'M0')),
  ]
}

const HEADINGS = ['no', 'charge', 'amount', 'cur', 'kg', 'zone', 'service']
const columns = {
  trackNo: 0,
  chargeCode: 1,
  amount: 2,
  currency: 3,
  weight: 4,
  zone: 5,
  service: 6,
}
const rowOf = ({
  trackNo,
  charge,
  minor,
  currency = 'EUR',
  kg = '',
  zone = '',
  service = '',
}: Cell) => [trackNo, charge, money(minor), currency, kg, zone, service]
type Layout = 'ups' | 'dhl' | 'workbook'

async function fileOf(
  layout: Layout,
  cells: readonly Cell[],
): Promise<{ name: string; bytes: Buffer; mapping: BillMapping }> {
  const rows = cells.map(rowOf)
  const mapping = (decimal: 'point' | 'comma', more: object = {}) =>
    billMapping.parse({ columns, decimal, dates: 'YMD', weightDecimal: 'point', ...more })
  if (layout === 'ups')
    return {
      name: 'ups.csv',
      bytes: Buffer.from([HEADINGS, ...rows].map((row) => row.join(',')).join('\r\n')),
      mapping: mapping('point'),
    }
  if (layout === 'dhl') {
    // Decimal commas, groups with a point, a line of its own above the headings.
    const german = rows.map((row) =>
      row.map((cell, place) => (place === 2 ? cell.replace('.', ',') : cell)),
    )
    return {
      name: 'dhl.csv',
      bytes: Buffer.from(
        ['Rechnung;;;;;;', HEADINGS.join(';'), ...german.map((row) => row.join(';'))].join('\n'),
      ),
      mapping: mapping('comma', { heading: 2 }),
    }
  }
  const bytes = await writeSheet(
    {
      columns: HEADINGS.map((title) => ({ title, type: title === 'amount' ? 'number' : 'text' })),
      rows,
    },
    'xlsx',
  )
  return { name: 'bill.xlsx', bytes, mapping: mapping('comma') }
}

test.each<Layout>(['ups', 'dhl', 'workbook'])(
  'of a generated bill laid out as %s each difference is found, and none invented',
  async (layout) => {
    const parcels = await at.parcels(Array.from({ length: 20 }, () => '1.2'))
    const [{ zone }] = (await at.query<{ zone: string }>(
      `select l -> 'why' -> 'params' ->> 'zone' as zone
        from parcel_cost k, jsonb_array_elements(k.lines) as l where k.parcel_id = $1`,
      [parcels[0]!.id],
    )) as [{ zone: string }]
    const cells = await generated(parcels, zone)
    const { version } = await at.finance.call(billRuns.profile, { supplierId: at.supplierId })
    await at.finance.call(billRuns.saveProfile, {
      supplierId: at.supplierId,
      version,
      serviceCodes: [{ code: 'Express', ours: 'EXP-AIR' }],
    })
    const file = await fileOf(layout, cells)
    const total = cells
      .filter(({ currency }) => currency === undefined)
      .reduce((sum, { minor }) => sum + minor, 0n)
    const answer = await at.dryRun(file.bytes, { ...file, total: money(total) })
    const tried = answer.result as BillDryRun
    expect(tried).toMatchObject({ ready: true, count: cells.length })
    await at.finance.call(billRuns.start, { id: tried.id! })
    const run = await at.work(tried.id!)
    const lines = await at.lines(run.id)
    expect(lines.map(({ code }) => code)).toEqual(cells.map(({ code }) => code))
    const found = new Set(lines.map(({ code }) => code))
    expect(BILL_CODES.filter((code) => code !== 'N0' && !found.has(code))).toEqual([])
    // What-if with the tolerances there are changes nothing; wider ones take D1 in.
    const profile = await at.finance.call(billRuns.profile, { supplierId: at.supplierId })
    const { amountWithin, amountPercent, weightWithin, weightPercent } = profile
    const asked = { id: run.id, amountPercent, weightWithin, weightPercent }
    const same = await at.finance.call(billRuns.whatIf, { ...asked, amountWithin })
    expect(same.codes.every((row) => row.lines === row.after)).toBe(true)
    const wide = await at.finance.call(billRuns.whatIf, { ...asked, amountWithin: 100_000 })
    expect(wide.codes.find(({ code }) => code === 'D1')?.after).toBe(0)
  },
)

test('a damaged number is marked and never matched, the same as text is', async () => {
  const [one] = await at.parcels()
  const digits = one!.trackNo
  await at
    .take([{ trackNo: digits, amount: money(one!.cost) }], {})
    .then(async (run) => expect((await at.lines(run.id))[0]).toMatchObject({ code: 'M0' }))
  const run = await at.take([{ trackNo: '1.9143100000101E+18', amount: '1.00' }])
  expect((await at.lines(run.id))[0]).toMatchObject({ code: 'N0', damaged: true, parcel_id: null })
})
