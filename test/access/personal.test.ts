import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { cruds, features } from '#contracts/catalogue.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { PERSONAL } from '#contracts/kit/personal.ts'
import { savedReport } from '#server/features/insight/reports/reports.fixture.ts'
import { attachedFiles } from '#server/features/platform/messages/index.ts'
import { createUser, roleId } from '#server/features/platform/users/users.fixture.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Client } from '../harness.ts'
import { orderDraft } from '../orders.ts'

/** Names that read alike and are no person's: numbers of a company, switches, states. */
const NOT_PERSONAL: ReadonlySet<string> = new Set([
  // The number of a department, of a country, of the company itself.
  'mobile',
  'phoneCode',
  'taxNo',
  // Whether one can be sent; what became of it, and which.
  'mail',
  'mails',
  'mailId',
  'mailStatus',
  'mailDetail',
])

const world = useWorld()
let whole: Client
let masked: Client
let maskedId: string
const PHONE = '13912345678'
const MAIL = 'secret.person@hidden-mail.example'
const TAX = 'DE136695976'
const secrets = [PHONE, MAIL, TAX]
const shown = (text: string): string[] => secrets.filter((secret) => text.includes(secret))

interface Made {
  id: string
  version: number
  phone: string
  email: string
}
let customer: Made
let order: Record<string, unknown> & { id: string; version: number }

/** Paths the masked user asked: each must be one that exists. */
const asked = new Set<string>()
function recorded(client: Client): Client {
  const raw = client.raw.bind(client)
  client.raw = (method, path, options) => {
    asked.add(path)
    return raw(method, path, options)
  }
  return client
}

async function made(path: string, body: Record<string, unknown>): Promise<Made> {
  const answer = await whole.post(path, body)
  if (!answer.success)
    throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as Made
}

beforeAll(async () => {
  const w = world()
  const roles = await Promise.all(['tenantAdmin', 'manager'].map((code) => roleId(w, code)))
  whole = await (await createUser(w, roles)).client()
  const role = await whole.post('/sys/role/add', {
    roleCode: 'masked',
    roleName: 'Masked',
    dataScope: 'tenant',
    maskPersonal: true,
  })
  const { id } = role.result as { id: string }
  const user = await createUser(w, [...roles, id])
  maskedId = user.id
  const email = `${user.username}@own.example`
  await w.db.pool.query('update sys_user set email = $2 where id = $1', [user.id, email])
  masked = recorded(await user.client())
  customer = await made('/erp/customer/add', {
    code: 'PERS',
    name: 'Person',
    currency: 'EUR',
    phone: PHONE,
    email: MAIL,
    invoiceEmail: MAIL,
  })
  const person = { name: 'Person', country: 'DE', city: 'Zenting', postalCode: '94579' }
  const address = { ...person, street: 'Hauptstraße', house: '1', taxNumber: TAX }
  const reach = { phone: PHONE, email: MAIL }
  await made('/erp/consignee/add', { ...address, ...reach, customerId: customer.id })
  await made('/erp/shipper/add', { ...address, ...reach, customerId: customer.id })
  const draft = await orderDraft(w, { consignee: { ...address, ...reach } })
  order = (await made('/erp/shipment/add', draft)) as unknown as typeof order
}, 300_000)

const all = (): Endpoint[] => [
  ...cruds.flatMap(({ endpoints }) => Object.values(endpoints) as Endpoint[]),
  ...Object.values(features).flatMap((calls) => Object.values(calls) as Endpoint[]),
]

/** Calls that can be asked without naming a record. */
const reads = (): Endpoint[] =>
  all().filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      !endpoint.public &&
      !endpoint.path.includes('{') &&
      endpoint.reply !== 'file' &&
      endpoint.in.safeParse({}).success,
  )

describe('a role that masks personal fields', () => {
  test('sees no whole phone, mail or tax number in any list', async () => {
    const open: string[] = []
    const found: string[] = []
    for (const { path } of reads()) {
      const answer = await masked.get(path)
      if (shown(answer.bytes.toString()).length > 0) open.push(path)
      if (/^\/(erp\/(customer|consignee|shipper|shipment)|sys\/user)\/list$/.test(path)) {
        expect(answer).toMatchObject({ success: true })
        if (shown((await whole.get(path)).bytes.toString()).length > 0) found.push(path)
      }
    }
    expect(open).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining(['/erp/customer/list', '/erp/consignee/list', '/erp/shipment/list']),
    )
  }, 600_000)

  test('sees masks in details, changes of records and refusals', async () => {
    const detail = await masked.get('/erp/shipment/queryById', { id: order.id })
    expect(detail.result).toMatchObject({
      consignee: { phone: '139****5678', email: 's***@hidden-mail.example' },
    })
    expect(shown(detail.bytes.toString())).toEqual([])
    const stale = await masked.put('/erp/customer/edit', { ...customer, version: 99 })
    expect(stale).toMatchObject({ success: false, error: 'row.stale' })
    expect(shown(stale.bytes.toString())).toEqual([])
    const log = await masked.get('/sys/dataLog/list', { dataTable: 'customer' })
    expect(shown(log.bytes.toString())).toEqual([])
  })

  test('finds no record by them and narrows no list by them', async () => {
    const asked = [
      { phone: PHONE },
      { phone: '*1391*' },
      { phone_MultiString: PHONE },
      { column: 'phone', order: 'asc' },
      { superQueryParams: JSON.stringify([{ field: 'email', rule: 'like', val: 'secret' }]) },
    ]
    for (const query of asked) {
      expect(await masked.get('/erp/customer/list', query)).toMatchObject({
        success: false,
        result: {
          issues: [{ message: 'You see this field masked and cannot filter or sort by it' }],
        },
      })
      expect(await masked.get('/erp/customer/exportXls', query)).toMatchObject({ success: false })
      expect(await masked.post('/erp/customer/list', query)).toMatchObject({ success: false })
    }
    expect(
      await masked.post('/erp/orderTask/prepare', { action: 'confirm', query: { phone: PHONE } }),
    ).toMatchObject({ success: false })
    const find = async (client: Client, q: string) =>
      JSON.stringify((await client.get('/sys/search/quick', { q })).result ?? null)
    for (const q of [PHONE, MAIL]) {
      expect(await find(whole, q)).toContain(order.id)
      expect(await find(masked, q)).toBe('[]')
    }
    expect(await find(masked, '1234567')).not.toContain(order.id)
  })

  test('changes a record without touching what is masked, and stores no mask', async () => {
    const row = (await masked.get('/erp/customer/queryById', { id: customer.id })).result as Made
    expect(row.phone).toBe('139****5678')
    const edited = await masked.put('/erp/customer/edit', { ...row, name: 'Changed' })
    expect(edited).toMatchObject({ success: true, result: { name: 'Changed', phone: row.phone } })
    expect((await whole.get('/erp/customer/queryById', { id: customer.id })).result).toMatchObject({
      name: 'Changed',
      phone: PHONE,
      email: MAIL,
      invoiceEmail: MAIL,
    })
    const { version } = edited.result as Made
    for (const phone of ['139****5679', '***'])
      expect(await masked.put('/erp/customer/edit', { ...row, version, phone })).toMatchObject({
        success: false,
      })
    expect(
      await masked.post('/erp/customer/add', { ...row, code: 'PERS2', name: 'Two' }),
    ).toMatchObject({ success: false })
    const detail = (await masked.get('/erp/shipment/queryById', { id: order.id }))
      .result as typeof order
    expect(await masked.put('/erp/shipment/edit', { ...detail, remark: 'Changed' })).toMatchObject({
      success: true,
    })
    expect((await whole.get('/erp/shipment/queryById', { id: order.id })).result).toMatchObject({
      remark: 'Changed',
      consignee: { phone: PHONE, email: MAIL, taxNumber: TAX },
    })
  })

  test('exports masks; an export of whole fields is noted with its rows', async () => {
    const query = { exportFormat: 'csv' }
    for (const path of [
      '/erp/customer/exportXls',
      '/erp/consignee/exportXls',
      '/erp/shipment/exportLines',
    ]) {
      const [mine, theirs] = [await masked.get(path, query), await whole.get(path, query)]
      expect(shown(mine.bytes.toString())).toEqual([])
      expect(mine.bytes.toString()).toContain('139****5678')
      expect(shown(theirs.bytes.toString())).toContain(PHONE)
    }
    await vi.waitFor(
      async () => {
        const { rows } = await world().db.pool.query<{ param: string }>(
          `select param from op_log where tenant_id = $1 and content = '/erp/customer/exportXls'
            and param like '{"personalRows":%' order by id desc`,
          [world().tenantId],
        )
        expect(rows).toHaveLength(1)
        expect(JSON.parse(rows[0]!.param)).toMatchObject({ personalRows: expect.any(Number) })
      },
      { timeout: 90_000 },
    )
    const log = await whole.get('/sys/log/list', { logType: '2', pageSize: 100 })
    expect(JSON.stringify(log.result)).toContain('whole personal data')
  })

  test.each(['customers', 'consignees'])('sees masks of %s in reports', async (view) => {
    const id = await savedReport(whole, {
      sql: `select name, phone, email, phone as p1, upper(email) as m1, reverse(phone) as p2,
        '' || phone as p3 from ${view}`,
      fields: [
        'name',
        ...['phone', 'email', 'p1', 'm1', 'p2', 'p3'].map((fieldName) => ({
          fieldName,
          isSearch: true,
        })),
      ],
      head: { cron: '0 8 * * *', receivers: 'a@x.example' },
    })
    const all = [...secrets, MAIL.toUpperCase(), PHONE.split('').toReversed().join('')]
    const open = (text: string) => all.filter((secret) => text.includes(secret))
    const api = '/online/cgreport/api'
    for (const call of ['getData', 'getColumnsAndData']) {
      const ask = (client: Client) => client.get(`${api}/${call}/${id}`, { pageSize: '100' })
      expect(open((await ask(whole)).bytes.toString())).toContain(PHONE)
      const answer = await ask(masked)
      expect(answer).toMatchObject({ success: true })
      expect(answer.bytes.toString()).toContain('139****5678')
      expect(open(answer.bytes.toString())).toEqual([])
    }
    const data = (query: Record<string, string>) => masked.get(`${api}/getData/${id}`, query)
    expect(await data({ phone: PHONE })).toMatchObject({ success: false })
    expect(await data({ column: 'email', order: 'asc' })).toMatchObject({ success: false })
    expect(await data({ p1: PHONE })).toMatchObject({ success: true, result: { records: [] } })
    const cells = async (file: Uint8Array) => {
      const rows: string[] = []
      for await (const batch of readSheet(file, 'x.xlsx'))
        rows.push(...batch.map((row) => row.cells.join(' ')))
      return rows.join('\n')
    }
    expect(open(await cells((await masked.get(`${api}/exportXls/${id}`)).bytes))).toEqual([])
    // By mail: as the person who set it up sees it.
    const mailed = async () => {
      const ctx = jobCtx(world().deps, world().tenantId)
      const made = await attachedFiles(ctx, [{ maker: 'report-sheet', ref: id, name: 'x' }])
      return cells('files' in made ? made.files[0]!.bytes : Buffer.from(''))
    }
    expect(open(await mailed())).toContain(PHONE)
    await world().db.pool.query(`update online_report set run_as = $2 where id = $1`, [
      id,
      maskedId,
    ])
    expect(open(await mailed())).toEqual([])
    expect(await mailed()).toContain('139****5678')
  })

  test('sees masks of an order file that another user sent', async () => {
    const cells = [PHONE, MAIL, TAX, PHONE, PHONE].join()
    const head =
      'reference,service,depot,consigneeName,country,city,postalCode,street,house,parcelReference,weightKg'
    const text = [
      `${head},nameEn,quantity,unitWeightKg,unitPrice,currency,phone,email,taxNumber,senderPhone,other`,
      `MASK-1,OLD-CODE,FRA1,A,DE,Zenting,94579,Weg,1,P1,1.5,Shirt,1,0.2,8.90,EUR,${cells}`,
    ].join('\n')
    const send = async (client: Client) => {
      const form = { dryRun: 'true', customerId: customer.id }
      const sent = await client.upload('/erp/shipment/importExcel', 'a.csv', text, form)
      expect(sent).toMatchObject({ success: true })
      const { id } = sent.result as { id: string }
      await vi.waitFor(
        async () =>
          expect(await client.get('/erp/shipmentImport/queryById', { id })).toMatchObject({
            result: { status: 'done', refused: 1 },
          }),
        { timeout: 90_000 },
      )
      return id
    }
    const ask = async (client: Client, id: string) => {
      const calls = ['layout', 'rows', 'queryById', 'exportErrors']
      const answers = await Promise.all(
        calls.map((call) =>
          client.get(`/erp/shipmentImport/${call}`, {
            id,
            ...(call === 'exportErrors' ? { format: 'csv' } : {}),
          }),
        ),
      )
      return answers.map(({ bytes }) => bytes.toString())
    }
    const theirs = await send(whole)
    expect((await ask(whole, theirs)).flatMap(shown)).toContain(PHONE)
    const found = await ask(masked, theirs)
    expect(found.flatMap(shown)).toEqual([])
    expect(found[0]).toContain('139****5678')
    expect(found[3]).toContain('139****5678')
    expect((await ask(masked, await send(masked)))[3]).toContain(PHONE)
  })

  test('gives no user a whole view, and opens no account that has one', async () => {
    const w = world()
    const manager = await roleId(w, 'manager')
    const maskedRole = await roleId(w, 'masked')
    const [open, hidden, fresh] = [
      await createUser(w, [manager]),
      await createUser(w, [manager, maskedRole]),
      await createUser(w, []),
    ]
    const give = (id: string, role: string) =>
      masked.post('/sys/user/addSysUserRole', { roleId: role, userIdList: [id] })
    expect((await give(fresh.id, manager)).bytes.toString()).toContain('masked')
    expect((await give(fresh.id, maskedRole)).success).toBe(true)
    expect((await give(fresh.id, manager)).success).toBe(true)
    const take = (userId: string) =>
      masked.delete('/sys/user/deleteUserRole', { roleId: maskedRole, userId })
    expect(await take(hidden.id)).toMatchObject({ error: 'user.maskBeyond' })
    const row = (await masked.get('/sys/user/queryById', { id: hidden.id })).result as object
    expect(
      await masked.put('/sys/user/edit', {
        ...row,
        selectedroles: manager,
      }),
    ).toMatchObject({ success: false })
    const roles = await w.db.pool.query(`select 1 from sys_user_role where user_id = any($1)`, [
      [open.id, hidden.id, fresh.id],
    ])
    expect(roles.rowCount).toBe(5)
    expect(await masked.put('/sys/user/resetPassword', { id: open.id })).toMatchObject({
      error: 'user.maskBeyond',
    })
    expect(await masked.put('/sys/user/resetPassword', { id: hidden.id })).toMatchObject({
      success: true,
    })
  })

  test('makes no role that shows them, and sees its own account whole', async () => {
    expect(
      await masked.post('/sys/role/add', { roleCode: 'open', roleName: 'x', dataScope: 'tenant' }),
    ).toMatchObject({ success: false, result: { issues: [{ path: 'maskPersonal' }] } })
    expect(await masked.get('/sys/account/profile')).toMatchObject({
      success: true,
      result: { email: expect.stringMatching(/^p-\w+@own\.example$/) },
    })
  })

  test('asked calls that exist', () => {
    const paths = all().map(
      ({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
    )
    expect(asked.size).toBeGreaterThan(100)
    expect([...asked].filter((path) => !paths.some((one) => one.test(path)))).toEqual([])
  })
})

test('every name that reads like a phone, a mail or a tax number is personal or known not to be', () => {
  const names = new Set<string>()
  const collect = (schema: z.ZodType) => {
    try {
      const text = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
      for (const [, name] of text.matchAll(/"(\w+)":\{/g)) names.add(name!)
    } catch {
      // Dates and the like have no JSON schema; the shapes of forms have.
    }
  }
  for (const all of Object.values(features))
    for (const { out } of Object.values(all) as Endpoint[]) collect(out)
  for (const of of cruds) Object.keys(of.fields).forEach((name) => names.add(name))
  const alike = [...names].filter((name) => /phone|e?mails?$|^mail|mobile|eori|taxn/i.test(name))
  expect(
    alike.filter(
      (name) => !PERSONAL.has(name) && !NOT_PERSONAL.has(name.replace(/_dictText$/, '')),
    ),
  ).toEqual([])
})
