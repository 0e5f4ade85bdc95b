import { beforeAll, expect, test } from 'vitest'
import { inLedger, recharge } from '#server/features/money/ledger/ledger.fixture.ts'
import { insideOf } from '#server/kit/files/files.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { inCharging, minorOf } from '#server/features/orders/charging/charging.fixture.ts'
import { leavingDebtors } from '#server/features/orders/charging/index.ts'

const world = useWorld()
const { confirm, customer, detail, order, service, switchOn } = inCharging(world)

beforeAll(async () => {
  await switchOn()
  await service('ECO-PARCEL', '3')
})

test('who stays is found part by part as a long batch is closed, then by the order of charges', async () => {
  const who = await customer()
  const [first, second] = [await order(who), await order(who)]
  // The second order is charged before the first.
  for (const { id } of [second, first]) await confirm([id])
  await inLedger(world(), async (tx) =>
    recharge(tx, who, minorOf((await detail(first)).amount), 'EUR'),
  )
  const [one, two] = [first, second].map(({ parcels }) => parcels[0]!.id) as [string, string]
  const stay = async (parts: string[][]) =>
    (await leavingDebtors(insideOf(world()), parts)).map(({ parcelId }) => parcelId)
  expect(await stay([[one], [two]])).toEqual([two])
  expect(await stay([[two], [one]])).toEqual([one])
  expect(await stay([[one, two]])).toEqual([one])
})
