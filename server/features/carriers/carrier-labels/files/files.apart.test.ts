import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carrierAccounts } from '#contracts/carriers/carrier-accounts.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import {
  openOutBatch,
  outboundScan,
  trackNo,
} from '#server/features/depot/inbound/depot.fixture.ts'
import { createUser, roleId } from '#server/features/platform/users/users.fixture.ts'
import { openWorld, type Client, type World } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { editAccountOf, openAccountFor } from '../carrier-world.fixture.ts'
import { withoutTaker } from './outbound-files.ts'
import { openSftpServer, type SftpServer } from './sftp-server.fixture.ts'

/** Files go to servers on this machine, by jobs of this process: in a database of its own. */
let world: World
let staff: Client
let account: { id: string; serviceId: string }
let web: Server
let sftp: SftpServer
const got: { request: IncomingMessage; body: string }[] = []
let answers: number[] = []
beforeAll(async () => {
  web = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      got.push({ request, body })
      response.writeHead(answers.shift() ?? 201, { 'retry-after': '0' }).end()
    })
  })
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  sftp = await openSftpServer()
  world = await openWorld({
    databaseUrl: await ownDatabase(),
    outboundAllow: [hostOf(web), `127.0.0.1:${sftp.port}`],
  })
  staff = await world.as('tenantAdmin')
  account = await openAccountFor(world, staff, 'dhl')
  await world.db.pool.query(
    `update delivery_service set push_method = '5', label_type = '1' where id = $1`,
    [account.serviceId],
  )
})
afterAll(async () => {
  await world.close()
  await sftp.close()
  await new Promise((done) => web.close(done))
})
beforeEach(() => {
  got.length = 0
  answers = []
})

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`
const httpUrl = () => `http://${hostOf(web)}/in/`
const sftpUrl = () => `sftp://127.0.0.1:${sftp.port}/in`

/** The account's files go there; `settings` are its carrier's too. */
const filesTo = async (settings: Record<string, string>, password = 'secret 1') => {
  await editAccountOf(staff, account.id, {
    mode: 'sandbox',
    settings: { user: 'u', apiKey: 'k', ...settings },
  })
  const rotated = await staff.put('/erp/carrierAccount/rotate', {
    id: account.id,
    secrets: { filePassword: password },
  })
  expect(rotated.result).toEqual({ ok: true, detail: 'ok' })
}

/** A parcel of the service leaves with an outbound batch; the carrier's batch there is then. */
async function shipOne(): Promise<{ id: string; no: string; trackNo: string }> {
  const order = await makeOrder(world, staff, { confirm: true })
  const no = trackNo(order)
  expect((await staff.post('/erp/intoParcel/scan', { no })).status).toBe(200)
  const outbound = await openOutBatch(world)
  expect((await outboundScan(staff, outbound.id, no)).status).toBe(200)
  await staff.call(outBatches.close, { id: outbound.id })
  const find = async () =>
    (
      await world.db.pool.query<{ id: string }>(
        `select id from carrier_batch where tenant_id = $1 and outbound_no = $2`,
        [world.tenantId, outbound.no],
      )
    ).rows
  await expect.poll(async () => (await find()).length).toBe(1)
  return { id: (await find())[0]!.id, no: outbound.no, trackNo: no }
}
const batchOf = async (id: string) =>
  (await staff.get('/erp/carrierBatch/queryById', { id })).result as Record<string, unknown>
const stateOf = async (id: string) => (await batchOf(id))['state']
const itemsOf = async (id: string) =>
  (await staff.get('/erp/carrierBatch/items', { id })).result as {
    counts: Record<string, number>
    notes: string[]
  }
const becomes = (id: string, state: string) => expect.poll(() => stateOf(id)).toBe(state)
const retry = (id: string) => staff.put('/erp/carrierBatch/retry', { id })

test('a closed outbound batch is one file, put to the carrier by HTTPS with its login', async () => {
  await filesTo({ fileUrl: httpUrl(), fileUser: 'anna' })
  const { id, trackNo: no } = await shipOne()
  await becomes(id, 'done')
  expect(got).toHaveLength(1)
  const [{ request, body }] = got as [(typeof got)[number]]
  expect(request.method).toBe('PUT')
  expect(request.url).toMatch(/^\/in\/CB\w+\.csv$/)
  expect(request.headers.authorization).toBe(
    `Basic ${Buffer.from('anna:secret 1').toString('base64')}`,
  )
  const [head, line, ...rest] = body.trim().split('\r\n')
  expect(rest).toEqual([])
  expect(head).toMatch(/^date,account,product,services,parcel_no,order_no,/)
  expect(line).toContain(no)
  expect(await batchOf(id)).toMatchObject({ kind: 'file', parcels: 1 })
  expect((await itemsOf(id)).counts).toMatchObject({ done: 1, waiting: 0 })
  // Its phones and mails are whole: a reader who sees them masked has the batch, and not its file.
  const listed = async (who: Client) =>
    await who.get('/sys/file/list', { ownerKind: 'carrier_batch', ownerId: id, kind: 'attachment' })
  expect(((await listed(staff)).result as { files: unknown[] }).files).toHaveLength(1)
  const role = await staff.post('/sys/role/add', {
    roleCode: 'masked',
    roleName: 'Masked',
    dataScope: 'tenant',
    maskPersonal: true,
  })
  const roles = [await roleId(world, 'tenantAdmin'), (role.result as { id: string }).id]
  const masked = await (await createUser(world, roles)).client()
  expect((await masked.get('/erp/carrierBatch/items', { id })).result).toMatchObject({
    papers: false,
  })
  expect((await listed(masked)).success).toBe(false)
  expect((await retry(id)).error).toBe('carrierBatch.fileSent')
})

test('a busy server is asked again; a refusal stops the batch until it is retried with the same file', async () => {
  await filesTo({ fileUrl: httpUrl() })
  answers = [503, 429, 422]
  const { id } = await shipOne()
  await becomes(id, 'stopped')
  expect(got).toHaveLength(3)
  expect((await itemsOf(id)).notes).toEqual([expect.stringMatching(/refused it.*HTTP 422/)])
  const noticed = async () =>
    (
      await world.db.pool.query(
        `select 1 from notify_occasion where tenant_id = $1 and subject like $2`,
        [world.tenantId, `carrierAccount:${account.id}:%`],
      )
    ).rowCount
  await expect.poll(noticed).toBe(1)
  expect((await retry(id)).result).toEqual({ parcels: 1 })
  await becomes(id, 'done')
  expect(got[3]!.request.url).toBe(got[0]!.request.url)
  expect(got[3]!.body).toBe(got[0]!.body)
  expect((await itemsOf(id)).notes).toEqual([])
})

test('a server that is down leaves the batch running, with the reason, for another time', async () => {
  await filesTo({ fileUrl: httpUrl() })
  answers = Array.from({ length: 9 }, () => 503)
  const { id } = await shipOne()
  await expect.poll(async () => (await itemsOf(id)).notes.length).toBe(1)
  expect(await stateOf(id)).toBe('queued')
  expect((await itemsOf(id)).notes[0]).toContain('tried again by itself')
  answers = []
  expect((await retry(id)).status).toBe(200)
  await becomes(id, 'done')
})

test('a file that is being sent is not sent a second time at once, and one that arrived stays so', async () => {
  await filesTo({ fileUrl: httpUrl() })
  answers = [422]
  const { id } = await shipOne()
  await becomes(id, 'stopped')
  await world.db.pool.query(
    `update carrier_batch set state = 'running', update_time = now() where id = $1`,
    [id],
  )
  expect((await retry(id)).error).toBe('carrierBatch.fileUnderWay')
  // Its process was lost.
  await world.db.pool.query(
    `update carrier_batch set update_time = now() - interval '10 minutes' where id = $1`,
    [id],
  )
  expect((await retry(id)).status).toBe(200)
  await becomes(id, 'done')
  expect(got).toHaveLength(2)
})

test('an address that points elsewhere is not asked again and again', async () => {
  await filesTo({ fileUrl: httpUrl() })
  answers = [302, 302]
  const { id } = await shipOne()
  await becomes(id, 'stopped')
  expect(got).toHaveLength(1)
  expect((await itemsOf(id)).notes).toEqual([expect.stringContaining('points to another address')])
})

test('the file of a batch that was opened again is not sent; the next closing has its own', async () => {
  await filesTo({ fileUrl: httpUrl() })
  answers = [422]
  const { id, no } = await shipOne()
  await becomes(id, 'stopped')
  const outbound = (
    await world.db.pool.query<{ id: string }>(
      `update out_batch set closed_at = closed_at + interval '1 hour' where tenant_id = $1 and no = $2
        returning id`,
      [world.tenantId, no],
    )
  ).rows
  expect(outbound).toHaveLength(1)
  expect((await retry(id)).error).toBe('carrierBatch.reopened')
  expect(got).toHaveLength(1)
})

test('parcels of a service that lost its account are named to who looks after services', async () => {
  await filesTo({ fileUrl: httpUrl() })
  const order = await makeOrder(world, staff, { confirm: true })
  const no = trackNo(order)
  await staff.post('/erp/intoParcel/scan', { no })
  await editAccountOf(staff, account.id, { services: [] })
  const outbound = await openOutBatch(world)
  await outboundScan(staff, outbound.id, no)
  await staff.call(outBatches.close, { id: outbound.id })
  const noticed = async () =>
    (
      await world.db.pool.query(
        `select 1 from sys_announcement where tenant_id = $1 and titile like $2`,
        [world.tenantId, `%${outbound.no}%`],
      )
    ).rowCount
  await expect.poll(noticed).toBeGreaterThan(0)
  await editAccountOf(staff, account.id, {
    services: [{ serviceId: account.serviceId, product: 'V01PAK', options: {} }],
  })
})

test('by SFTP it is there whole, under its name; a server with another key is sent nothing', async () => {
  await filesTo({ fileUrl: sftpUrl(), fileUser: 'anna' })
  const { id, trackNo: no } = await shipOne()
  await becomes(id, 'stopped')
  expect((await itemsOf(id)).notes[0]).toContain(sftp.fingerprint)
  expect(sftp.logins).toEqual([])
  await filesTo({ fileUrl: sftpUrl(), fileUser: 'anna', fileHostKey: sftp.fingerprint }, 'wrong')
  await retry(id)
  await expect
    .poll(async () => (await itemsOf(id)).notes[0])
    .toContain('does not accept user or password')
  await filesTo({ fileUrl: sftpUrl(), fileUser: 'anna', fileHostKey: sftp.fingerprint })
  await retry(id)
  await becomes(id, 'done')
  const [[path, content], ...others] = [...sftp.files] as [[string, Buffer], ...unknown[]]
  expect(others).toEqual([])
  expect(path).toMatch(/^\/in\/CB\w+\.csv$/)
  expect(content.toString('utf8')).toContain(no)
})

test('a test of the account tries its file server too, and leaves nothing there', async () => {
  const tested = async (settings: Record<string, string>, password?: string) => {
    await filesTo(settings, password)
    return (await staff.call(carrierAccounts.test, { id: account.id })).message
  }
  const anna = { fileUrl: sftpUrl(), fileUser: 'anna' }
  const known = { ...anna, fileHostKey: sftp.fingerprint }
  const before = [...sftp.files.keys()]
  expect(await tested(anna)).toContain(sftp.fingerprint)
  expect(await tested(known, 'wrong')).toContain('user or password not accepted')
  const elsewhere = { ...known, fileUrl: sftpUrl().replace('/in', '/out') }
  expect(await tested(elsewhere)).toContain('the folder of the address does not exist')
  expect(await tested({})).toContain('the account has no address')
  expect(await tested(known)).toContain('login, folder and writing are in order')
  expect([...sftp.files.keys()]).toEqual(before)
  // Where files cannot be removed they can be sent all the same: every test leaves the same one.
  sftp.mayRemove = false
  expect(await tested(known)).toContain('login, folder and writing are in order')
  expect(await tested(known)).toContain('login, folder and writing are in order')
  sftp.mayRemove = true
  expect([...sftp.files.keys()]).toEqual([...before, '/in/.parcelyard-test.part'])
  sftp.files.delete('/in/.parcelyard-test.part')
  answers = [401, 403]
  expect(await tested({ fileUrl: httpUrl().replace(/\/$/, '') })).toContain(
    'user or password not accepted',
  )
  expect(got.map(({ request }) => request.url)).toEqual(['/in/'])
  // Many servers take files and list none.
  expect(await tested({ fileUrl: httpUrl() })).toContain('shows with the first one')
})

test('the password is never shown, and is forgotten where the file goes to another server', async () => {
  await filesTo({ fileUrl: httpUrl(), fileUser: 'anna' })
  const read = async () =>
    (await staff.get('/erp/carrierAccount/read', { id: account.id })).result as {
      secrets: Record<string, { set: boolean; last4: string }>
    }
  expect(JSON.stringify(await read())).not.toContain('secret 1')
  expect((await read()).secrets['filePassword']).toEqual({ set: true, last4: expect.any(String) })
  await editAccountOf(staff, account.id, {
    settings: { user: 'u', apiKey: 'k', fileUrl: 'https://files.example.com/in' },
  })
  expect((await read()).secrets['filePassword']).toMatchObject({ set: false })
})

test.each([
  'ftp://files.example.com/in',
  'http://files.example.com/in',
  'https://10.0.0.1/in',
  'https://files.example.com:8443/in',
  'https://u:p@files.example.com/in',
  'sftp://files.example.com:25/in',
  'sftp://127.0.0.1:1/in',
  'sftp://files.example.com/%zz',
  'nonsense',
])('%s is no address for files', async (fileUrl) => {
  const { result } = await staff.get('/erp/carrierAccount/read', { id: account.id })
  const edited = await staff.put('/erp/carrierAccount/edit', {
    ...(result as object),
    settings: { fileUrl },
  })
  expect(edited.success).toBe(false)
  expect(JSON.stringify(edited)).toContain('carrierAccount.fileUrl')
})

test('a service whose files no account takes is not ready, and its orders are not confirmed', async () => {
  const ctx = jobCtx(world.deps, world.tenantId)
  expect(await withoutTaker(ctx, [account.serviceId])).toEqual(new Set())
  await editAccountOf(staff, account.id, { settings: { user: 'u', apiKey: 'k' } })
  expect(await withoutTaker(ctx, [account.serviceId])).toEqual(new Set([account.serviceId]))
  const ready = (await staff.get('/erp/deliveryService/readiness', { id: account.serviceId }))
    .result as { ready: boolean; items: { key: string }[] }
  expect(ready.ready).toBe(false)
  expect(ready.items.map(({ key }) => key)).toContain('fileTaker')
  const order = await makeOrder(world, staff)
  const confirmed = await staff.put('/erp/shipment/confirm', { ids: [order.id] })
  expect(JSON.stringify(confirmed)).toContain('service.noFileTaker')
})
