import { beforeAll, expect, test } from 'vitest'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import {
  accruedCosts,
  chargeParcels,
  unchargeLeft,
} from '#server/features/orders/charging/index.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money, PLAIN, plainFile, type BilledParcelRow } from './bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

const accrued = async ({ customerId }: BilledParcelRow) =>
  (
    await at.query<{ balance: string }>(
      `select balance from ledger_account where party_id = $1 and kind = 'payable'
        and ref like 'accrued:%'`,
      [customerId],
    )
  ).map(({ balance }) => balance)
const codes = async (runId: string) => (await at.lines(runId)).map(({ code }) => code)
const post = async (runId: string) => {
  await at.finance.call(billRuns.post, { id: runId })
  return at.work(runId)
}
const costNow = async ({ id }: BilledParcelRow) =>
  (await accruedCosts(at.ctx(), at.supplierId, [id])).get(id)?.items.get('1')

/** Its outbound batch is opened again, and dispatched again. */
async function leaveAgain({ id }: BilledParcelRow): Promise<void> {
  await at.query('update parcel_charge set leaving = true where parcel_id = $1', [id])
  await inLedger(world(), async (tx) => {
    await unchargeLeft(tx, [id])
    await chargeParcels(tx, [id], 'outbound')
  })
}

test('a cost given back with its charge is not accrued: the parcel that left again fits', async () => {
  const [one] = await at.parcels()
  await leaveAgain(one!)
  expect(await costNow(one!)).toBe(one!.cost)
  const run = await at.take([{ trackNo: one!.trackNo, amount: money(one!.cost) }])
  expect(await codes(run.id)).toEqual(['M0'])
  await post(run.id)
  expect(await accrued(one!)).toEqual(['0'])
})

test('one accrual is released once, whatever the charge is called and however often it comes', async () => {
  const [one] = await at.parcels()
  const amount = money(one!.cost)
  const first = await at.take([{ trackNo: one!.trackNo, amount }])
  const second = await at.take([{ trackNo: one!.trackNo, amount: money(one!.cost + 1n) }])
  expect([await codes(first.id), await codes(second.id)]).toEqual([['M0'], ['D10']])
  await at.finance.call(billRuns.accept, { id: second.id, codes: ['D10'], note: '' })
  await post(second.id)
  // The later one was decided first: the earlier one fits as it did.
  expect(await post(first.id)).toMatchObject({ posted: 1, open: 0 })
  expect(await accrued(one!)).toEqual(['0'])
  // A line linked to it by hand has nothing left of it.
  const third = await at.take([{ trackNo: 'ELSEWHERE-1', amount }])
  const [line] = await at.lines(third.id)
  const linked = await at.finance.call(billLines.link, {
    id: line!.id!,
    version: Number(line!.version),
    parcelNo: one!.serialNumber,
  })
  expect(linked).toMatchObject({ code: 'D7', expected: '0.00' })
})

test('a line whose expected cost changed since it was compared is open again, not posted', async () => {
  const [one] = await at.parcels()
  const run = await at.take([{ trackNo: one!.trackNo, amount: money(one!.cost) }])
  expect(await codes(run.id)).toEqual(['M0'])
  await at.query('update parcel_charge set leaving = true where parcel_id = $1', [one!.id])
  await inLedger(world(), (tx) => unchargeLeft(tx, [one!.id]))
  expect(await post(run.id)).toMatchObject({ posted: 0, open: 1 })
  const [line] = await at.lines(run.id)
  expect(line).toMatchObject({ state: 'open', expected: '0', posted_at: null })
  expect(line!.note).toBeTruthy()
  expect(await accrued(one!)).toEqual(['0'])
})

test('lines of another currency join no dispute and no bound of an amount', async () => {
  const made = await at.parcels(['1.2', '1.2'])
  const [usd, eur] = made
  const file = [
    'no,charge,amount,cur',
    `${usd!.trackNo},Freight,900.00,USD`,
    `${eur!.trackNo},Freight,${money(eur!.cost + 500n)},EUR`,
  ].join('\n')
  const tried = await at.dryRun(file, {
    total: money(eur!.cost + 500n),
    mapping: {
      ...PLAIN,
      columns: {
        ...PLAIN.columns,
        weight: null,
        shipDate: null,
        reference1: null,
        currency: 3,
      },
    },
  })
  const { id } = tried.result as { id: string }
  await at.finance.call(billRuns.start, { id })
  await at.work(id)
  expect(await codes(id)).toEqual(['D11', 'D1'])
  const wide = { id, codes: ['D11' as const], upTo: '99999', note: '' }
  expect(await at.finance.call(billRuns.accept, wide)).toEqual({ lines: 0 })
  const [line] = await at.lines(id)
  const alone = await at.finance.call(billLines.dispute, { ids: [line!.id!], note: '' })
  expect(alone).toMatchObject({ failed: 1, rows: [{ code: 'bill.otherCurrency' }] })
  await at.finance.call(billLines.note, {
    id: line!.id!,
    version: Number(line!.version),
    note: 'asked',
  })
  await at.finance.call(billRuns.accept, { id, codes: ['D11'], upTo: null, note: '' })
  expect((await at.lines(id))[0]).toMatchObject({ state: 'accepted', note: 'asked' })
})

test('what customers write themselves matches no parcel, and is suggested', async () => {
  const [one] = await at.parcels()
  await at.query('update parcel set reference = $2 where id = $1', [one!.id, 'ORDER77'])
  const run = await at.take([{ trackNo: '', amount: money(one!.cost), reference: 'ORDER77' }])
  const [line] = await at.lines(run.id)
  expect(line).toMatchObject({ code: 'D8', parcel_id: null })
  expect(await at.finance.call(billLines.suggest, { id: line!.id! })).toMatchObject([
    { parcelNo: one!.serialNumber, why: 'reference' },
  ])
  const own = await at.take([
    { trackNo: '', amount: money(one!.cost), reference: one!.serialNumber },
  ])
  expect(await codes(own.id)).toEqual(['M0'])
})

test('an invoice is known again however its number is written', async () => {
  const [one] = await at.parcels()
  const rows = [{ trackNo: one!.trackNo, amount: money(one!.cost) }]
  const run = await at.take(rows, { invoiceNo: 'Spelt-12 a' })
  const again = await at.dryRun(plainFile([...rows, { trackNo: 'X9', amount: '1.00' }]), {
    total: money(one!.cost + 100n),
    invoiceNo: 'SPELT-12A',
  })
  expect(again.result).toMatchObject({ id: null, known: { runId: run.id } })
})
