import { beforeAll, expect, test } from 'vitest'
import { dataLogs, type DataLogRow } from '#contracts/platform/operations/logs.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
type Row = Record<string, unknown> & { id: string; version: number }
const add = async (code: string, more: object = {}) =>
  (await admin.post('/erp/supplier/add', { code, name: 'First', currency: 'EUR', ...more }))
    .result as Row
const edit = async (row: Row, change: object) => {
  const answer = await admin.put('/erp/supplier/edit', { ...row, ...change })
  expect(answer.success, answer.message).toBe(true)
  return answer.result as Row
}
const read = async (id: string) =>
  (await admin.get('/erp/supplier/queryById', { id })).result as Row
const versions = (id: string, client = admin): Promise<DataLogRow[]> =>
  client.call(dataLogs.versions, { dataTable: 'supplier', dataId: id })
const restore = (line: { id: string }, version: number, client = admin) =>
  client.post('/sys/dataLog/restore', { id: line.id, version })

test('an old version comes back as an edit: whole, with what was empty, and logged', async () => {
  const first = await add('RES-1', { contact: 'Ms Weber' })
  const second = await edit(first, { name: 'Second', phone: '+49 69 1234', contact: null })
  const third = await edit(second, { currency: 'CNY' })
  const lines = await versions(first.id)
  expect(lines.map(({ dataVersion, restorable }) => [dataVersion, restorable])).toEqual([
    ['3', false],
    ['2', true],
    ['1', true],
  ])
  const done = await restore(lines[2]!, third.version)
  expect(done).toMatchObject({
    success: true,
    result: { dataTable: 'supplier', dataId: first.id, version: 4 },
  })
  expect(await read(first.id)).toMatchObject({
    name: 'First',
    contact: 'Ms Weber',
    phone: null,
    currency: 'EUR',
    version: 4,
    updateBy: world().username('tenantAdmin'),
  })
  const [line] = (
    await world().db.pool.query(
      `select action, actor, version, diff from data_log where request_id = $1`,
      [done.requestId],
    )
  ).rows as { action: string; actor: string; version: number; diff: object }[]
  expect(line).toMatchObject({
    action: 'edit',
    actor: world().username('tenantAdmin'),
    version: 4,
    diff: {
      name: ['Second', 'First'],
      phone: ['+49 69 1234', null],
      contact: [null, 'Ms Weber'],
      currency: ['CNY', 'EUR'],
    },
  })
  // And forth again: nothing of the past is lost by going back.
  expect((await restore(lines[0]!, 4)).success).toBe(true)
  expect(await read(first.id)).toMatchObject({ name: 'Second', currency: 'CNY', version: 5 })
  expect((await restore(lines[0]!, 5)).error).toBe('dataLog.same')
})

test('of a record older than its log only what the log knows comes back', async () => {
  const { rows } = await world().db.pool.query<{ id: string }>(
    `insert into supplier (tenant_id, code, name, currency, contact)
      values ($1, 'RES-OLD', 'Old', 'EUR', 'Mr Klein') returning id`,
    [world().tenantId],
  )
  const id = rows[0]!.id
  const second = await edit(await read(id), { name: 'New' })
  await edit(second, { name: 'Newer' })
  await world().db.pool.query(`update supplier set contact = 'Ms Gross' where id = $1`, [id])
  const [, older] = await versions(id)
  expect((await restore(older!, 3)).success).toBe(true)
  expect(await read(id)).toMatchObject({ name: 'New', contact: 'Ms Gross' })
})

test('the entity’s own checks and the record’s version hold, and then nothing changes', async () => {
  const first = await add('RES-A')
  const second = await edit(first, { code: 'RES-B' })
  await add('RES-A')
  const [, oldest] = await versions(first.id)
  const taken = await restore(oldest!, second.version)
  expect(taken).toMatchObject({
    success: false,
    code: 400,
    result: { issues: [{ path: 'code', code: 'field.duplicate' }] },
  })
  expect(await restore(oldest!, 1)).toMatchObject({
    success: false,
    code: 409,
    error: 'row.stale',
    result: { code: 'RES-B', version: 2 },
  })
  expect(await read(first.id)).toMatchObject({ code: 'RES-B', version: 2 })
  expect(await versions(first.id)).toHaveLength(2)
})

test('is for those who may do it and may edit the record, within the tenant', async () => {
  const first = await add('RES-R')
  const second = await edit(first, { name: 'Second' })
  const [, oldest] = await versions(first.id)
  for (const role of ['manager', 'finance', 'warehouse', 'customer', 'nobodySpecial'] as const)
    expect((await restore(oldest!, second.version, await world().as(role))).status, role).toBe(403)
  expect((await restore(oldest!, second.version, await world().otherTenantUser())).status).toBe(404)

  // Service may now see and restore versions, but not edit suppliers.
  await world().db.pool.query(
    `insert into sys_role_permission (tenant_id, role_id, permission_id)
      select r.tenant_id, r.id, p.id from sys_role r, sys_permission p
      where r.tenant_id = $1 and r.role_code = 'service'
        and p.perms in ('sys:datalog:list', 'sys:datalog:restore', 'dlv:supplier:list')`,
    [world().tenantId],
  )
  const service = await world().as('service')
  expect((await versions(first.id, service)).map(({ restorable }) => restorable)).toEqual([
    false,
    false,
  ])
  expect((await restore(oldest!, second.version, service)).status).toBe(403)
  expect(await read(first.id)).toMatchObject({ name: 'Second', version: 2 })
})

test('records with an edit of their own, and those that are gone, are not put back', async () => {
  const [user] = (
    await world().db.pool.query<{ id: string; version: number }>(
      'select id, version from sys_user where username = $1',
      [world().username('finance')],
    )
  ).rows
  const id = user!.id
  expect((await admin.put('/sys/user/frozenBatch', { ids: [id], status: '2' })).success).toBe(true)
  expect((await admin.put('/sys/user/frozenBatch', { ids: [id], status: '1' })).success).toBe(true)
  const lines = await admin.call(dataLogs.versions, { dataTable: 'sys_user', dataId: id })
  expect(lines.map(({ restorable }) => restorable)).toEqual([false, false, false])
  expect((await restore(lines[1]!, user!.version + 2)).error).toBe('dataLog.cannotRestore')

  const first = await add('RES-G')
  const second = await edit(first, { name: 'Second' })
  const [, oldest] = await versions(first.id)
  expect((await admin.delete('/erp/supplier/delete', { id: first.id })).success).toBe(true)
  expect((await versions(first.id)).map(({ restorable }) => restorable)).toEqual([
    false,
    false,
    false,
  ])
  expect((await restore(oldest!, second.version)).error).toBe('dataLog.gone')
  for (const body of [
    {},
    { id: 'x', version: 1 },
    { id: oldest!.id, version: '1' },
    { id: oldest!.id },
  ])
    expect((await admin.post('/sys/dataLog/restore', body)).code).toBe(400)
  expect((await restore({ id: '999999999' }, 1)).status).toBe(404)
})
