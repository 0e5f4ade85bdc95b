import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { caseMailbox, caseMails } from '#contracts/returns/cases/case-mail.ts'
import { caseList, cases } from '#contracts/returns/cases/cases.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { useWorld } from '#test/harness.ts'
import { readStored, storeMail } from './take-in.ts'

const world = useWorld()
const SECRET = 'a secret of the hook, long enough'
const system = () => asSystem(jobCtx(world().deps, world().tenantId), world().tenantId)
const settings = {
  address: 'case@firm.example',
  host: '',
  port: 993,
  security: 'tls' as const,
  user: '',
  folder: 'INBOX',
  checkedBy: 'mx.firm.example',
}
let set = false
async function setUp(): Promise<void> {
  if (set) return
  set = true
  const admin = await world().as('tenantAdmin')
  const state = await admin.call(caseMailbox.settings, {})
  await admin.call(caseMailbox.save, {
    settings,
    enabled: true,
    version: state.version,
    hookSecret: SECRET,
  })
}

let mails = 0
interface Arrived {
  state: string
  case_id: string | null
}
interface Sent {
  from?: string
  to?: string
  subject?: string
  text?: string
  head?: readonly string[]
  body?: Buffer
}
const PASSED = 'Authentication-Results: mx.firm.example; dmarc=pass header.from=example.com'
/** Takes a mail in as the poll does, and answers what became of it. */
async function arrived(of: Sent): Promise<Arrived> {
  await setUp()
  const id = `<m${++mails}.${world().tenantId}@buyer.example>`
  const raw = Buffer.concat([
    Buffer.from(
      [
        `From: ${of.from ?? 'Buyer <buyer@example.com>'}`,
        `To: ${of.to ?? settings.address}`,
        `Subject: ${of.subject ?? 'Where is it'}`,
        `Message-ID: ${id}`,
        ...(of.head ?? []),
        ...(of.body
          ? []
          : ['Content-Type: text/plain; charset=utf-8', '', of.text ?? 'Please help.', '']),
      ].join('\r\n'),
    ),
    ...(of.body ? [Buffer.from('\r\n'), of.body] : []),
  ])
  const ctx = system()
  await storeMail(ctx, raw)
  const { rows } = await world().db.pool.query<{ id: string }>(
    'select id from case_mail where tenant_id = $1 order by id desc limit 1',
    [world().tenantId],
  )
  await readStored(ctx, { mailId: rows[0]!.id })
  const read = await world().db.pool.query<Arrived>(
    'select state, case_id from case_mail where id = $1',
    [rows[0]!.id],
  )
  return read.rows[0]!
}
const tokenOf = async (caseId: string, side: string): Promise<string> =>
  (
    await world().db.pool.query<{ token: string }>(
      'select token from case_address where case_id = $1 and side = $2',
      [caseId, side],
    )
  ).rows[0]!.token
const thread = async (caseId: string) =>
  (await world().as('manager')).call(comments.list, { caseId })

test('one thread: a buyer writes, staff and a carrier answer, internal words stay inside', async () => {
  const first = await arrived({ head: [PASSED], text: 'My parcel is not here.' })
  expect(first.state).toBe('taken')
  const caseId = first.case_id!
  const boss = await world().as('manager')
  await boss.call(comments.add, { caseId, text: 'We ask the carrier.', files: [] })
  await boss.call(comments.addInternal, { caseId, text: 'driver is new', files: [] })
  await boss.call(comments.mail, { caseId, to: 'desk@carrier.example', text: 'Where is it?' })
  const carrier = await arrived({
    from: 'Desk <desk@carrier.example>',
    to: `case+${await tokenOf(caseId, 'carrier')}@firm.example`,
    subject: 'AW: [#CAR-12345] lost',
    text: 'Found in Köln.\n\n> Where is it?',
  })
  expect(carrier).toMatchObject({ state: 'taken', case_id: caseId })
  const buyer = await arrived({
    to: `case+${await tokenOf(caseId, 'customer')}@firm.example`,
    subject: 'quite another subject',
    text: 'Thank you',
  })
  expect(buyer).toMatchObject({ state: 'taken', case_id: caseId })
  expect((await thread(caseId)).map(({ kind, text }) => [kind, text])).toEqual([
    ['comment', 'My parcel is not here.'],
    ['comment', 'We ask the carrier.'],
    ['note', 'driver is new'],
    ['carrier', 'Where is it?'],
    ['carrier', 'Found in Köln.'],
    ['comment', 'Thank you'],
  ])
  expect((await boss.call(cases.queryById, { id: caseId })).references).toContain('CAR-12345')
  const out = await world().db.pool.query<{ es_receiver: string; es_content: string }>(
    `select es_receiver, es_content from sys_message where tenant_id = $1 and about = $2 order by id`,
    [world().tenantId, `case:${caseId}`],
  )
  expect(out.rows.map(({ es_receiver }) => es_receiver)).toEqual([
    'buyer@example.com',
    'buyer@example.com',
    'desk@carrier.example',
  ])
  expect(out.rows.map(({ es_content }) => es_content).join()).not.toContain('driver')
})

test('machines change nothing, and a loop of one without marks ends', async () => {
  const { case_id: caseId } = await arrived({ head: [PASSED], text: 'Hello.' })
  const boss = await world().as('manager')
  await boss.call(comments.add, {
    caseId: caseId!,
    text: 'Which number?',
    files: [],
    status: 'waitingCustomer',
  })
  const to = `case+${await tokenOf(caseId!, 'customer')}@firm.example`
  for (const head of [
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['Return-Path: <>'],
    ['X-Autoreply: yes'],
  ])
    expect((await arrived({ to, head })).state, head[0]).toBe('machine')
  // A stranger's mail is not ours because it claims so.
  expect((await arrived({ head: ['X-Parcelyard-Mail: 1-2'] })).state).toBe('taken')
  const seal = createHmac('sha256', world().deps.env.secretKey)
    .update(`mail of ${world().tenantId}: 1-2`)
    .digest('hex')
  expect((await arrived({ to, head: [`X-Parcelyard-Mail: 1-2.${seal}`] })).state).toBe('own')
  expect(await boss.call(cases.queryById, { id: caseId! })).toMatchObject({
    status: 'waitingCustomer',
  })
  for (let n = 0; n < 5; n++) {
    await arrived({ to, text: `I am away ${n}` })
    const now = await boss.call(cases.queryById, { id: caseId! })
    if (now.status === 'open')
      await boss.call(cases.setStatus, { ids: [caseId!], status: 'waitingCustomer' })
  }
  expect(await boss.call(cases.queryById, { id: caseId! })).toMatchObject({
    status: 'waitingCustomer',
    flagged: true,
  })
})

test('a sender who is not shown to be it is staff’s to read, and is not the customer’s word', async () => {
  const made = await (
    await world().as('customer')
  ).call(cases.add, { type: 'question', subject: 'x', source: 'none', text: 'y' })
  const forged = await arrived({ subject: `[${made.no}] x`, text: 'Pay to me.' })
  expect(forged.case_id).not.toBe(made.id)
  const stranger = await world().as('customer')
  const seen = await stranger.get(cases.queryById.path, { id: forged.case_id! })
  expect(seen.status).toBe(404)
  expect((await thread(forged.case_id!))[0]).toMatchObject({ unproven: true })
})

test('without words, in Chinese letters of old, with a picture of a signature and a file', async () => {
  const gbk = Buffer.concat([
    Buffer.from(
      'Content-Type: text/plain; charset=gb18030\r\nContent-Transfer-Encoding: 8bit\r\n\r\n',
    ),
    Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
  ])
  const hello = await arrived({ body: gbk })
  expect((await thread(hello.case_id!))[0]!.text).toBe('你好')
  const none = await arrived({ text: ' ' })
  expect((await thread(none.case_id!))[0]!.text).toMatch(/原邮件|as it came/)
  const csv = Buffer.from('a;b\n1;2\n')
  const parts = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Only <b>a page</b></p>',
    '--b',
    'Content-Type: text/csv; name="list.csv"',
    'Content-Disposition: attachment; filename="list.csv"',
    'Content-Transfer-Encoding: base64',
    '',
    csv.toString('base64'),
    '--b',
    'Content-Type: image/svg+xml; name="x.svg"',
    'Content-Disposition: attachment; filename="x.svg"',
    '',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '--b--',
    '',
  ]
  const page = await arrived({ body: Buffer.from(parts.join('\r\n')) })
  const [entry] = await thread(page.case_id!)
  expect(entry).toMatchObject({ text: expect.stringContaining('a page'), leftOut: ['x.svg'] })
  expect(entry!.files.map(({ fileName }) => fileName)).toEqual(['list.csv'])
})

test('the hook asks for its secret, and stores a mail once', async () => {
  await setUp()
  const { rows } = await sql<{ code: string }>`select code from tenant
    where id = ${world().tenantId}`.execute(system().db)
  const path = caseMails.mail.path.replace('{tenant}', rows[0]!.code)
  const send = async (secret: string, name = rows[0]!.code) => {
    const form = new FormData()
    form.append('file', new Blob(['From: a@b.example\r\nSubject: s\r\n\r\nhi\r\n']), 'mail.eml')
    const answer = await fetch(`${world().base}${path.replace(rows[0]!.code, name)}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${secret}` },
    })
    return answer.status
  }
  expect(await send('wrong')).toBe(401)
  expect(await send(SECRET, 'no-such-tenant')).toBe(401)
  const count = async () =>
    (
      await world().db.pool.query(`select 1 from case_mail where tenant_id = $1`, [
        world().tenantId,
      ])
    ).rowCount!
  const before = await count()
  expect(await send(SECRET)).toBe(200)
  expect(await send(SECRET)).toBe(200)
  expect(await count()).toBe(before + 1)
})

test('what a carrier writes moves nothing the customer sees, nor do its numbers find the case', async () => {
  const customer = await world().as('customer')
  const made = await customer.call(cases.add, {
    type: 'question',
    subject: 'carrier silent',
    source: 'none',
    text: 'y',
  })
  const boss = await world().as('manager')
  await boss.call(comments.mail, { caseId: made.id, to: 'desk@carrier.example', text: 'Where?' })
  const seen = async () =>
    (await customer.call(caseList.endpoints.list, { find: 'carrier silent' })).records[0]!
  const before = await seen()
  await arrived({
    from: 'Desk <desk@carrier.example>',
    to: `case+${await tokenOf(made.id, 'carrier')}@firm.example`,
    subject: 'AW: [#CAR-77777]',
  })
  const after = await seen()
  expect(after.lastAt).toBe(before.lastAt)
  expect(after).toMatchObject({ createBy: null, updateBy: null })
  expect((await customer.call(cases.queryById, { id: made.id })).references).toEqual([])
  const found = await customer.call(caseList.endpoints.list, { find: 'CAR-77777' })
  expect(found.records).toEqual([])
  expect((await boss.call(caseList.endpoints.list, { find: 'CAR-77777' })).records).toHaveLength(1)
})
