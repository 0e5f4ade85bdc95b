import { expect, test } from 'vitest'
import { caseList, cases } from '#contracts/returns/cases/cases.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { confirmed, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { bell } from '#server/features/platform/notices/notices.fixture.ts'
import { createRole, createUser } from '#server/features/platform/users/users.fixture.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const about = { type: 'question', subject: 'Invoice copy', text: 'Which month?' } as const
const customerOf = async (code: string) => {
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id::text from customer where tenant_id = $1 and code = $2',
    [world().tenantId, code],
  )
  return rows[0]!.id
}
const refused = (path: string, code: string) => ({
  success: false,
  result: { issues: [{ path, code }] },
})

test('a case for a customer without a parcel is its to read and answer, and rings there', async () => {
  const service = await world().as('service')
  const made = await service.call(cases.add, {
    ...about,
    source: 'none',
    customerId: world().customerId,
  })
  expect(made).toMatchObject({ customerId: world().customerId, sourceNo: null })
  const customer = await world().as('customer')
  await customer.call(comments.add, { caseId: made.id, text: 'November.', files: [] })
  const thread = await customer.call(comments.list, { caseId: made.id })
  expect(thread.map(({ text }) => text)).toEqual(['Which month?', 'November.'])
  for (const stranger of [
    await world().as('sub'),
    await world().as('otherCustomer'),
    await world().otherTenantUser(),
  ])
    expect((await stranger.get(cases.queryById.path, { id: made.id })).status).toBe(404)
  const titles = async () => (await bell(customer)).sysMsgList.map(({ titile }) => titile).join()
  await expect.poll(titles, { timeout: 90_000 }).toContain(made.no)
})

test('who does not reach a customer opens no case for it', async () => {
  const other = await customerOf('C002')
  const none = { ...about, source: 'none' } as const
  for (const who of ['customer', 'sub'] as const) {
    const answer = await (
      await world().as(who)
    ).post(cases.add.path, { ...none, customerId: other })
    expect(answer, who).toMatchObject(refused('customerId', 'field.ref'))
  }
  const boss = await world().otherTenantUser()
  const answer = await boss.post(cases.add.path, { ...none, customerId: world().customerId })
  expect(answer).toMatchObject(refused('customerId', 'field.ref'))
})

test('a number and another customer together are refused, with its own customer they are not', async () => {
  const order = await confirmed(world())
  const of = { ...about, source: 'number', record: trackNo(order) } as const
  const service = await world().as('service')
  const other = await customerOf('C002')
  expect(await service.post(cases.add.path, { ...of, customerId: other })).toMatchObject(
    refused('customerId', 'case.notItsCustomer'),
  )
  const made = await service.call(cases.add, { ...of, customerId: world().customerId })
  expect(made).toMatchObject({ customerId: world().customerId, sourceNo: trackNo(order) })
})

test('whose a number is, is named to staff who reach it and see customers', async () => {
  const order = await confirmed(world())
  const no = trackNo(order)
  const service = await world().as('service')
  const made = await service.call(cases.add, { ...about, source: 'number', record: no })
  const { customerName } = await service.call(cases.ofNumber, { no: no.toLowerCase() })
  expect(customerName).toBe(made.customerName)
  expect(customerName).toMatch(/./)
  const refusal = { code: 400, result: { issues: [{ path: 'record', code: 'field.ref' }] } }
  expect(await service.get(cases.ofNumber.path, { no: 'NOSUCH1' })).toMatchObject(refusal)
  const boss = await world().otherTenantUser()
  expect(await boss.get(cases.ofNumber.path, { no })).toMatchObject(refusal)
  const role = await createRole(world(), 'tenant', ['ret:case:add', 'ret:case:list'])
  const blind = await (await createUser(world(), [role], {})).client()
  expect(await blind.call(cases.ofNumber, { no })).toEqual({ customerName: null })
  expect((await (await world().as('customer')).get(cases.ofNumber.path, { no })).success).toBe(
    false,
  )
})

test('a case of a parcel names its order to who reaches it, and its list where the number is from', async () => {
  const order = await confirmed(world())
  const of = { ...about, source: 'number', record: trackNo(order) } as const
  const made = await (await world().as('service')).call(cases.add, of)
  const bare = await (
    await world().as('service')
  ).call(cases.add, { ...about, source: 'none', customerId: world().customerId })
  for (const who of ['service', 'customer'] as const) {
    const client = await world().as(who)
    const seen = await client.call(cases.queryById, { id: made.id })
    expect(seen.orderId, who).toBe(String(order.id))
    expect((await client.call(cases.queryById, { id: bare.id })).orderId).toBeNull()
    const { records } = await client.call(caseList.endpoints.list, { no: made.no })
    expect(records).toMatchObject([{ source: 'number', sourceNo: trackNo(order) }])
  }
})
