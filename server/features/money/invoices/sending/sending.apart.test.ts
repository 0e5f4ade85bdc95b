import { beforeAll, expect, test } from 'vitest'
import { invoiceMails } from '#contracts/money/invoice-mails.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { messageTemplateList } from '#contracts/platform/messaging/message-templates.ts'
import type { Client } from '#test/harness.ts'
import { LOST } from '#server/features/platform/messages/fake-servers.fixture.ts'
import {
  admin,
  prepareMessageServers,
  setUpMail,
  smtp,
  world,
} from '#server/features/platform/messages/messages.fixture.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  issued,
  key,
  TO,
} from '../invoices.fixture.ts'

prepareMessageServers()
let finance: Client
beforeAll(async () => {
  await setUpMail()
  finance = await world.as('finance')
  await enterCompany(world)
})

const read = (id: string) => finance.call(invoices.queryById, { id })
const status = async (id: string) => (await read(id)).mailStatus
const reaches = (id: string, wanted: string) =>
  expect.poll(() => status(id), { timeout: 90_000 }).toBe(wanted)
const send = (id: string, again = false) => finance.call(invoiceMails.send, { ids: [id], again })
const query = (text: string, values: unknown[]) => world.db.pool.query(text, values)
const mailTo = (address: string) =>
  smtp.mails.filter(({ to }) => to.some((line) => line.includes(`<${address}>`)))
const emailOf = async (customerId: string) =>
  (
    await world.db.pool.query<{ email: string }>(`select email from customer where id = $1`, [
      customerId,
    ])
  ).rows[0]!.email
const setting = async (sendOnIssue: boolean) => {
  const { version, ...now } = await finance.call(invoices.setting, {})
  await finance.call(invoices.saveSetting, { ...now, sendOnIssue, version })
}

test('an invoice goes to the address for invoices with its PDF, once; again only if wished', async () => {
  const { id, customerId } = await issued(world, finance, { net: [2_500n] })
  await query(`update customer set invoice_email = 'rechnung@example.com' where id = $1`, [
    customerId,
  ])
  const others = Array.from({ length: 999 }, (_, at) =>
    String(9_000_000_000_000_000_000n + BigInt(at)),
  )
  expect(await finance.call(invoiceMails.receivers, { ids: [id, ...others] })).toEqual({
    mails: true,
    onIssue: false,
    receivers: [{ id, email: 'rechnung@example.com' }],
  })
  const both = await Promise.all([send(id), send(id)])
  expect(both.map(({ done }) => done).toSorted()).toEqual([0, 1])
  await reaches(id, 'sent')
  expect(await read(id)).toMatchObject({ sentTo: 'rechnung@example.com' })
  const [mail, ...more] = mailTo('rechnung@example.com')
  expect(more).toEqual([])
  const { number } = await read(id)
  expect(mail!.data).toContain(`Invoice ${number}`)
  expect(mail!.data).toContain(`${number}.pdf`)
  expect(mail!.data).toContain(Buffer.from('%PDF-1.').toString('base64').slice(0, 8))
  expect((await send(id)).rows[0]).toMatchObject({ ok: false, code: 'invoice.mailSent' })
  expect((await send(id, true)).done).toBe(1)
  await expect.poll(() => mailTo('rechnung@example.com').length, { timeout: 90_000 }).toBe(2)
  await reaches(id, 'sent')
  const { mails } = await finance.call(invoices.detail, { id })
  expect(mails.map((one) => one.status)).toEqual(['sent', 'sent'])
})

test('the tenant’s own words, the XRechnung where it is wanted, a draft and no address refused', async () => {
  const made = await admin.call(messageTemplateList.endpoints.add, {
    templateCode: 'invoiceMail.invoice',
    templateName: 'Ours',
    templateType: '2',
    subject: 'Own {{number}}',
    subjectEn: 'Own {{number}}',
    templateContent: 'Own words for {{customer}}: {{gross}} {{currency}}',
    enabled: true,
  } as never)
  const customerId = await invoicedCustomer(world)
  await query(
    `update customer set invoice_xml = true, buyer_reference = '04011000-12345-67' where id = $1`,
    [customerId],
  )
  await charge(world, customerId, { currency: 'JPY', net: [500n] })
  const id = await draftOf(world, finance, await accountOf(world, customerId, 'receivable', 'JPY'))
  expect((await send(id)).rows[0]).toMatchObject({ code: 'invoice.notIssued' })
  await finance.call(invoices.issue, { ids: [id] })
  const email = await emailOf(customerId)
  await query(`update customer set email = null where id = $1`, [customerId])
  const refused = (await send(id)).rows[0]!
  expect(refused.code).toBe('invoice.noAddress')
  expect(refused.message).toContain(email.split('@')[0])
  await query(`update customer set email = $2 where id = $1`, [customerId, email])
  await send(id)
  await reaches(id, 'sent')
  const { number } = await read(id)
  const { data } = mailTo(email)[0]!
  expect(data).toContain(`Own ${number}`)
  expect(data).toContain('595 JPY')
  expect(data).toContain(`${number}.xml`)
  await admin.delete('/message/sysMessageTemplate/delete', { id: made.id })
})

test('an invoice that cannot be electronic is refused to who takes XRechnung, to others it warns', async () => {
  const customerId = await invoicedCustomer(world)
  await query(`update customer set invoice_xml = true, buyer_reference = null where id = $1`, [
    customerId,
  ])
  await charge(world, customerId)
  const accountId = await accountOf(world, customerId)
  const preview = await finance.call(invoices.preview, { accountId, to: TO })
  expect(preview.needsXml).toBe(true)
  expect(preview.plainRules).toEqual([expect.stringContaining('BR-DE-15')])
  const id = await draftOf(world, finance, accountId)
  const before = await finance.call(invoices.detail, { id })
  expect([before.needsXml, before.plainRules]).toEqual([true, preview.plainRules])
  const refused = (await finance.call(invoices.issue, { ids: [id] })).rows[0]!
  expect(refused).toMatchObject({ ok: false, code: 'invoice.notElectronic' })
  expect(refused.message).toContain('buyerReference')
  expect((await read(id)).number).toBeNull()
  await query(`update customer set buyer_reference = '04011000-12345-67' where id = $1`, [
    customerId,
  ])
  expect(await finance.call(invoices.issue, { ids: [id] })).toMatchObject({ done: 1 })

  const abroad = await invoicedCustomer(world)
  await charge(world, abroad, { currency: 'KWD', net: [401n, 600n] })
  const dinars = await accountOf(world, abroad, 'receivable', 'KWD')
  const draft = await draftOf(world, finance, dinars)
  const issuedPlain = await finance.call(invoices.issue, { ids: [draft] })
  expect(issuedPlain).toMatchObject({ done: 1, rows: [{ warnings: [{ code: 'invoice.plain' }] }] })
})

test('issuing sends by itself where the tenant wants it; a credit note too; who has no address is named', async () => {
  await setting(true)
  const { id, customerId } = await issued(world, finance)
  await reaches(id, 'sent')
  const note = await finance.raw('POST', '/erp/invoice/credit', {
    body: { id, version: (await read(id)).version, frees: true, reason: 'address' },
    headers: key(),
  })
  const noteId = (note.result as { id: string }).id
  await reaches(noteId, 'sent')
  const subjects = mailTo(await emailOf(customerId)).map(
    ({ data }) => /Subject: (.*)/.exec(data)![1],
  )
  expect(subjects).toEqual([
    expect.stringContaining('Invoice'),
    expect.stringContaining('Credit note'),
  ])
  const bare = await invoicedCustomer(world)
  await query(`update customer set email = null where id = $1`, [bare])
  await charge(world, bare)
  const draft = await draftOf(world, finance, await accountOf(world, bare))
  const done = await finance.call(invoices.issue, { ids: [draft] })
  expect(done).toMatchObject({ done: 1, rows: [{ warnings: [{ code: 'invoice.noAddress' }] }] })
  expect(await read(draft)).toMatchObject({ status: 'issued', mailStatus: 'noAddress' })
  await setting(false)
})

test('a failure stands on the invoice; an interrupted one is not sent twice; a cancelled one may go', async () => {
  const { id, customerId } = await issued(world, finance)
  smtp.replies.data = LOST
  await send(id)
  await reaches(id, 'failed')
  const { mails } = await finance.call(invoices.detail, { id })
  expect(mails[0]).toMatchObject({ status: 'failed', detail: expect.stringContaining('not known') })
  expect(mailTo(await emailOf(customerId))).toHaveLength(1)
  smtp.replies.data = '451 later'
  await send(id)
  await expect
    .poll(
      async () =>
        (await query(`select es_result from sys_message order by id desc limit 1`, [])).rows[0],
    )
    .toMatchObject({ es_result: expect.stringContaining('451') })
  expect(await status(id)).toBe('waiting')
  expect((await send(id, true)).rows[0]).toMatchObject({ code: 'invoice.mailWaiting' })
  const last = await world.db.pool.query<{ id: string }>(`select max(id) as id from sys_message`)
  await admin.post('/message/sysMessage/cancel', { ids: [last.rows[0]!.id] })
  await reaches(id, 'cancelled')
  smtp.replies.data = '250 ok'
  expect((await send(id)).done).toBe(1)
  await reaches(id, 'sent')
})

test('a customer, a sub-account and another tenant send nothing and see no mails', async () => {
  const { id } = await issued(world, finance)
  for (const role of ['customer', 'sub', 'sales'] as const)
    expect((await (await world.as(role)).post('/erp/invoice/send', { ids: [id] })).status).toBe(403)
  const stranger = await (await world.otherTenantUser()).post('/erp/invoice/send', { ids: [id] })
  expect(stranger.result).toMatchObject({ done: 0, failed: 1 })
  expect(await status(id)).toBe(null)
})
