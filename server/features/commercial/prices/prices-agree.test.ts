import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { feePrices, type PriceSheet, type VersionHead } from '#contracts/commercial/fee-versions.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { useOwnWorld, type Client } from '#test/harness.ts'

const world = useOwnWorld()
const DAY = 86_400_000
/** A whole minute: what is published counts from one on. */
const start = Math.floor(Date.now() / 60_000) * 60_000
const inDays = (days: number) => new Date(start + days * DAY).toISOString()
const FREIGHT = '1'

let staff: Client
const tables = { base: '', follower: '' }
const sheetOf = (feeId: string, versionId?: string): Promise<PriceSheet> =>
  staff.call(feePrices.sheet, { feeId, versionId })

async function publish(feeId: string, change: object, from?: string): Promise<void> {
  const { id } = await staff.call(feePrices.clone, { feeId })
  const { current } = await sheetOf(feeId, id)
  const wish = { id, version: current!.version, zones: [], rows: [], ...change }
  const { version } = await staff.call(feePrices.save, wish)
  await staff.call(feePrices.activate, { id, version, validFrom: from })
}

async function publishTimes(factor: number, from: string): Promise<void> {
  const { zones, rows } = await sheetOf(tables.base)
  const times = (price: string | null) =>
    price === null ? null : (Math.round(Number(price) * factor * 100) / 100).toFixed(2)
  await publish(
    tables.base,
    {
      zones: zones.map(({ id }) => id),
      rows: rows.map((row) => ({ ...row, prices: row.prices.map(times) })),
    },
    from,
  )
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
  tables.base = fee
  const made = await staff.post('/erp/fee/add', {
    code: 'AGREES',
    name: 'AGREES',
    currency: 'EUR',
    stepMode,
    kind: '1',
    serviceId,
    baseFeeId: fee,
    validFrom: '2020-01-01',
  })
  tables.follower = (made.result as { id: string }).id
  await publish(tables.follower, { percentBp: 300 })
  await publishTimes(1.5, inDays(2))
  await publish(tables.follower, { percentBp: 1_000 }, inDays(4))
  await publishTimes(0.8, inDays(6))
  await staff.call(feePrices.assign, { id: tables.follower, customerIds: [world().customerId] })
})

const countsAt = (versions: readonly VersionHead[], at: string): VersionHead =>
  versions.find(
    ({ validFrom, validTo }) =>
      validFrom !== null &&
      Date.parse(validFrom) <= Date.parse(at) &&
      (validTo === null || Date.parse(validTo) > Date.parse(at)),
  )!

/** The cell of a zone and a weight, in cents. */
function cellOf({ zones, rows }: PriceSheet, zone: string, kg: number): number {
  const column = zones.findIndex(({ code }) => code === zone)
  const row = rows.find(({ upTo }) => upTo === null || Number(upTo) >= kg)!
  return Math.round(Number(row.prices[column]) * 100)
}

test('on any day the sheet shows what the simulation takes, also of a table that follows another', async () => {
  const versions = {
    base: (await sheetOf(tables.base)).versions,
    follower: (await sheetOf(tables.follower)).versions,
  }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 * 48 }),
      fc.integer({ min: 1, max: 200 }),
      async (halfHours, tenths) => {
        const date = inDays(halfHours / 48)
        const answer = await staff.call(simulator.simulate, {
          serviceCode: 'ECO-PARCEL',
          customerId: world().customerId,
          country: 'DE',
          postalCode: '10115',
          date,
          parcels: [{ weightKg: String(tenths / 10) }],
        })
        const line = answer.lines.find(({ tradeItem }) => tradeItem === FREIGHT)!
        const taken = Math.round(Number(line.amount) * 100)
        const kg = Number(answer.chargeableWeightKg)
        const [own, of] = [countsAt(versions.follower, date), countsAt(versions.base, date)]
        const base = cellOf(await sheetOf(tables.base, of.id), answer.partition.code, kg)
        expect(taken, date).toBe(Math.round((base * (10_000 + own.percentBp!)) / 10_000))
        const sheet = await sheetOf(tables.follower, own.id)
        const { baseChangesAt } = sheet
        if (baseChangesAt === null || Date.parse(date) < Date.parse(baseChangesAt))
          expect(cellOf(sheet, answer.partition.code, kg), date).toBe(taken)
      },
    ),
    { numRuns: 40 },
  )
})
