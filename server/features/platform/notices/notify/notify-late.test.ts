import { beforeAll, expect, test } from 'vitest'
import { parcelsLate, parcelsOnTime } from '#contracts/tracking/alerts.events.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld, type Client, type RoleCode } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { bell } from '../notices.fixture.ts'
import { gatherParcels } from './gather-parcels.ts'

const world = useWorld()
const system = () => jobCtx(world().deps, world().tenantId)
const rows = async <T extends object>(text: string, values: unknown[]) =>
  (await world().db.pool.query<T>(text, values)).rows
const shown = async (client: Client) => (await bell(client)).sysMsgList.map(({ titile }) => titile)
const noted = (cause: string) =>
  rows<{ sent: boolean }>(
    `select sent_at is not null as sent from notify_occasion
      where tenant_id = $1 and event = 'parcelLate' and subject like $2`,
    [world().tenantId, `${cause}:%`],
  )
const speaks = (role: RoleCode, lang: string) =>
  rows(
    `insert into user_setting (user_id, key, value) select id, 'profile.lang', to_jsonb($2::text)
       from sys_user where username = $1`,
    [world().username(role), lang],
  )
beforeAll(async () => {
  await speaks('manager', 'en_US')
  await speaks('service', 'zh_CN')
  await speaks('customer', 'en_US')
})

test('late parcels are reported by cause, in the reader’s language; customers ask for it', async () => {
  const [manager, service, customer] = [
    await world().as('manager'),
    await world().as('service'),
    await world().as('customer'),
  ]
  // The box is read in the language of the page.
  service.lang = 'zh_CN'
  const parcels = []
  for (let n = 0; n < 3; n++)
    parcels.push((await makeOrder(world(), customer, { confirm: true })).parcels[0]!)
  const ids = parcels.map(({ id }) => id)
  const raise = (at: string) =>
    inTx(system(), async (tx) => {
      await tx.emit(parcelsLate, { cause: 'stuck', at, parcelIds: ids.slice(0, 2) })
      await tx.emit(parcelsLate, { cause: 'pickup', at, parcelIds: ids.slice(2) })
    })
  await raise('2026-01-01T00:00:00.000Z')
  await expect.poll(async () => (await noted('stuck')).length).toBe(2)
  await expect.poll(async () => (await noted('pickup')).length).toBe(1)
  await gatherParcels(system())
  await expect
    .poll(async () => (await shown(manager)).toSorted())
    .toEqual([
      '2 parcels have not moved for 72 hours',
      `Parcel ${parcels[2]!.trackNo} has waited for pickup for 5 days`,
    ])
  await expect
    .poll(async () => (await shown(service)).toSorted())
    .toEqual(['2 个包裹轨迹停滞已 72 小时', `包裹 ${parcels[2]!.trackNo} 待自提已满 5 天`])
  expect(await shown(customer)).toEqual([])
  // The same alert again is no news.
  await raise('2026-01-01T00:00:00.000Z')
  expect(await gatherParcels(system())).toBe(0)
  // A parcel that went on before its notice was gathered is none either.
  await inTx(system(), (tx) =>
    tx.emit(parcelsLate, { cause: 'customs', at: '2026-01-02T00:00:00.000Z', parcelIds: ids }),
  )
  await expect.poll(async () => (await noted('customs')).length).toBe(3)
  await inTx(system(), (tx) => tx.emit(parcelsOnTime, { cause: 'customs', parcelIds: ids }))
  await expect.poll(async () => (await noted('customs')).length).toBe(0)
  expect(await gatherParcels(system())).toBe(0)
})
