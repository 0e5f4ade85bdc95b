import { expect, test } from 'vitest'
import { problemReports, REPORTS_AN_HOUR } from '#contracts/platform/messaging/problem-reports.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const report = (client: Client, more: object = {}) =>
  client.post(problemReports.report.path, {
    requestId: '3cbe11d1-eb7c-416f-9a44-0f74dd55510a',
    path: '/shipment/b2c',
    text: 'I saved <a href="https://evil.example">an order</a>',
    ...more,
  })
const received = async () =>
  (
    await world().db.pool.query<{ titile: string; content: string; users: string; page: string }>(
      `select titile, msg_content as content, user_ids as users, open_page as page
      from sys_announcement where tenant_id = $1 and bus_type = 'problemReported' order by id`,
      [world().tenantId],
    )
  ).rows

test('a report goes to the staff who read the logs, as plain words with where to look', async () => {
  const sub = await world().as('sub')
  expect((await report(sub)).success).toBe(true)
  await expect.poll(async () => (await received()).length).toBe(1)
  const [notice] = await received()
  expect(notice!.content).toContain('3cbe11d1-eb7c-416f-9a44-0f74dd55510a')
  expect(notice!.content).toContain('/shipment/b2c')
  expect(notice!.content).not.toContain('<a')
  expect(notice!.page).toContain('requestId=3cbe11d1')
  const { rows: admins } = await world().db.pool.query<{ id: string }>(
    'select id from sys_user where username = $1',
    [world().username('tenantAdmin')],
  )
  expect(notice!.users.split(',')).toContain(admins[0]!.id)
  const customers = await world().db.pool.query<{ n: number }>(
    `select count(*)::int as n from sys_user where customer_id is not null
      and id = any(string_to_array(trim(trailing ',' from $1), ',')::bigint[])`,
    [notice!.users],
  )
  expect(customers.rows[0]!.n).toBe(0)
})

test('a hundred at once are a few, and the rest are asked to come back', async () => {
  const customer = await world().as('customer')
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) => report(customer, { text: `again ${n}` })),
  )
  expect(all.filter(({ success }) => success)).toHaveLength(REPORTS_AN_HOUR)
  expect(all.find(({ success }) => !success)).toMatchObject({ error: 'problem.tooMany' })
  // Another person's reports are not held up by it.
  expect((await report(await world().as('service'))).success).toBe(true)
})

test('what is no report is refused', async () => {
  const client = await world().as('finance')
  for (const more of [
    { text: '' },
    { text: 'x'.repeat(20_000) },
    { path: '/'.repeat(20_000) },
    { requestId: '"><script>' },
  ])
    expect((await report(client, more)).code).toBe(400)
  expect((await report(world().anonymous)).status).toBe(401)
})
