import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { useOwnWorld, type Answer, type Client, type RoleCode } from '../harness.ts'
import { makeOrder, parcel } from '../orders.ts'
import { readSheet } from '#server/kit/sheets/sheets.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

/**
 * Every call of the server, made well and with the ids of rows of other users: nothing of
 * them may come back, and nothing may happen to them. Words that are in those rows and nowhere
 * else would give it away.
 */
const watched = watchRoutes()
const world = useOwnWorld()
let routes: Route[] = []
/** Input by field name, for the area a call belongs to. */
let known: (path: string) => Record<string, unknown>
const TENANT_MARK = 'CANARYHOUSE'
const ACCOUNT = 'CANARYACCOUNT'

beforeAll(async () => {
  watched.stop()
  routes = watched.routes.filter(
    ({ method, endpoint }) => method !== 'HEAD' && endpoint && !endpoint.public,
  )
  known = await plant()
})
afterAll(() => watched.stop())

/** Rows in every corner of the tenant, with the words in them, and their ids. */
async function plant(): Promise<typeof known> {
  const { db, tenantId, customerId } = world()
  for (const table of [
    'depot',
    'delivery_service',
    'channel',
    'supplier',
    'fee',
    'delivery_partition',
    'courier',
    'label_template',
  ])
    await db.pool.query(
      `update ${table} set name = '${TENANT_MARK} ' || code, remark = '${TENANT_MARK}'
        where tenant_id = $1`,
      [tenantId],
    )
  await db.pool.query(
    `update customer set name = '${ACCOUNT}', contact = '${ACCOUNT}', remark = '${ACCOUNT}'
      where tenant_id = $1 and id = $2`,
    [tenantId, customerId],
  )
  const [customer, staff] = [await world().as('customer'), await world().as('manager')]
  const address = {
    name: `${ACCOUNT} Erika`,
    country: 'DE',
    city: 'Zenting',
    street: 'Weg 1',
    postalCode: '94579',
  }
  await customer.post('/erp/consignee/add', address)
  await customer.post('/erp/shipper/add', address)
  const consignee = { ...address, street: 'Hauptstraße', house: '57', phone: '+49 177 7655194' }
  const order = await makeOrder(world(), customer, {
    confirm: true,
    change: {
      reference: `${ACCOUNT}-1`,
      remark: ACCOUNT,
      consignee,
      parcels: [parcel({ reference: `${ACCOUNT}-P1`, remark: ACCOUNT })],
    },
  })
  const into = await makeOrder(world(), customer, {
    confirm: true,
    change: { reference: `${ACCOUNT}-2`, consignee },
  })
  const batch = await ok(
    staff.post('/erp/predictedBatch/add', {
      customerId,
      depotId: await world().depotId('FRA1'),
      remark: ACCOUNT,
    }),
  )
  await ok(
    staff.post('/erp/predictedBatch/addParcels', {
      id: batch.id,
      nos: [order.parcels[0]!.serialNumber],
    }),
  )
  const scan = await ok(
    staff.post('/erp/intoParcel/scan', {
      no: into.parcels[0]!.trackNo,
      depotId: await world().depotId('FRA1'),
      weightKg: '1.3',
    }),
  )
  const channels = await db.pool.query<{ id: string }>(
    `select s.channel_id as id from delivery_service s
      where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
    [tenantId],
  )
  const out = await ok(
    staff.post('/erp/outBatch/add', {
      depotId: await world().depotId('FRA1'),
      channelIds: [channels.rows[0]!.id],
      remark: TENANT_MARK,
    }),
  )
  await ok(staff.post('/erp/outBatch/scan', { batchId: out.id, no: into.parcels[0]!.trackNo }))
  const file = (
    await customer.upload(
      '/erp/shipment/importExcel',
      `${ACCOUNT}.csv`,
      `reference,service,depot,consigneeName,country,city,postalCode,street,weightKg\n${ACCOUNT}-3,NONE,FRA1,${ACCOUNT},DE,X,1,Y,1\n`,
      { dryRun: 'true' },
    )
  ).result as { id: string }
  const admin = await world().as('tenantAdmin')
  const reader = (
    await db.pool.query<{ id: string }>('select id from sys_user where username = $1', [
      world().username('manager'),
    ])
  ).rows[0]!.id
  const notice = await ok(
    admin.post('/sys/annountCement/add', {
      titile: `${TENANT_MARK} ${ACCOUNT}`,
      msgContent: ACCOUNT,
      msgType: 'USER',
      userIds: reader,
    }),
  )
  await ok(admin.get('/sys/annountCement/doReleaseData', { id: notice.id }))
  await quiet()
  // A table of the installation's own (tenants, countries) has no tenant to be looked up by.
  const one = async (table: string): Promise<string> =>
    table === 'tenant'
      ? tenantId
      : table === 'country'
        ? '1'
        : cruds.some((of) => of.table === table && of.scope === 'global')
          ? '1'
          : ((
              await db.pool.query<{ id: string }>(
                `select id from ${table} where tenant_id = $1 order by id desc limit 1`,
                [tenantId],
              )
            ).rows[0]?.id ?? '1')
  const byPath = new Map(
    await Promise.all(
      cruds.map(
        async (of) =>
          [
            of.path,
            of.scope === 'owner' && of.owner === 'id' ? customerId : await one(of.table),
          ] as const,
      ),
    ),
  )
  byPath
    .set('/erp/predictedBatch', String(batch.id))
    .set('/erp/outBatch', String(out.id))
    .set('/erp/shipmentImport', file.id)
    .set('/erp/shipment', order.id)
  const [depotId, serviceId, eventId] = [
    await world().depotId('FRA1'),
    await one('delivery_service'),
    await one('tracking_event'),
  ]
  const parcelId = order.parcels[0]!.id
  return (path) => {
    const id = [...byPath].find(([prefix]) => path.startsWith(`${prefix}/`))?.[1] ?? order.id
    const no = path.includes('intoParcel') ? order.parcels[0]!.trackNo : into.parcels[0]!.trackNo
    return {
      id,
      ids: [id],
      selections: id,
      anntId: notice.id,
      parcelId,
      parcelIds: [parcelId],
      eventId,
      scanId: scan.scanId,
      batchId: path.startsWith('/erp/outBatch') ? out.id : batch.id,
      customerId,
      depotId,
      serviceId,
      channelIds: channels.rows.map((row) => row.id),
      no,
      nos: [order.parcels[0]!.trackNo, order.serialNumber, into.parcels[0]!.serialNumber],
      code: 'country',
      status: 4,
      sub: null,
      version: 1,
      reason: 'because',
      weightKg: '1.2',
      lengthCm: '30',
      widthCm: '20',
      heightCm: '10',
      pageSize: '100',
      rows: '50',
      consignee: {
        name: 'Somebody',
        country: 'DE',
        city: 'Zenting',
        postalCode: '94579',
        street: 'Hauptstraße',
        house: '57',
        phone: '+49 177 7655194',
      },
      sender: null,
      shipperId: null,
      parcels: [parcel()],
      reference: `OWN-${Math.random()}`,
      currency: 'EUR',
      remark: null,
      format: undefined,
      size: undefined,
      apiKey: null,
      hookToken: null,
      courier: 'DHL',
      country: 'DE',
    }
  }
}
async function ok(sent: Promise<Answer>): Promise<Record<string, string>> {
  const answer = await sent
  if (!answer.success) throw new Error(`${answer.error} ${answer.message}`)
  return answer.result as Record<string, string>
}
/**
 * The follow-up jobs of what was planted are done; what changes afterwards was changed by a call.
 */
async function quiet(): Promise<void> {
  for (;;) {
    const left = await world().db.pool.query(
      `select 1 from graphile_worker._private_jobs
        where payload->>'tenantId' = $1
          and (locked_at is not null or (attempts = 0 and run_at <= now())) limit 1`,
      [world().tenantId],
    )
    if (left.rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The text of an answer, spreadsheets and PDFs unpacked as far as words can be read. */
async function textsOf(answer: Answer): Promise<string> {
  const plain = answer.bytes.toString('utf8')
  if (!answer.headers.get('content-type')?.includes('spreadsheetml')) return plain
  let text = ''
  for await (const batch of readSheet(answer.bytes, 'x.xlsx')) text += JSON.stringify(batch)
  return text
}
async function send(client: Client, route: Route): Promise<Answer> {
  const { endpoint, method } = route
  const values = known(endpoint!.path)
  const input = inputFor(endpoint!, values)
  const path = endpoint!.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? '1'),
  )
  if (method === 'GET' || method === 'DELETE') return client.raw(method, path, { query: input })
  if (endpoint!.body === 'multipart')
    return client.upload(path, 'x.csv', 'code,name\nX,Y\n', {
      customerId: String(values.customerId),
      dryRun: 'true',
    })
  return client.raw(method, path, { body: input })
}
/**
 * A fingerprint of the rows of the tenant, or of one of its customers; what the carriers' clock
 * moves by itself is left out.
 */
async function fingerprint(customerId: string | null): Promise<Record<string, string>> {
  const { db, tenantId } = world()
  const tables = await db.pool.query<{
    name: string
    owned: boolean
  }>(`select table_name as name, bool_or(column_name = 'customer_id') as owned
    from information_schema.columns
    where table_schema = 'public'
      and table_name not in ('op_log', 'sys_session', 'carrier_call', 'carrier_push', 'idempotency',
        'shipment_tally', 'earning', 'earning_made', 'number_tally', 'search_words',
        'search_unread') group by 1 having bool_or(column_name = 'tenant_id') order by 1`)
  const prints: Record<string, string> = {}
  for (const { name, owned } of tables.rows) {
    const mine = owned && customerId !== null ? `t.customer_id = ${customerId}` : 'true'
    prints[name] = (
      await db.pool.query<{ print: string }>(
        `select md5(coalesce(string_agg(row::text, ',' order by row::text), '')) as print
      from (select to_jsonb(t) - 'next_poll_at' - 'poll_failures' as row from ${name} t
        where t.tenant_id = $1 and ${mine}) as rows`,
        [tenantId],
      )
    ).rows[0]!.print
  }
  return prints
}
const secretsOf = (role: RoleCode | 'stranger') =>
  role === 'stranger' ? [TENANT_MARK, ACCOUNT] : [ACCOUNT]
const LAST = /logout|\/delete|\/cancel/
const inOrder = () => routes.toSorted((a, b) => Number(LAST.test(a.url)) - Number(LAST.test(b.url)))

describe('rows of other users', () => {
  test.each(['stranger', 'otherCustomer'] as const)(
    'never reach %s, and nothing happens to them',
    async (role) => {
      const client = role === 'stranger' ? await world().otherTenantUser() : await world().as(role)
      const owner = role === 'stranger' ? null : world().customerId
      const before = await fingerprint(owner)
      const statuses: Record<string, number> = {}
      for (const route of inOrder()) {
        const answer = await send(client, route)
        const name = `${route.method} ${route.url}`
        expect(answer.status, `${name}: ${answer.message}`).toBeLessThan(500)
        const words = await textsOf(answer)
        for (const secret of secretsOf(role))
          expect(words.includes(secret), `${name} tells ${secret}: ${words.slice(0, 400)}`).toBe(
            false,
          )
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      }
      // Another customer's orders are counted, logged and numbered in the same tenant; what it
      // reports as a problem is a notice to staff, and its people's favourites are their own.
      const mayChange =
        role === 'stranger'
          ? []
          : [
              'data_log',
              'notify_occasion',
              'parcel_product',
              'shipment_import_error',
              'serial_counter',
              'service_favourite',
              'stored_content',
              'stored_usage',
              'sys_announcement',
              'sys_announcement_send',
            ]
      const after = await fingerprint(owner)
      expect(
        Object.keys(before).filter(
          (table) => before[table] !== after[table] && !mayChange.includes(table),
        ),
      ).toEqual([])
      if (role === 'stranger') expect(statuses[200]).toBeGreaterThan(100)
    },
  )

  test('do reach their own people: the words would be seen if they were there', async () => {
    const [staff, customer] = [await world().as('manager'), await world().as('customer')]
    const seen = async (client: Client, secret: string) => {
      const found: string[] = []
      for (const route of routes.filter(({ method }) => method === 'GET'))
        if ((await textsOf(await send(client, route))).includes(secret)) found.push(route.url)
      return found
    }
    expect((await seen(staff, TENANT_MARK)).length).toBeGreaterThan(20)
    expect(await seen(staff, ACCOUNT)).toEqual(
      expect.arrayContaining([
        '/boot/erp/shipment/list',
        '/boot/erp/shipment/queryById',
        '/boot/erp/shipment/exportXls',
        '/boot/erp/customer/options',
        '/boot/erp/predictedBatch/queryById',
        '/boot/erp/shipmentImport/queryById',
        '/boot/erp/outBatch/manifest',
      ]),
    )
    expect(await seen(customer, ACCOUNT)).toEqual(
      expect.arrayContaining([
        '/boot/erp/consignee/exportXls',
        '/boot/erp/shipment/queryById',
        '/boot/erp/shipmentImport/list',
      ]),
    )
  })
})
