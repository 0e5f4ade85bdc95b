import { expect, test } from 'vitest'
import { handovers } from '#contracts/depot/handovers.ts'
import {
  confirmed,
  inboundScan,
  openOutBatch,
  outBatches,
  outboundScan,
  trackNo,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { Client, useWorld } from '#test/harness.ts'

const world = useWorld()
const STROKES = [[[10, 20] as [number, number], [40, 60] as [number, number]]]
const signature = (more: object = {}) => ({
  driver: 'Jan Novák',
  plate: 'WGM 88123',
  strokes: STROKES,
  ...more,
})

async function loaded() {
  const staff = await world().as('manager')
  const order = await confirmed(world())
  await inboundScan(staff, trackNo(order))
  const { id } = await openOutBatch(world())
  expect(await outboundScan(staff, id, trackNo(order))).toMatchObject({ success: true })
  return { staff, id }
}
async function shipped() {
  const { staff, id } = await loaded()
  await staff.call(outBatches.close, { id })
  return { staff, id }
}
/** The driver's phone, without an account. */
const phone = () => new Client(world().base, null)
const linkOf = (path: string) => path.replace('/user', '')

test('a driver signs once, by a link that shows counts only, and the sheet has the signature', async () => {
  const { staff, id } = await shipped()
  const { path } = await staff.call(handovers.add, { batchId: id })
  const before = await phone().get(linkOf(path))
  expect(before.result).toEqual({
    company: expect.any(String),
    batchNo: expect.any(String),
    depot: 'FRA1 · Frankfurt depot 1',
    pieces: 1,
    bags: 0,
    loose: 1,
    weightKg: expect.any(String),
    shippedAt: expect.any(String),
    signed: null,
  })
  // Six at once: one of them is the signature.
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => phone().post(linkOf(path), signature())),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(answers.find(({ success }) => !success)).toMatchObject({ error: 'handover.signed' })
  expect(await staff.call(handovers.queryById, { batchId: id })).toMatchObject({
    signed: { driver: 'Jan Novák', plate: 'WGM 88123' },
  })
  expect(await staff.post(handovers.add.path, { batchId: id })).toMatchObject({
    error: 'handover.signed',
  })
  const sheet = await staff.get(handovers.sheet.path, { batchId: id })
  expect(sheet.bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('what is not shipped has no link; opened again its link and signature are gone', async () => {
  const { staff, id } = await loaded()
  expect(await staff.post(handovers.add.path, { batchId: id })).toMatchObject({
    error: 'handover.notShipped',
  })
  await staff.call(outBatches.close, { id })
  const first = await staff.call(handovers.add, { batchId: id })
  const second = await staff.call(handovers.add, { batchId: id })
  expect(await phone().get(linkOf(first.path))).toMatchObject({ error: 'handover.unknown' })
  await staff.call(outBatches.reopen, { id, reason: 'one is missing' })
  for (const answer of [
    await phone().get(linkOf(second.path)),
    await phone().post(linkOf(second.path), signature()),
  ])
    expect(answer.success).toBe(false)
  await staff.call(outBatches.close, { id })
  expect(await phone().post(linkOf(second.path), signature())).toMatchObject({ success: true })
  await staff.call(outBatches.reopen, { id, reason: 'wrong truck' })
  await staff.call(outBatches.close, { id })
  expect(await staff.call(handovers.queryById, { batchId: id })).toEqual({ signed: null })
})

test('links of others, old ones and signatures that are none are refused', async () => {
  const { staff, id } = await shipped()
  const { path } = await staff.call(handovers.add, { batchId: id })
  const [, , , tenant, token] = path.split('/')
  const refused = async (link: string, body: object) =>
    expect((await phone().post(link, body)).success, JSON.stringify(body).slice(0, 80)).toBe(false)
  await refused(`/handover/${BigInt(tenant!) + 1n}/${token}`, signature())
  await refused(`/handover/${tenant}/${'A'.repeat(43)}`, signature())
  for (const more of [
    { strokes: [] },
    { strokes: [[[1, 2]]] },
    {
      strokes: [
        [
          [0, 0],
          [9_000, 1],
        ],
      ],
    },
    { strokes: [Array.from({ length: 4_001 }, () => [1, 1])] },
    { driver: ' ' },
    { plate: 'x'.repeat(20_000) },
  ])
    await refused(linkOf(path), signature(more))
  await world().db.pool.query(
    `update out_handover set expires_at = now() - interval '1 minute' where batch_id = $1`,
    [id],
  )
  await refused(linkOf(path), signature())
  const customer = await world().as('customer')
  expect((await customer.post(handovers.add.path, { batchId: id })).status).toBe(403)
})
