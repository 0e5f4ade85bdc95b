import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { attachmentList, attachments } from '#contracts/returns/attachments.ts'
import { cases } from '#contracts/returns/cases/cases.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { clearPrincipalCaches } from '#server/features/platform/session/principals.ts'
import { makeOrder } from '#test/orders.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n%${text}\n`)

async function onOrder(text: string): Promise<{ id: string; no: string; customer: Client }> {
  const customer = await world().as('customer')
  const order = await makeOrder(world(), customer, { confirm: true })
  const answer = await customer.upload('/sys/file/upload', 'paper.pdf', pdf(text), {
    ownerKind: 'shipment',
    ownerId: order.id,
    kind: 'attachment',
  })
  if (!answer.success) throw new Error(answer.message)
  return { id: (answer.result as { id: string }).id, no: order.serialNumber, customer }
}

test('files are found by the number of their record, tagged, replaced as a version and packed', async () => {
  const { id, no } = await onOrder('one')
  const boss = await world().as('manager')
  const list = async (more = {}) =>
    (await boss.call(attachments.list, { recordNo: no, ...more })).records
  expect((await list()).map(({ fileName }) => fileName)).toEqual(['paper.pdf'])
  expect(await boss.call(attachments.tag, { id, tags: 'claim, photo' })).toMatchObject({
    tags: 'claim, photo',
  })
  const next = await boss.upload(`${attachments.replace.path}?id=${id}`, 'new.pdf', pdf('two'))
  expect(next).toMatchObject({ success: true, result: { fileName: 'new.pdf' } })
  expect((await list()).map(({ fileName }) => fileName)).toEqual(['new.pdf'])
  expect((await list({ replaced: 'true' })).length).toBe(2)
  const ids = (await list({ replaced: 'true' })).map((row) => String(row.id))
  const zip = await boss.get(attachments.zip.path, { ids: ids.join(',') })
  expect(Object.keys(unzipSync(zip.bytes)).toSorted()).toEqual(['new.pdf', 'paper.pdf'])
  const again = await boss.upload(`${attachments.replace.path}?id=${id}`, 'x.pdf', pdf('three'))
  expect(again.error).toBe('file.replaced')
})

test('strangers see and take nothing, and files of internal comments are for staff', async () => {
  const { id, customer } = await onOrder('mine')
  const made = await customer.call(cases.add, {
    type: 'question',
    subject: 'x',
    source: 'none',
    text: 'y',
    files: [],
  })
  const boss = await world().as('manager')
  const sent = await boss.upload('/sys/common/upload', 'inside.pdf', pdf('inside'))
  await boss.call(comments.addInternal, { caseId: made.id, text: 'z', files: [sent.message] })
  const inside = (await boss.call(attachmentList.endpoints.list, { ownerKind: 'case_note' }))
    .records
  expect(inside.map(({ fileName }) => fileName)).toEqual(['inside.pdf'])
  const mine = await customer.call(attachments.list, {})
  expect(mine.records.map(({ fileName }) => fileName)).not.toContain('inside.pdf')
  const noteFile = String(inside[0]!.id)
  expect((await customer.get(attachments.zip.path, { ids: noteFile })).status).toBe(404)
  for (const stranger of [await world().as('otherCustomer'), await world().otherTenantUser()]) {
    expect((await stranger.get(attachments.queryById.path, { id })).status).toBe(404)
    expect((await stranger.get(attachments.zip.path, { ids: id })).status).toBe(404)
  }
  expect((await customer.delete(attachments.deleteBatch.path, { ids: id })).status).toBe(403)
  expect(await boss.call(attachments.deleteBatch, { ids: [id] })).toMatchObject({ done: 1 })
})

test('a removed version does not bring back what it replaced, and only staff look back', async () => {
  const { id, no, customer } = await onOrder('first')
  const boss = await world().as('manager')
  const replaced = async (by: string, of: string) =>
    String(
      (
        (await boss.upload(`${attachments.replace.path}?id=${of}`, `${by}.pdf`, pdf(by)))
          .result as { id: string }
      ).id,
    )
  const second = await replaced('second', id)
  const third = await replaced('third', second)
  const names = async (client: Client, more: object = {}) =>
    (await client.call(attachments.list, { recordNo: no, ...more })).records.map(
      ({ fileName }) => fileName,
    )
  expect(await names(customer, { replaced: 'true' })).toEqual(['third.pdf'])
  await boss.call(attachments.deleteBatch, { ids: [second] })
  expect(await names(boss)).toEqual(['third.pdf'])
  expect(await names(boss, { replaced: 'true' })).toHaveLength(2)
  await boss.call(attachments.deleteBatch, { ids: [third] })
  expect(await names(boss, { replaced: 'true' })).toEqual([])
})

test('of records beyond reach no names are shown, and a version keeps who sent it when', async () => {
  const { id, customer } = await onOrder('secret words')
  const boss = await world().as('manager')
  const before: Partial<Sent> = await boss.call(attachments.queryById, { id })
  const next = await boss.upload(`${attachments.replace.path}?id=${id}`, 'new.pdf', pdf('four'))
  const after: Partial<Sent> = await boss.call(attachments.queryById, { id })
  expect([after.createBy, after.createTime]).toEqual([before.createBy, before.createTime])
  expect(next.result).toMatchObject({ createBy: world().username('manager') })
  const scope = (to: string) =>
    world().db.pool.query(
      `update sys_role set data_scope = $3 where tenant_id = $1 and id in (select r.role_id
        from sys_user_role r join sys_user u on u.id = r.user_id
        where r.tenant_id = $1 and u.username = $2)`,
      [world().tenantId, world().username('service'), to],
    )
  await scope('depot')
  clearPrincipalCaches()
  const service = await world().as('service')
  const { records } = await service.call(attachments.list, {})
  expect(records.map(({ fileName }) => fileName)).not.toContain('new.pdf')
  await scope('tenant')
  clearPrincipalCaches()
  const seen = (await customer.call(attachments.list, {})).records
  expect(seen.map(({ fileName }) => fileName)).toContain('new.pdf')
})

interface Sent {
  createBy: string | null
  createTime: string
}
