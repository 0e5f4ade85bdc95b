import { beforeAll, expect, test } from 'vitest'
import { feePrices, type PriceSheet } from '#contracts/commercial/fee-versions.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'

const world = useOwnWorld()
let staff: Client
let base: string
let follower: string
const sheetOf = (feeId: string, versionId?: string): Promise<PriceSheet> =>
  staff.call(feePrices.sheet, { feeId, versionId })
const pricesOf = ({ rows }: PriceSheet) =>
  rows.flatMap(({ prices }) => prices.flatMap((price) => (price === null ? [] : [Number(price)])))
const raisedBy3 = (price: number) => Math.round(price * 103) / 100

/** A version of the table from a moment on; of a table with prices of its own all times `factor`. */
async function activate(feeId: string, change: object, validFrom?: string): Promise<string> {
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { current } = await sheetOf(feeId, id)
  const wish = { id, version: current!.version, zones: [], rows: [], ...change }
  const { version } = await staff.call(feePrices.save, wish)
  await staff.call(feePrices.activate, { id, version, validFrom })
  return id
}

beforeAll(async () => {
  staff = await world().as('tenantAdmin')
  const { rows } = await world().db.pool.query<{ id: string; fee: string; mode: string }>(
    `select s.id, s.fee_id as fee, f.step_mode as mode from delivery_service s
      join fee f on f.tenant_id = s.tenant_id and f.id = s.fee_id
      where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const { id: serviceId, fee, mode: stepMode } = rows[0]!
  base = fee
  const made = await staff.post('/erp/fee/add', {
    code: 'FOLLOWS',
    name: 'FOLLOWS',
    currency: 'EUR',
    stepMode,
    kind: '1',
    serviceId,
    baseFeeId: base,
    validFrom: '2020-01-01',
  })
  follower = (made.result as { id: string }).id
})

test('a sheet that follows another is made for its own days, and names when those prices change', async () => {
  const before = pricesOf(await sheetOf(base))
  await activate(follower, { percentBp: 300 })
  const now = await sheetOf(follower)
  expect(pricesOf(now)).toEqual(before.map(raisedBy3))
  expect(now.baseChangesAt).toBeNull()
  expect(now.surcharges).toBe((await sheetOf(base)).surcharges)

  const at = new Date(Math.ceil(Date.now() / 60_000 + 60) * 60_000).toISOString()
  const { zones, rows } = await sheetOf(base)
  await activate(
    base,
    {
      zones: zones.map(({ id }) => id),
      rows: rows.map((row) => ({
        ...row,
        prices: row.prices.map((price) => (price === null ? null : (Number(price) * 2).toFixed(2))),
      })),
    },
    at,
  )
  expect(Date.parse((await sheetOf(follower)).baseChangesAt!)).toBe(Date.parse(at))
  const later = await activate(follower, { percentBp: 300 }, at)
  const shown = await sheetOf(follower, later)
  expect(pricesOf(shown)).toEqual(before.map((price) => raisedBy3(price * 2)))
  expect(shown.baseChangesAt).toBeNull()
})
