import { beforeAll, expect, test } from 'vitest'
import { PDFDocument } from '@cantoo/pdf-lib'
import { podFiles } from '#contracts/billing/pod-files.ts'
import { printJobs } from '#contracts/billing/print-jobs.ts'
import { makePods, proofPdf } from '#server/features/billing/pods/pods.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makePrint } from './print-jobs.ts'

const world = useWorld()
let staff: Client
const ctx = () => jobCtx(world().deps, world().tenantId)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  await world().db.pool.query(`update tenant set time_zone = 'Asia/Shanghai' where id = $1`, [
    world().tenantId,
  ])
  staff = await world().as('manager')
})

test('proofs of some days are one file under a cover list; printing again needs a reason', async () => {
  const { pods } = await makePods(world(), 3, { prefix: 'PR' })
  const { pool } = world().db
  const span = { name: '第 12 周', kind: 'pods' as const, from: day(-7), to: day(1) }
  const none = await staff.post(printJobs.add.path, span)
  expect(none.error).toBe('print.nothing')
  for (const { trackNo, id } of pods) {
    const sent = await staff.upload(
      podFiles.upload.path,
      `${trackNo}.pdf`,
      await proofPdf([{ numbers: [trackNo] }]),
    )
    const scan = (sent.result as { id: string }).id
    await pool.query(`update pod_scan set state = 'READ' where id = $1`, [scan])
    const part = await pool.query<{ id: string }>(
      `insert into pod_part (tenant_id, scan_id, from_page, to_page, pod_id)
        values ($1, $2, 1, 1, $3) returning id`,
      [world().tenantId, scan, id],
    )
    await staff.put(podFiles.confirm.path, { ids: [part.rows[0]!.id] })
  }
  const { id, records } = await staff.call(printJobs.add, span)
  expect(records).toBe(3)
  await makePrint(ctx(), id)
  const preview = () => staff.get(printJobs.preview.path, { id })
  // A worker may be making the same set just then.
  await expect.poll(async () => (await preview()).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const seen = await preview()
  expect((await PDFDocument.load(seen.bytes)).getPageCount()).toBe(4)
  // The cover names each paper and its page, also in Chinese.
  const cover = await textOf(await open(seen.bytes), 1)
  expect(cover).toContain('第 12 周')
  for (const { trackNo } of pods) expect(cover).toContain(trackNo)
  const first = await staff.post(printJobs.print.path, { id, copies: 2 })
  expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const again = await staff.post(printJobs.print.path, { id })
  expect(again.success).toBe(false)
  const reason = 'jam'
  expect((await staff.post(printJobs.print.path, { id, reason })).bytes.length).toBeGreaterThan(0)
  expect(await staff.call(printJobs.log, { id })).toMatchObject([
    { copies: 1, reason },
    { copies: 2, reason: null },
  ])
  const gone = await staff.delete('/erp/printJob/delete', { id })
  expect(gone.success).toBe(false)
  for (const client of [await world().as('customer'), await world().as('sub')])
    expect((await client.get(printJobs.preview.path, { id })).status).toBe(403)
  // Who may print, but lists no proofs, sees no set of them.
  await pool.query(`update print_job set kind = 'invoices', create_by = 'finance' where id = $1`, [
    id,
  ])
  const unbound = await world().as('warehouse')
  expect((await unbound.get(printJobs.preview.path, { id })).success).toBe(false)
  expect((await staff.get(printJobs.preview.path, { id })).success).toBe(false)
  expect((await staff.get('/erp/printJob/list')).result).toMatchObject({ total: 0 })
  await pool.query(`update print_job set state = 'READY' where id = $1`, [id])
  expect((await staff.delete('/erp/printJob/delete', { id })).success).toBe(false)
  await pool.query(`update print_job set state = 'PRINTED' where id = $1`, [id])
  await pool.query(`update print_job set kind = 'pods' where id = $1`, [id])
  const elsewhere = await world().otherTenantUser()
  expect((await elsewhere.get(printJobs.preview.path, { id })).status).toBe(404)
})

test('proofs are those of the tenant’s own days', async () => {
  const { pods } = await makePods(world(), 1, { prefix: 'PZ' })
  const { pool } = world().db
  // One minute past midnight of the seventh, by the tenant's clock.
  await pool.query(
    `update pod set file_id = 0, delivered_at = '2026-03-07 00:01 Asia/Shanghai' where id = $1`,
    [pods[0]!.id],
  )
  const records = async (from: string, to = from) =>
    (await staff.post(printJobs.add.path, { name: 'one day', kind: 'pods', from, to })).success
  expect([await records('2026-03-06'), await records('2026-03-07')]).toEqual([false, true])
})
