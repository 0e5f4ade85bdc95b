import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { orderDraft } from '#test/orders.ts'

const world = useWorld()
const count = async (reference: unknown) =>
  (
    await world().db.pool.query('select 1 from shipment where tenant_id = $1 and reference = $2', [
      world().tenantId,
      reference,
    ])
  ).rowCount

test('sixty-four callers with one key: one effect, sixty-four equal answers', async () => {
  const customer = await world().as('customer')
  const draft = await orderDraft(world())
  const answers = await Promise.all(
    Array.from({ length: 64 }, () =>
      customer.post('/erp/shipment/add', draft, { 'Idempotency-Key': 'sixty-four-at-once' }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.bytes.toString())).size).toBe(1)
  expect(answers[0]).toMatchObject({ success: true })
  expect(
    answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true'),
  ).toHaveLength(63)
  expect(await count(draft.reference)).toBe(1)
})

test('the key with another body is refused, without a key twice is two', async () => {
  const customer = await world().as('customer')
  const [first, second] = [await orderDraft(world()), await orderDraft(world())]
  const key = { 'Idempotency-Key': 'one-key-two-bodies' }
  expect((await customer.post('/erp/shipment/add', first, key)).success).toBe(true)
  expect((await customer.post('/erp/shipment/add', second, key)).error).toBe(
    'request.idempotencyReused',
  )
  expect(await count(second.reference)).toBe(0)
})

test('the key is the caller’s own: another’s same key is another’s', async () => {
  const [customer, other] = [await world().as('customer'), await world().as('otherCustomer')]
  const [first, second] = [await orderDraft(world()), await orderDraft(world())]
  const key = { 'Idempotency-Key': 'same-key-two-people' }
  const [one, two] = [
    await customer.post('/erp/shipment/add', first, key),
    await other.post('/erp/shipment/add', second, key),
  ]
  expect([one.success, two.success]).toEqual([true, true])
  expect(two.bytes.toString()).not.toContain(String(first.reference))
})

test('what was refused may be tried again under the same key', async () => {
  const customer = await world().as('customer')
  const draft = await orderDraft(world())
  const key = { 'Idempotency-Key': 'first-wrong-then-right' }
  expect((await customer.post('/erp/shipment/add', { ...draft, parcels: [] }, key)).success).toBe(
    false,
  )
  expect((await customer.post('/erp/shipment/add', draft, key)).success).toBe(true)
  expect(await count(draft.reference)).toBe(1)
})

test.each(['short', 'with space in it', 'x'.repeat(101), 'tab\there-it-is'])(
  'a key like %j is none',
  async (key) => {
    const customer = await world().as('customer')
    const answer = await customer.post('/erp/shipment/add', await orderDraft(world()), {
      'Idempotency-Key': key,
    })
    expect(answer).toMatchObject({
      success: false,
      result: { issues: [{ path: 'Idempotency-Key' }] },
    })
  },
)

test('a key that the contract does not ask for is ignored', async () => {
  const customer = await world().as('customer')
  const key = { 'Idempotency-Key': 'nobody-asked-for-it' }
  const saved = async (value: unknown) =>
    customer.raw('PUT', '/sys/userSetting/save', { body: { key: 'ui', value }, headers: key })
  const [first, second] = [await saved({ a: 1 }), await saved({ a: 2 })]
  expect([first.message, second.success]).toEqual([second.message, true])
  const stored = await world().db.pool.query('select 1 from idempotency where key = $1', [
    key['Idempotency-Key'],
  ])
  expect(stored.rowCount).toBe(0)
})

test('the key with another file, or with other fields, is refused', async () => {
  const admin = await world().as('tenantAdmin')
  const key = { 'Idempotency-Key': 'one-key-two-files' }
  const send = (code: string, fields: Record<string, string> = {}) =>
    admin.upload(
      '/erp/supplier/importExcel',
      'suppliers.csv',
      `code,name,currency\n${code},Key,EUR\n`,
      fields,
      key,
    )
  const first = await send('KEY-1')
  expect(first.result).toMatchObject({ successCount: 1 })
  const again = await send('KEY-1')
  expect(again.bytes.toString()).toBe(first.bytes.toString())
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await send('KEY-2')).error).toBe('request.idempotencyReused')
  expect((await send('KEY-1', { dryRun: 'true' })).error).toBe('request.idempotencyReused')
  const { rows } = await world().db.pool.query(
    `select code from supplier where tenant_id = $1 and code like 'KEY-%'`,
    [world().tenantId],
  )
  expect(rows).toEqual([{ code: 'KEY-1' }])
})
