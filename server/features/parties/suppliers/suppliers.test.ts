import { beforeAll, expect, test, vi } from 'vitest'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { orderDraft } from '#test/orders.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

interface Row extends Record<string, unknown> {
  id: string
  version: number
}
let count = 0
async function supplier(more: object = {}): Promise<Row> {
  const code = `SUP${++count}`
  const answer = await admin.post('/erp/supplier/add', { code, name: `Supplier ${code}`, ...more })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as Row
}
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )

test('contract, credit limit and contacts are stored; a disabled one needs a reason', async () => {
  const row = await supplier({
    currency: 'KWD',
    creditLimit: '1500.125',
    contractFrom: '2026-01-01',
    contractTo: '2026-12-31',
    paymentDays: 30,
  })
  expect(row).toMatchObject({ creditLimit: '1500.125', contractTo: '2026-12-31', noticeDays: 30 })
  const edit = (change: object) => admin.put('/erp/supplier/edit', { ...row, ...change })
  expect(issues(await edit({ enabled: false }))).toEqual(['statusReason:supplier.reasonRequired'])
  expect(issues(await edit({ contractTo: '2025-12-31' }))).toEqual([
    'contractTo:supplier.contractReversed',
  ])
  expect(issues(await edit({ currency: 'JPY', creditLimit: '10.5' }))).toMatchObject([
    expect.stringMatching(/^creditLimit:/),
  ])
  const both = await Promise.all([
    edit({ enabled: false, statusReason: 'Contract ended' }),
    edit({ remark: 'second' }),
  ])
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const contact = { supplierId: row.id, name: 'Li', role: 'Sales', wechat: 'li-01' }
  expect((await admin.post('/erp/supplierContact/add', contact)).success).toBe(true)
  expect(issues(await admin.post('/erp/supplierContact/add', contact))).toEqual([
    'name:field.duplicate',
  ])
})

test('contacts come by a sheet: tried first, refused by cell, the same sheet adds nothing', async () => {
  const { id, code } = await supplier()
  const sheet = ['Supplier,Name,WeChat', `${String(code)},Wang,w1`, 'NONE,Zhao,w2'].join('\n')
  const send = async (fields: Record<string, string> = {}) =>
    (await admin.upload('/erp/supplierContact/importExcel', 'c.csv', sheet, fields)).result
  const stored = async () =>
    ((await admin.get('/erp/supplierContact/list', { supplierId: id })).result as { total: number })
      .total
  expect(await send({ dryRun: 'true' })).toMatchObject({
    successCount: 1,
    errors: [{ row: 3, column: 'Supplier', code: 'field.ref' }],
  })
  expect(await stored()).toBe(0)
  expect(await send()).toMatchObject({ successCount: 1 })
  expect(await send()).toMatchObject({ successCount: 0, errorCount: 2 })
  expect(await stored()).toBe(1)
})

test('files belong to the supplier; customers, sub-accounts and other tenants reach nothing', async () => {
  const { id } = await supplier()
  const of = { ownerKind: 'supplier', ownerId: id, kind: 'document' as const }
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const sent = await admin.upload(recordFiles.upload.path, 'contract.pdf', pdf, of)
  expect(sent.success, sent.message).toBe(true)
  expect((await admin.call(recordFiles.list, of)).files).toMatchObject([
    { fileName: 'contract.pdf' },
  ])
  const other = await world().otherTenantUser()
  for (const client of [await world().as('customer'), await world().as('sub'), other]) {
    expect((await client.get(recordFiles.list.path, of)).status).toBe(404)
    expect((await client.get(supplierDesk.uses.path, { id })).success).toBe(false)
    expect((await client.get(supplierDesk.costTables.path, { id })).success).toBe(false)
  }
  expect((await other.get('/erp/supplier/queryById', { id })).status).toBe(404)
})

test('one in use is not deleted, with what uses it; disabled, its services take no orders', async () => {
  const found = await world().db.pool.query<{ id: string; service: string; code: string }>(
    `select s.id, d.id as service, c.code from supplier s
       join channel c on c.tenant_id = s.tenant_id and c.supplier_id = s.id
       join delivery_service d on d.tenant_id = c.tenant_id and d.channel_id = c.id
     where s.tenant_id = $1 and d.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  const { id, service, code } = found.rows[0]!
  const uses = await admin.call(supplierDesk.uses, { id })
  expect(uses.services.map((one) => one.code)).toContain('ECO-PARCEL')
  const gone = await admin.delete('/erp/supplier/deleteBatch', { ids: id })
  expect(gone.result).toMatchObject({ failed: 1, rows: [{ code: 'supplier.inUse' }] })
  expect((gone.result as { rows: { message: string }[] }).rows[0]!.message).toContain(code)
  const edit = async (change: object) => {
    const row = (await admin.get('/erp/supplier/queryById', { id })).result as Row
    return admin.put('/erp/supplier/edit', { ...row, ...change })
  }
  const refusal = { success: false, error: 'supplier.stillUsed' }
  const byTheWay = await edit({ enabled: false, statusReason: 'Strike' })
  expect(byTheWay).toMatchObject(refusal)
  expect(byTheWay.message).toContain('ECO-PARCEL')
  const { version } = (await admin.get('/erp/supplier/queryById', { id })).result as Row
  const off = { id, version, reason: 'Strike' }
  expect(await admin.put(supplierDesk.switchOff.path, { ...off, seen: [] })).toMatchObject(refusal)
  const seen = uses.services.map((one) => one.id)
  for (const role of ['customer', 'sub', 'nobodySpecial'] as const)
    expect(
      (await (await world().as(role)).put(supplierDesk.switchOff.path, { ...off, seen })).status,
    ).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await stranger.put(supplierDesk.switchOff.path, { ...off, seen })).status).toBe(404)
  await admin.call(supplierDesk.switchOff, { ...off, seen })
  const draft = await orderDraft(world(), { serviceId: service })
  const refused = await (await world().as('manager')).post('/erp/shipment/add', draft)
  expect(refused.success).toBe(false)
  const ready = await admin.call(serviceDesk.readiness, { id: service })
  expect(ready.items.map(({ key }) => key)).toContain('supplier')
  expect((await edit({ enabled: true, statusReason: null })).success).toBe(true)
})

test('cost tables are for those who see costs', async () => {
  const { id } = await supplier()
  await world().db.pool.query(
    `insert into fee (tenant_id, code, name, kind, currency, valid_from, supplier_id)
     values ($1, 'COST-' || $2::text, 'Cost', '2', 'EUR', current_date, $2::bigint)`,
    [world().tenantId, id],
  )
  expect(await admin.call(supplierDesk.costTables, { id })).toMatchObject([
    { code: `COST-${id}`, currency: 'EUR', versions: [] },
  ])
  expect(
    (await (await world().as('service')).get(supplierDesk.costTables.path, { id })).status,
  ).toBe(403)
})

test('a contract that ends soon is announced once, and again when its end is another', async () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const row = await supplier({ contractTo: inDays(10), noticeDays: 15 })
  await supplier({ contractTo: inDays(30), noticeDays: 15 })
  const titles = async () =>
    (
      await world().db.pool.query<{ n: number }>(
        `select count(*)::int as n from sys_announcement where tenant_id = $1
           and bus_type = 'contractEnds' and titile like $2`,
        [world().tenantId, `%${String(row.code)}%`],
      )
    ).rows[0]!.n
  const watch = () => world().db.pool.query(`select graphile_worker.add_job('suppliers.contracts')`)
  await watch()
  await vi.waitUntil(async () => (await titles()) > 0, { timeout: 90_000 })
  const first = await titles()
  await admin.put('/erp/supplier/edit', { ...row, contractTo: inDays(12) })
  await watch()
  await vi.waitUntil(async () => (await titles()) > first, { timeout: 90_000 })
  await watch()
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(await titles()).toBe(first * 2)
})
