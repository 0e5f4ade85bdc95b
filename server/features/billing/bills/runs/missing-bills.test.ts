import { beforeAll, expect, test } from 'vitest'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { inLedger } from '#server/features/money/ledger/ledger.fixture.ts'
import { chargeParcels, unchargeLeft } from '#server/features/orders/charging/index.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, money, type BilledParcelRow } from '../bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

const missing = async () =>
  (
    await at.finance.call(billRuns.missing, {
      supplierId: at.supplierId,
      pageNo: 1,
      pageSize: 100,
    })
  ).records
/** Its outbound batch is opened again, and dispatched again. */
async function leaveAgain({ id }: BilledParcelRow): Promise<void> {
  await at.query('update parcel_charge set leaving = true where parcel_id = $1', [id])
  await inLedger(world(), async (tx) => {
    await unchargeLeft(tx, [id])
    await chargeParcels(tx, [id], 'outbound')
  })
}
const accrued = async ({ customerId }: BilledParcelRow) =>
  (
    await at.query<{ balance: string }>(
      `select balance from ledger_account where party_id = $1 and kind = 'payable'
        and ref like 'accrued:%'`,
      [customerId],
    )
  ).map(({ balance }) => BigInt(balance))

test('a parcel no bill came for is found after the supplier’s term, and its cost released once', async () => {
  const [billed, never, young] = await at.parcels(['1.2', '2', '3'])
  // The supplier's bills come here: it has a profile.
  await at.take([{ trackNo: billed!.trackNo, amount: money(billed!.cost) }])
  const { version } = await at.finance.call(billRuns.profile, { supplierId: at.supplierId })
  await at.finance.call(billRuns.saveProfile, {
    supplierId: at.supplierId,
    version,
    missingDays: 45,
  })
  await at.query(`update parcel set outbound_at = now() - interval '46 days' where id = any($1)`, [
    [billed!.id, never!.id],
  ])
  await at.query(`update parcel set outbound_at = now() - interval '44 days' where id = $1`, [
    young!.id,
  ])
  const found = await missing()
  expect(found.map(({ id }) => id)).toEqual([never!.id])
  expect(found[0]).toMatchObject({ expected: money(never!.cost), currency: 'EUR', days: 46 })
  const before = (await accrued(never!))[0]!
  const none = await at.finance.put(billRuns.release.path, { ids: [never!.id], note: '' })
  expect(none).toMatchObject({ success: false })
  const answers = await Promise.all(
    [1, 2].map(() =>
      at.finance.call(billRuns.release, { ids: [never!.id], note: 'carrier never billed it' }),
    ),
  )
  expect(answers.map(({ done }) => done).toSorted()).toEqual([0, 1])
  expect((await accrued(never!))[0]).toBe(before - never!.cost)
  expect(await missing()).toEqual([])
  const refused = await at.finance.call(billRuns.release, { ids: [young!.id], note: 'no' })
  expect(refused).toMatchObject({ failed: 1, rows: [{ code: 'bill.notMissing' }] })
  // A bill that comes after all finds nothing expected, and all of it is cost.
  const late = await at.take([{ trackNo: never!.trackNo, amount: money(never!.cost) }])
  expect(await at.lines(late.id)).toMatchObject([
    { code: 'D1', expected: '0', delta: String(never!.cost) },
  ])
  expect((await at.drift()).drift).toEqual([])
})

test('a released parcel that leaves once more is expected once more', async () => {
  const [one] = await at.parcels()
  await at.query(`update parcel set outbound_at = now() - interval '50 days' where id = $1`, [
    one!.id,
  ])
  const cost = one!.cost
  const before = (await accrued(one!))[0]!
  await at.finance.call(billRuns.release, { ids: [one!.id], note: 'never came' })
  expect(await accrued(one!)).toEqual([before - cost])
  await leaveAgain(one!)
  expect(await accrued(one!)).toEqual([before])
  expect(await missing()).toMatchObject([{ id: one!.id, expected: money(cost) }])
  // Its bill comes after all, and then a second time.
  const run = await at.take([{ trackNo: one!.trackNo, amount: money(cost) }])
  expect(await at.lines(run.id)).toMatchObject([{ code: 'M0', expected: String(cost) }])
  await at.finance.call(billRuns.post, { id: run.id })
  await at.work(run.id)
  expect(await accrued(one!)).toEqual([before - cost])
  expect(await missing()).toEqual([])
  const again = await at.take([{ trackNo: one!.trackNo, amount: money(cost + 1n) }])
  expect(await at.lines(again.id)).toMatchObject([{ code: 'D10', expected: '0' }])
  expect((await at.drift()).drift).toEqual([])
})

test('comparing again maps charges as the profile has them by now', async () => {
  const [one] = await at.parcels()
  const run = await at.take([
    { trackNo: one!.trackNo, charge: 'Grundpreis', amount: money(one!.cost) },
  ])
  expect(await at.lines(run.id)).toMatchObject([{ code: 'D6', trade_item: null }])
  const { version } = await at.finance.call(billRuns.profile, { supplierId: at.supplierId })
  await at.finance.call(billRuns.saveProfile, {
    supplierId: at.supplierId,
    version,
    chargeCodes: [{ code: 'Grundpreis', ours: '1' }],
  })
  await at.finance.call(billRuns.rematch, { id: run.id })
  await at.work(run.id)
  expect(await at.lines(run.id)).toMatchObject([{ code: 'M0', trade_item: '1', state: 'fits' }])
})
