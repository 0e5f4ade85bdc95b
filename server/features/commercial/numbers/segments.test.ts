import { beforeAll, describe, expect, test, vi } from 'vitest'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useWorld()
let admin: Client
let serviceId = ''
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'EXP-AIR'`,
    [world().tenantId],
  )
  serviceId = rows[0]!.id
})

let count = 0
async function segment(change: Record<string, unknown> = {}) {
  const answer = await admin.post('/erp/numberSegment/add', {
    code: `SEG${world().tenantId}-${++count}`,
    serviceId,
    scheme: 'CUSTOM',
    prefix: `T${world().tenantId}S${String.fromCharCode(64 + count)}`,
    suffix: '',
    checkRule: 'mod10_31',
    startNo: 1_000,
    endNo: 1_099,
    status: '0',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as { id: string; code: string; version: number }
}
const row = async (id: string) =>
  (await admin.get('/erp/numberSegment/queryById', { id })).result as {
    status: string
    endNo: number
    version: number
  }
const codesOf = (answer: { rows: { code: string | null }[] }) => answer.rows.map(({ code }) => code)
/** The job that looks after numbers, until what is waited for is there. */
async function watch(done: () => Promise<boolean>): Promise<void> {
  await world().db.pool.query(`select graphile_worker.add_job('numbers.watch')`)
  await vi.waitUntil(done, { timeout: 90_000, interval: 100 })
}

describe('a segment', () => {
  test('is activated, closed and extended, each only where that is open', async () => {
    const { id } = await segment()
    expect(codesOf(await admin.call(numberSegments.activate, { ids: [id] }))).toEqual([null])
    expect(codesOf(await admin.call(numberSegments.activate, { ids: [id] }))).toEqual([
      'segment.isActive',
    ])
    const { version } = await row(id)
    const extend = (endNo: number, at = version) =>
      admin.put('/erp/numberSegment/extend', { id, endNo, version: at })
    const issues = async (endNo: number) =>
      ((await extend(endNo)).result as { issues: { code: string }[] }).issues.map((i) => i.code)
    expect(await issues(1_099)).toEqual(['segment.notLonger'])
    // Serials of five digits would be other numbers than those of four.
    expect(await issues(10_000)).toEqual(['segment.wider'])
    expect((await extend(1_500, version - 1)).error).toBe('row.stale')
    const other = await segment({ prefix: (await prefixOf(id))!, startNo: 2_000, endNo: 2_100 })
    expect(await issues(2_050)).toEqual(['segment.overlap'])
    expect((await extend(1_500)).result).toMatchObject({ endNo: 1_500, status: '1' })
    expect(codesOf(await admin.call(numberSegments.close, { ids: [id, other.id] }))).toEqual([
      null,
      null,
    ])
    expect(codesOf(await admin.call(numberSegments.close, { ids: [id] }))).toEqual([
      'segment.isClosed',
    ])
  })

  const prefixOf = async (id: string) =>
    (
      await world().db.pool.query<{ prefix: string }>(
        `select prefix from number_segment where tenant_id = $1 and id = $2`,
        [world().tenantId, id],
      )
    ).rows[0]?.prefix

  test('that was closed is not activated over a range another one has by now', async () => {
    const first = await segment()
    const prefix = await prefixOf(first.id)
    await admin.call(numberSegments.close, { ids: [first.id] })
    await segment({ prefix, startNo: 1_050, endNo: 1_060 })
    const refused = await admin.call(numberSegments.activate, { ids: [first.id] })
    expect(refused.rows[0]).toMatchObject({ ok: false, issues: [{ code: 'segment.overlap' }] })
  })

  test('shows what it would issue, with the working, and takes nothing', async () => {
    const { id } = await segment({
      scheme: 'S10',
      prefix: `Y${String.fromCharCode(65 + (Number(world().tenantId) % 26))}`,
      suffix: 'GB',
      checkRule: null,
      startNo: (Number(world().tenantId) % 900) * 10_000,
      endNo: (Number(world().tenantId) % 900) * 10_000 + 50,
    })
    const trial = await admin.call(numberSegments.trial, { id, count: 3 })
    expect(trial).toHaveLength(3)
    for (const { number, work } of trial) {
      expect(number[10]).toBe(work!.check)
      expect(work!.steps).toHaveLength(8)
      expect(work!.steps.reduce((sum, step) => sum + step.result, 0)).toBe(work!.sum)
      expect(work).toMatchObject({ rule: 'mod11_s10', remainder: work!.sum % 11 })
    }
    expect(await admin.call(numberSegments.trial, { id, count: 3 })).toEqual(trial)
    const outside = await admin.get('/erp/numberSegment/trial', { id, from: 1, count: 1 })
    expect((outside.result as { issues: { code: string }[] }).issues[0]!.code).toBe(
      'segment.serialOutside',
    )
  })

  test('of another tenant is neither seen nor changed; customers have no part in it', async () => {
    const { id } = await segment()
    const stranger = await world().otherTenantUser()
    expect(codesOf(await stranger.call(numberSegments.activate, { ids: [id] }))).toEqual([
      'row.missing',
    ])
    expect(await stranger.call(numberSegments.counts, { ids: [id] })).toEqual({})
    expect((await stranger.get('/erp/numberSegment/trial', { id })).success).toBe(false)
    for (const role of ['customer', 'sub', 'warehouse'] as const) {
      const client = await world().as(role)
      for (const path of ['activate', 'close'])
        expect((await client.put(`/erp/numberSegment/${path}`, { ids: [id] })).success).toBe(false)
    }
    expect((await row(id)).status).toBe('0')
  })
})

describe('the low mark', () => {
  test('is reported once each time it is reached: on the bell, and by mail to who chose it', async () => {
    await world().db.pool.query(
      `update number_segment set status = '3' where tenant_id = $1 and service_id = $2`,
      [world().tenantId, serviceId],
    )
    const { id, code } = await segment({ startNo: 0, endNo: 9, lowWater: 50, status: '1' })
    const manager = await world().as('manager')
    await manager.post('/sys/user/notifyRules/edit', {
      rules: { numbersLow: { system: true, email: true, sms: false } },
      quiet: null,
      digest: 'off',
    })
    await world().db.pool.query(
      `update sys_user set email = $2 where tenant_id = $1 and username = $3`,
      [world().tenantId, `numbers${world().tenantId}@example.com`, world().username('manager')],
    )
    const take = (pieces: number) =>
      makeOrder(world(), admin, {
        confirm: true,
        change: { serviceId, parcels: Array.from({ length: pieces }, () => parcel()) },
      })
    const level = async () =>
      (
        await world().db.pool.query<{ level: number }>(
          `select low_level as level from number_segment where tenant_id = $1 and id = $2`,
          [world().tenantId, id],
        )
      ).rows[0]!.level
    const notices = async () =>
      (
        await world().db.pool.query<{ title: string }>(
          `select titile as title from sys_announcement
            where tenant_id = $1 and bus_type = 'numbersLow' and titile like $2 order by id`,
          [world().tenantId, `%${code}%`],
        )
      ).rows.map(({ title }) => title)
    const mails = async () =>
      (
        await world().db.pool.query<{ n: number }>(
          `select count(*)::int as n from notify_waiting where tenant_id = $1
            and event = 'numbersLow' and channel = 'email' and title like $2`,
          [world().tenantId, `%${code}%`],
        )
      ).rows[0]!.n
    await take(5)
    await watch(async () => (await level()) === 1 && (await mails()) === 1)
    await vi.waitUntil(async () => (await notices()).length > 0, { timeout: 90_000 })
    const first = (await notices()).length
    await take(1)
    await world().db.pool.query(`select graphile_worker.add_job('numbers.watch')`)
    await take(1)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await notices()).length).toBe(first)
    await take(3)
    await watch(async () => (await level()) === 2 && (await mails()) === 2)
    // Extended, it may fall again.
    const counts = async () => (await admin.call(numberSegments.counts, { ids: [id] }))[id]!
    expect(await counts()).toMatchObject({ free: 0, used: 10, level: 'empty', perDay: 10 })
    const refused = await admin.put('/erp/shipment/confirm', {
      ids: [(await makeOrder(world(), admin, { change: { serviceId } })).id],
    })
    expect((refused.result as { rows: { message: string }[] }).rows[0]!.message).toContain(
      'EXP-AIR',
    )
  })
})
