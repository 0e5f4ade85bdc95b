import { expect, test } from 'vitest'
import { orderDraft } from '#test/orders.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const setRule = (ruleCode: string) =>
  world().db.pool.query(
    `insert into sys_check_rule (tenant_id, rule_name, rule_code, rule_json) values ($1, $2, $2, $3)
      on conflict (tenant_id, rule_code) do update set rule_json = excluded.rule_json`,
    [
      world().tenantId,
      ruleCode,
      JSON.stringify([{ digits: '*', pattern: '[^!]*', message: 'no exclamation mark' }]),
    ],
  )
const refusal = (path: string) => ({
  success: false,
  result: { issues: [{ path, code: 'checkRule.failed', message: 'no exclamation mark' }] },
})

test('a reference is held to the rule of its code, and one that was there before stays', async () => {
  const staff = await world().as('service')
  const draft = await orderDraft(world(), { reference: `OLD!-${Date.now()}`, poCode: 'PO!' })
  const added = await staff.post('/erp/shipment/add', draft)
  expect(added).toMatchObject({ success: true })
  await setRule('order_reference')
  await setRule('po_code')
  const next = await orderDraft(world(), { reference: `NEW!-${Date.now()}` })
  expect(await staff.post('/erp/shipment/add', next)).toMatchObject(refusal('reference'))
  const po = await orderDraft(world(), { poCode: 'P!' })
  expect(await staff.post('/erp/shipment/add', po)).toMatchObject(refusal('poCode'))
  const { id, version } = added.result as { id: string; version: number }
  const edited = { ...draft, id, version, remark: 'changed' }
  expect(await staff.put('/erp/shipment/edit', edited)).toMatchObject({ success: true })
})

test('a user is held to the rules of the tenant, field by field', async () => {
  const admin = await world().as('tenantAdmin')
  await setRule('work_no')
  const roles = await world().db.pool.query<{ id: string }>(
    `select id from sys_role where tenant_id = $1 and role_code = 'finance'`,
    [world().tenantId],
  )
  const user = {
    username: `rule-${Date.now()}`,
    realname: 'Rule',
    password: 'Parcels-2026!',
    selectedroles: roles.rows[0]!.id,
  }
  expect(await admin.post('/sys/user/add', { ...user, workNo: 'W!1' })).toMatchObject({
    success: false,
    result: { issues: [{ path: 'workNo', code: 'checkRule.failed' }] },
  })
})

test('value-added services are those the service can do', async () => {
  const staff = await world().as('service')
  const attributes = { services: ['SIGNATURE', 'TAIL_LIFT'] }
  const draft = await orderDraft(world(), { attributes })
  const choices = async () =>
    (await staff.get('/erp/shipment/choices', { customerId: world().customerId })).result as {
      valueAdded: Record<string, string[]>
    }
  const serviceId = String(draft.serviceId)
  expect((await choices()).valueAdded[serviceId]).toBeUndefined()
  await world().db.pool.query(
    `update delivery_service set value_added = 'signature, NOTIFY' where id = $1`,
    [serviceId],
  )
  expect((await choices()).valueAdded[serviceId]).toEqual(['SIGNATURE', 'NOTIFY'])
  expect(await staff.post('/erp/shipment/add', draft)).toMatchObject({
    success: false,
    result: { issues: [{ path: 'attributes.services', code: 'valueAdded.notOffered' }] },
  })
  const fine = await orderDraft(world(), { attributes: { services: ['SIGNATURE'] } })
  expect(await staff.post('/erp/shipment/add', fine)).toMatchObject({ success: true })
  await world().db.pool.query('update delivery_service set value_added = null where id = $1', [
    serviceId,
  ])
})
