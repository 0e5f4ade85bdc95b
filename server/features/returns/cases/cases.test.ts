import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cases, caseList } from '#contracts/returns/cases/cases.ts'
import { publicCases } from '#contracts/returns/cases/write-to-us.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { confirmed, trackNo } from '#server/features/depot/inbound/depot.fixture.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import { bell } from '#server/features/platform/notices/notices.fixture.ts'
import { useWorld } from '#test/harness.ts'
import { noticeLateCases } from './late-job.ts'
import { notesOf } from './thread/notes.ts'

const world = useWorld()
const about = { type: 'question', subject: 'Where is it?', source: 'none' } as const
const opened = async (more: Record<string, unknown> = {}) =>
  (await world().as('customer')).call(cases.add, { ...about, text: 'It is late.', ...more })
const thread = async (who: 'customer' | 'manager', caseId: string) =>
  (await world().as(who)).call(comments.list, { caseId })

test('an order number opens a case of the order, for who may see it', async () => {
  const { id, serialNumber } = await confirmed(world())
  const byOrder = { source: 'number', record: serialNumber.toLowerCase() } as const
  expect(await opened(byOrder)).toMatchObject({
    source: 'shipment',
    sourceId: id,
    sourceNo: serialNumber,
  })
  const other = await world().as('otherCustomer')
  expect(await other.post(cases.add.path, { ...about, ...byOrder, text: 'Mine?' })).toMatchObject({
    result: { issues: [{ path: 'record', code: 'field.ref' }] },
  })
})

test('a case is opened from a number, answered, waits without its clock, and is done', async () => {
  const order = await confirmed(world())
  const made = await opened({ source: 'number', record: trackNo(order) })
  expect(made).toMatchObject({
    status: 'open',
    sourceNo: trackNo(order),
    dueAt: null,
    may: ['comment'],
  })
  const boss = await world().as('manager')
  const seen = await boss.call(cases.queryById, { id: made.id })
  expect(seen).toMatchObject({ customerId: expect.any(String), dueAt: expect.any(String) })
  expect(seen.clock.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(8 * 60)
  await boss.call(comments.add, {
    caseId: made.id,
    text: 'Which street?',
    files: [],
    status: 'waitingCustomer',
  })
  expect(await boss.call(cases.queryById, { id: made.id })).toMatchObject({ dueAt: null })
  await (
    await world().as('customer')
  ).call(comments.add, { caseId: made.id, text: 'Hauptstr. 1', files: [] })
  const back = await boss.call(cases.queryById, { id: made.id })
  expect(back).toMatchObject({ status: 'open', dueAt: expect.any(String) })
  const done = await boss.call(cases.setStatus, { ids: [made.id], status: 'resolved' })
  expect(done).toMatchObject({ done: 1 })
  const mine = await (await world().as('customer')).call(cases.queryById, { id: made.id })
  const rated = await (
    await world().as('customer')
  ).call(cases.rate, { id: made.id, version: mine.version, rating: 5 })
  expect(rated).toMatchObject({ rating: 5, assigneeName: null, watchers: [] })
})

test('an internal comment reaches no customer, and the database itself refuses to show it', async () => {
  const made = await opened()
  const boss = await world().as('manager')
  const secret = 'the driver admits it'
  const answer = await boss.post(comments.addInternal.path, {
    caseId: made.id,
    text: secret,
    files: [],
    recipients: ['buyer@example.com'],
  })
  expect(answer.success, answer.message).toBe(true)
  await boss.call(comments.add, { caseId: made.id, text: 'We look into it.', files: [] })
  expect((await thread('manager', made.id)).map(({ kind }) => kind)).toEqual([
    'comment',
    'note',
    'comment',
  ])
  const customer = await world().as('customer')
  const read = [
    await customer.get(comments.list.path, { caseId: made.id }),
    await customer.get(cases.queryById.path, { id: made.id }),
    await customer.get(caseList.endpoints.list.path, { find: 'driver admits' }),
    await customer.get(caseList.endpoints.exportXls.path, {}),
  ]
  for (const one of read) expect(one.bytes.toString()).not.toContain(secret)
  expect((await thread('customer', made.id)).map(({ by }) => by)).toEqual([
    expect.any(String),
    'Customer service',
  ])
  const refused = await customer.post(comments.addInternal.path, {
    caseId: made.id,
    text: 'x',
    files: [],
  })
  expect(refused.status).toBe(403)
  const mails = await world().db.pool.query(
    `select 1 from sys_message where tenant_id = $1 and es_content like '%driver%'`,
    [world().tenantId],
  )
  expect(mails.rowCount).toBe(0)
  // Whatever statement names the table: without the word of staff the database refuses.
  const system = asSystem(jobCtx(world().deps, world().tenantId), world().tenantId)
  await expect(
    sql`select n.text from ${system.rows('caseNote').as('n')}`.execute(system.db),
  ).rejects.toThrow('read by staff only')
  await expect(notesOf(system, made.id)).rejects.toThrow()
})

test('staff opens a case with an internal comment: the customer sees the case and not the text', async () => {
  const order = await confirmed(world())
  const of = { source: 'number', record: trackNo(order), text: 'the driver admits it' } as const
  const boss = await world().as('manager')
  const made = await boss.call(cases.add, { ...about, ...of, internal: true })
  expect((await thread('manager', made.id)).map(({ kind }) => kind)).toEqual(['note'])
  expect(await thread('customer', made.id)).toEqual([])
  const customer = await world().as('customer')
  const refused = await customer.post(cases.add.path, { ...about, ...of, internal: true })
  expect(refused.status).toBe(403)
})

test('a case staff opens rings with its customer, one with an internal comment does not', async () => {
  const order = await confirmed(world())
  const of = { source: 'number', record: trackNo(order), text: 'Please look.' } as const
  const boss = await world().as('manager')
  const [quiet, made] = [
    await boss.call(cases.add, { ...about, ...of, internal: true }),
    await boss.call(cases.add, { ...about, ...of }),
  ]
  const customer = await world().as('customer')
  const rung = async () => (await bell(customer)).sysMsgList.map(({ titile }) => titile).join()
  await expect.poll(rung, { timeout: 90_000 }).toContain(made.no)
  expect(await rung()).not.toContain(quiet.no)
})

test('another customer, another tenant and a sub-account see nothing of it', async () => {
  const made = await opened()
  const boss = await world().as('manager')
  const strangers = [
    await world().as('otherCustomer'),
    await world().otherTenantUser(),
    await world().as('sub'),
  ]
  for (const stranger of strangers) {
    expect((await stranger.get(cases.queryById.path, { id: made.id })).status).toBe(404)
    expect((await stranger.get(comments.list.path, { caseId: made.id })).status).toBe(404)
    const wrote = await stranger.post(comments.add.path, { caseId: made.id, text: 'x', files: [] })
    expect(wrote.status).toBe(404)
    const list = await stranger.call(caseList.endpoints.list, {})
    expect(list.records.map(({ id }) => id)).not.toContain(made.id)
  }
  expect((await thread('manager', made.id)).length).toBe(1)
  const [first] = await boss.call(comments.staff, {})
  expect(await boss.call(cases.assign, { ids: [made.id], userId: first!.id })).toMatchObject({
    done: 1,
  })
})

test('cases with other readers do not become one', async () => {
  const boss = await world().as('manager')
  const mine = await opened()
  const subs = await (
    await world().as('sub')
  ).call(cases.add, { ...about, text: 'Mine alone.', files: [] })
  const theirs = await (
    await world().as('otherCustomer')
  ).call(cases.add, { ...about, text: 'Theirs.', files: [] })
  for (const into of [subs, theirs]) {
    const { version } = await boss.call(cases.queryById, { id: mine.id })
    const answer = await boss.put(cases.merge.path, { id: mine.id, version, intoNo: into.no })
    expect(answer).toMatchObject({ result: { issues: [{ code: 'case.otherCustomer' }] } })
  }
})

test('merged, all of one case is in the other, and an old one answered late makes a new case', async () => {
  const [one, two] = [await opened(), await opened({ text: 'Again.' })]
  const boss = await world().as('manager')
  await boss.call(comments.addInternal, { caseId: one.id, text: 'staff word', files: [] })
  const seen = await boss.call(cases.queryById, { id: one.id })
  await boss.call(cases.merge, { id: one.id, version: seen.version, intoNo: two.no })
  expect((await thread('manager', two.id)).map(({ text }) => text)).toEqual([
    'It is late.',
    'Again.',
    'staff word',
  ])
  expect(await boss.call(cases.queryById, { id: one.id })).toMatchObject({
    mergedIntoNo: two.no,
    status: 'closed',
  })
  const closed = await boss.post(comments.add.path, { caseId: one.id, text: 'x', files: [] })
  expect(closed.error).toBe('case.merged')
  await boss.call(cases.setStatus, { ids: [two.id], status: 'closed' })
  await world().db.pool.query(
    `update service_case set ended_at = now() - interval '60 days' where id = $1`,
    [two.id],
  )
  const customer = await world().as('customer')
  await customer.call(comments.add, { caseId: two.id, text: 'And now?', files: [] })
  const { records } = await customer.call(caseList.endpoints.list, { status: 'open' })
  const next = await customer.call(cases.queryById, { id: String(records[0]!.id) })
  expect(next.previousNo).toBe(two.no)
  // What is written to the old one again goes on there.
  await customer.call(comments.add, { caseId: two.id, text: 'Hello?', files: [] })
  const after = await customer.call(caseList.endpoints.list, { status: 'open' })
  expect(after.total).toBe(records.length)
  expect((await thread('customer', next.id)).map(({ text }) => text)).toEqual([
    'And now?',
    'Hello?',
  ])
})

test('past its time it is announced once, and in the hours of people', async () => {
  const made = await opened()
  const late = async (at: string) => {
    const system = asSystem(jobCtx(world().deps, world().tenantId), world().tenantId)
    await withClock(
      () => Date.parse(at),
      () => noticeLateCases(system),
    )
    const { rows } = await world().db.pool.query<{ at: Date | null }>(
      'select late_noticed_at as at from service_case where id = $1',
      [made.id],
    )
    return rows[0]!.at !== null
  }
  expect(await late('2099-01-03T02:00:00Z')).toBe(false)
  expect(await late('2099-01-05T10:00:00Z')).toBe(true)
})

test('a message from the tracking page is a stranger’s: answers go there only where asked', async () => {
  const order = await confirmed(world())
  const no = trackNo(order)
  const { rows } = await world().db.pool.query<{ code: string }>(
    `select s.postal_code as code from tracking_number t
      join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id where t.number = $1`,
    [no],
  )
  const write = async (more: Record<string, string> = {}) => {
    const answer = await fetch(`${world().base}${publicCases.open.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        no,
        postcode: rows[0]!.code,
        email: 'Stranger@example.com',
        text: 'Send it to me.',
        ...more,
      }),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as { result?: { no?: string; mail?: boolean } },
    }
  }
  const [wrong, unknown] = [await write({ postcode: '00000' }), await write({ no: 'XX99999999' })]
  expect(wrong.body.result?.no).toBeUndefined()
  expect(wrong.status).toBe(unknown.status)
  const all = await Promise.all(Array.from({ length: 8 }, () => write()))
  const made = all.flatMap(({ body }) => (body.result?.no ? [body.result.no] : []))
  expect(made).toHaveLength(3)
  // No channel is set up here: the visitor is not promised a mail.
  expect(all.filter(({ body }) => body.result?.mail === false)).toHaveLength(3)
  const boss = await world().as('manager')
  // The first one made got the day's mail.
  const list = await boss.call(caseList.endpoints.list, { find: made.toSorted()[0]! })
  const caseId = String(list.records[0]!.id)
  const mails = async () =>
    (
      await world().db.pool.query(`select 1 from sys_message where tenant_id = $1 and about = $2`, [
        world().tenantId,
        `case:${caseId}`,
      ])
    ).rowCount
  await boss.call(comments.add, { caseId, text: 'For the merchant.', files: [] })
  expect(await mails()).toBe(1)
  await boss.call(comments.add, {
    caseId,
    text: 'For the stranger.',
    files: [],
    to: ['contact'],
  })
  expect(await mails()).toBe(2)
  expect((await thread('customer', caseId)).map(({ text, unproven }) => [text, unproven])).toEqual([
    ['Send it to me.', true],
    ['For the merchant.', false],
  ])
  const nobody = await boss.post(comments.add.path, { caseId, text: 'x', files: [], to: [] })
  expect(nobody.success).toBe(false)
  const customer = await world().as('customer')
  expect(
    (await customer.call(caseList.endpoints.list, { find: 'For the stranger' })).records,
  ).toEqual([])
})

test('only who sees a case is given it or named in it', async () => {
  const order = await confirmed(world())
  const made = await opened({ source: 'shipment', record: String(order.id) })
  const boss = await world().as('manager')
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id::text from sys_user where username = $1',
    [world().username('service')],
  )
  const userId = rows[0]!.id
  // Bound to depots, of which there are none, for a moment.
  const scope = (to: string) =>
    world().db.pool.query(
      `update sys_role set data_scope = $3 where tenant_id = $1 and id in (select role_id
        from sys_user_role where tenant_id = $1 and user_id = $2)`,
      [world().tenantId, userId, to],
    )
  await scope('depot')
  const assign = () => boss.call(cases.assign, { ids: [made.id], userId })
  const mention = () =>
    boss.post(comments.addInternal.path, { caseId: made.id, text: 'Look', mentions: [userId] })
  expect(await assign()).toMatchObject({ done: 0, failed: 1 })
  expect(await mention()).toMatchObject({ result: { issues: [{ code: 'case.notSeenBy' }] } })
  expect(await thread('manager', made.id)).toHaveLength(1)
  await scope('tenant')
  expect(await assign()).toMatchObject({ done: 1 })
  expect(await mention()).toMatchObject({ success: true })
})

test('the cases of an order are those of its parcels, too, for each within reach', async () => {
  const order = await confirmed(world())
  const { id: parcelId } = order.parcels[0]!
  const ofParcel = await opened({ source: 'parcel', record: parcelId })
  const ofOrder = await opened({ source: 'shipment', record: String(order.id) })
  await opened()
  const found = async (who: 'manager' | 'customer' | 'sub' | 'otherCustomer', record: string) => {
    const client = await world().as(who)
    const { records } = await client.call(caseList.endpoints.list, { about: record })
    return records.map(({ id }) => id).toSorted()
  }
  const both = [ofParcel.id, ofOrder.id].toSorted()
  for (const record of [`shipment:${order.id}`, `parcel:${parcelId}`]) {
    expect(await found('manager', record)).toEqual(both)
    expect(await found('customer', record)).toEqual(both)
    expect(await found('otherCustomer', record)).toEqual([])
    expect(await found('sub', record)).toEqual([])
  }
  const boss = await world().as('manager')
  const odd = await boss.get(caseList.endpoints.list.path, { about: 'sys_user:1' })
  expect(odd).toMatchObject({ result: { issues: [{ path: 'about' }] } })
})
