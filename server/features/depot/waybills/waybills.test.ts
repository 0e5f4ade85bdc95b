import { beforeAll, expect, test } from 'vitest'
import { houseWaybills } from '#contracts/depot/house-waybills.ts'
import { outPackages } from '#contracts/depot/packages.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { waybillBatchList, waybillBatches } from '#contracts/depot/waybills.ts'
import { useWorld, type Client } from '#test/harness.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outBatches,
  outboundScan,
  pieces,
  trackNo,
} from '../inbound/depot.fixture.ts'

const world = useWorld()
let staff: Client
let templateId: string
beforeAll(async () => {
  staff = await world().as('manager')
  const made = await staff.post('/erp/eventTemplate/add', {
    code: 'FLIGHT',
    text: '航班节点',
    textEn: 'Flight',
    status: '40',
    sub: null,
    visibility: 'PUBLIC',
  })
  templateId = (made.result as { id: string }).id
})

/** A shipped outbound batch with the parcels of one order. */
async function shipped(count = 2) {
  const order = await confirmed(world(), pieces(count))
  const { id } = await openOutBatch(world())
  for (let at = 0; at < count; at++) {
    await inboundScan(staff, trackNo(order, at))
    expect(await outboundScan(staff, id, trackNo(order, at))).toMatchObject({ code: 200 })
  }
  await staff.put(outBatches.close.path, { id })
  // An event is never before its order.
  await world().db.pool.query(
    `update shipment set create_time = create_time - interval '1 hour'
      where tenant_id = $1 and id = $2`,
    [world().tenantId, order.id],
  )
  return { id, parcelIds: order.parcels.map((one) => one.id), order }
}
const draft = async (more: object = {}) => ({
  kind: '1',
  masterNo: '020-12345675',
  depotId: await world().depotId('FRA1'),
  ...more,
})
async function waybill(more: object = {}): Promise<string> {
  const made = await staff.post(waybillBatches.add.path, await draft(more))
  return (made.result as { id: string }).id
}
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const detail = (id: string) => staff.call(waybillBatches.detail, { id })
const settled = (id: string) =>
  expect
    .poll(
      async () =>
        (await detail(id)).milestones.every(
          ({ state }) => state === 'done' || state === 'takenBack',
        ),
      { timeout: 90_000 },
    )
    .toBe(true)
async function events(parcelIds: readonly string[]) {
  const { rows } = await world().db.pool.query<{ parcel: string; at: Date; gone: boolean }>(
    `select parcel_id as parcel, at, cancelled as gone from tracking_event
      where tenant_id = $1 and parcel_id = any($2::bigint[]) and source = 'manual' order by 1, 2`,
    [world().tenantId, parcelIds],
  )
  return rows
}
const standing = async (parcelIds: readonly string[]) =>
  (await events(parcelIds)).filter(({ gone }) => !gone)
const milestone = (id: string, kind: string, at: string, more: object = {}) =>
  staff.post(waybillBatches.addMilestone.path, { id, kind, templateId, at, ...more })

/** The clock of the depot, minutes from now. */
function local(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000)
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .slice(0, 16)
}

test('bad numbers, hours and days are refused at their fields', async () => {
  const add = async (more: object) => staff.post(waybillBatches.add.path, await draft(more))
  const wrong = await add({ masterNo: '020-12345676' })
  expect(issues(wrong)).toEqual(['masterNo:waybill.no.digit'])
  expect(JSON.stringify(wrong.result)).toContain('020-12345675')
  expect(issues(await add({ kind: '2', masterNo: 'ATBE1003091' }))).toEqual([
    'masterNo:waybill.no.ilu',
  ])
  const days = { etd: '2026-11-30', eta: '2026-11-29', etdTime: '25:00' }
  expect(issues(await add(days))).toEqual(['etdTime:waybill.hour', 'eta:waybill.etaBeforeEtd'])
  const made = await add({ masterNo: '02012345675', etd: '2026-11-30', eta: '2026-11-30' })
  expect(made.result).toMatchObject({
    no: expect.stringMatching(/^WB\d+$/),
    masterNo: '020-12345675',
    eta: '2026-11-30',
    status: '0',
  })
})

test('a parcel is in one waybill batch of a leg; its outbound batch stays shipped meanwhile', async () => {
  const out = await shipped()
  const [first, second, next] = [await waybill(), await waybill(), await waybill({ leg: 2 })]
  const add = (id: string) =>
    staff
      .put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })
      .then(({ result }) => result)
  expect(await add(first)).toEqual({ added: 2, elsewhere: 0 })
  expect(await add(second)).toEqual({ added: 0, elsewhere: 2 })
  expect(await add(next)).toEqual({ added: 2, elsewhere: 0 })
  expect(await detail(first)).toMatchObject({ pieces: 2, outBatches: [{ id: out.id, pieces: 2 }] })
  const reopened = await staff.put(outBatches.reopen.path, { id: out.id, reason: 'wrong truck' })
  expect(reopened.error).toBe('outBatch.onWaybill')
  const open = await openOutBatch(world())
  const early = await staff.put(waybillBatches.addBatches.path, {
    id: first,
    outBatchIds: [open.id],
  })
  expect(early.error).toBe('waybill.notShipped')
  await staff.put(waybillBatches.removeBatch.path, { id: first, outBatchId: out.id })
  expect(await detail(first)).toMatchObject({ pieces: 0, weightKg: '0' })
  expect(await add(second)).toEqual({ added: 2, elsewhere: 0 })
})

test('a milestone is on every parcel once; corrected and taken back as a whole', async () => {
  const out = await shipped(3)
  const id = await waybill()
  await staff.put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })
  expect(issues(await milestone(id, '1', local(120)))).toEqual(['at:waybill.future'])
  expect((await milestone(id, '4', local(-2))).error).toBe('waybill.skips')
  const both = await Promise.all([
    milestone(id, '1', local(-2), { place: 'FRA' }),
    milestone(id, '1', local(-1)),
  ])
  expect(both.map(({ success }) => success).toSorted()).toEqual([false, true])
  await settled(id)
  expect(await standing(out.parcelIds)).toHaveLength(3)
  const [departed] = (await detail(id)).milestones
  expect(departed).toMatchObject({ kind: '1', parcels: 3, refused: 0, of: 3 })
  expect(await detail(id)).toMatchObject({ status: '1' })
  const corrected = await staff.put(waybillBatches.correctMilestone.path, {
    milestoneId: departed!.id,
    version: departed!.version,
    at: local(0),
    reason: 'later by the log',
  })
  expect(corrected.success).toBe(true)
  await settled(id)
  const once = await standing(out.parcelIds)
  expect(new Set(once.map(({ parcel }) => parcel)).size).toBe(3)
  expect(once).toHaveLength(3)
  // The place alone can be wrong as well.
  const [noted] = (await detail(id)).milestones.filter(({ state }) => state === 'done')
  const again = {
    milestoneId: noted!.id,
    version: noted!.version,
    at: noted!.local,
    reason: 'wrong place',
  }
  expect(issues(await staff.put(waybillBatches.correctMilestone.path, again))).toEqual([
    'at:waybill.sameTime',
  ])
  const moved = { ...again, place: 'LGG', country: 'be' }
  expect((await staff.put(waybillBatches.correctMilestone.path, moved)).success).toBe(true)
  await settled(id)
  expect(await standing(out.parcelIds)).toHaveLength(3)
  expect((await detail(id)).milestones.find(({ state }) => state === 'done')).toMatchObject({
    place: 'LGG',
    parcels: 3,
  })
  // A parcel that comes later is asked about what happened before.
  const late = await shipped(1)
  const put = { id, outBatchIds: [late.id] }
  expect((await staff.put(waybillBatches.addBatches.path, put)).error).toBe('waybill.hasLeft')
  await staff.put(waybillBatches.addBatches.path, { ...put, withMilestones: true })
  await settled(id)
  const now = (await detail(id)).milestones.find(({ state }) => state === 'done')!
  expect(now).toMatchObject({ of: 4 })
  const back = { milestoneId: now.id, version: now.version, reason: 'wrong flight' }
  expect((await staff.put(waybillBatches.takeBackMilestone.path, back)).success).toBe(true)
  expect(await detail(id)).toMatchObject({ status: '0' })
  await settled(id)
  expect(await standing([...out.parcelIds, ...late.parcelIds])).toEqual([])
  expect(await events(out.parcelIds)).toHaveLength(9)
})

test('an estimate moves the arrival and adds no event', async () => {
  const out = await shipped(1)
  const id = await waybill({ etd: '2026-11-29' })
  await staff.put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })
  await milestone(id, '2', '2099-12-01 06:30', { nature: 'estimated', timeZone: 'Asia/Shanghai' })
  const row = await staff.get('/erp/waybillBatch/list', { no: (await detail(id)).no })
  expect(row.result).toMatchObject({ records: [{ eta: '2099-12-01', etaTime: '06:30' }] })
  expect(await events(out.parcelIds)).toEqual([])
  expect(await detail(id)).toMatchObject({
    status: '0',
    milestones: [{ local: '2099-12-01 06:30', timeZone: 'Asia/Shanghai', parcels: 0 }],
  })
})

test('house waybills reconcile with their batch before it is closed', async () => {
  const out = await shipped(2)
  const id = await waybill()
  await staff.put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })
  const made = await staff.post(houseWaybills.generate.path, { waybillId: id })
  expect(made.result).toEqual({ made: 1, parcels: 2 })
  const again = await staff.post(houseWaybills.generate.path, { waybillId: id })
  expect(again.error).toBe('house.nothing')
  const listed = await staff.get('/erp/houseWaybill/list', { waybillId: id })
  const hawb = (listed.result as { records: { id: string; no: string }[] }).records[0]!
  expect(hawb).toMatchObject({ pieces: 2, customerId: world().customerId })
  const [first] = await staff.call(houseWaybills.parcels, { id: hawb.id })
  await staff.put(houseWaybills.unlink.path, { id: hawb.id, parcelIds: [first!.id] })
  const { version } = await detail(id)
  const close = (despite: boolean) => staff.put(waybillBatches.close.path, { id, version, despite })
  expect((await close(false)).error).toBe('waybill.differs')
  const other = await staff.put(houseWaybills.link.path, {
    id: hawb.id,
    numbers: ['NOBODY', first!.no],
  })
  expect(other.result).toMatchObject({ done: 1, failed: 1 })
  expect((await close(false)).error).toBe('row.stale')
  const fresh = { id, version: (await detail(id)).version, despite: false }
  expect((await staff.put(waybillBatches.close.path, fresh)).success).toBe(true)
  expect(
    (await staff.put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })).code,
  ).toBe(409)
  for (const path of [
    `${waybillBatches.manifest.path}?id=${id}&format=pdf`,
    `${waybillBatches.manifest.path}?id=${id}&format=csv`,
    `${waybillBatches.customsFile.path}?id=${id}`,
    `${houseWaybills.print.path}?id=${hawb.id}`,
  ])
    expect((await staff.raw('GET', path)).bytes.length).toBeGreaterThan(300)
  expect(await staff.call(houseWaybills.checkCustoms, { id: hawb.id })).toEqual(expect.any(Array))
})

test('customers and other tenants reach none of it', async () => {
  const id = await waybill()
  for (const role of ['customer', 'sub'] as const)
    expect((await (await world().as(role)).get(waybillBatches.detail.path, { id })).status).toBe(
      403,
    )
  const stranger = await world().otherTenantUser()
  expect((await stranger.get(waybillBatches.detail.path, { id })).code).toBe(404)
  expect((await stranger.post(houseWaybills.generate.path, { waybillId: id })).code).toBe(404)
  expect(waybillBatchList.scope).toBe('tenant')
})

test('the track search finds parcels by batch, master waybill, house waybill and bag', async () => {
  const out = await shipped(2)
  const id = await waybill({ masterNo: '020-99887760' })
  await staff.put(waybillBatches.addBatches.path, { id, outBatchIds: [out.id] })
  await staff.post(houseWaybills.generate.path, { waybillId: id })
  const { pool } = world().db
  const one = async (from: string) =>
    (await pool.query<{ no: string }>(`select no from ${from} order by id desc limit 1`)).rows[0]!
      .no
  const [outNo, wayNo, houseNo] = [
    await one(`out_batch where id = ${out.id}`),
    await one(`waybill_batch where id = ${id}`),
    await one(`house_waybill where waybill_id = ${id}`),
  ]
  const bag = await staff.call(outPackages.add, { depotId: await world().depotId('FRA1') })
  await pool.query(
    `insert into out_package_parcel (tenant_id, package_id, parcel_id, open, from_state)
      values ($1, $2, $3, false, 30)`,
    [world().tenantId, bag.id, out.parcelIds[0]],
  )
  const nos = [outNo, wayNo, '020-99887760', houseNo, bag.no]
  const found = async (client: Client) =>
    (await client.call(tracking.search, { nos })).flatMap(({ asked, found: is, hits }) =>
      is ? [`${nos.indexOf(asked)}/${hits}`] : [],
    )
  expect(await found(staff)).toEqual([
    '0/2',
    '0/2',
    '1/2',
    '1/2',
    '2/2',
    '2/2',
    '3/2',
    '3/2',
    '4/1',
  ])
  // Batches are the company's own; the customer's own papers name the house waybill.
  expect(await found(await world().as('customer'))).toEqual(['3/2', '3/2'])
  expect(await found(await world().as('otherCustomer'))).toEqual([])
  expect(await found(await world().otherTenantUser())).toEqual([])
})
