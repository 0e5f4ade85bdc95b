import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { writable } from '#contracts/kit/entity.ts'
import { useOwnWorld, type Answer, type Client } from '../harness.ts'
import { makeOrder, parcel } from '../orders.ts'
import { platformAdmin } from '../platform.ts'
import { rowMaker } from '../rows/rows.ts'
import { inputFor, watchRoutes, type Route } from './routes.ts'

/**
 * Every call that changes something leaves, in the transaction of the change, a line of the data
 * log with who, whose and by which request; one that is refused leaves none; either is in the
 * operation log (security.md, R20).
 */
const watched = watchRoutes()
const world = useOwnWorld()
let routes: Route[] = []
let admin: Client
let platform: Client
let make: ReturnType<typeof rowMaker>
beforeAll(async () => {
  watched.stop()
  routes = watched.routes.filter(
    ({ method, endpoint }) =>
      !['GET', 'HEAD', 'OPTIONS'].includes(method) && endpoint && !endpoint.public,
  )
  admin = await world().as('tenantAdmin')
  make = rowMaker(world(), admin)
  platform = await platformAdmin(world(), 'writes')
})
afterAll(() => watched.stop())

/** Calls that go by POST and change no record, or none that has a past. */
const NO_RECORD: Record<string, string> = {
  'POST /boot/sys/logout': 'a session ends; its end is in the operation log',
  'POST /boot/sys/dict/refleshCache': 'forgets what is cached',
  'POST /boot/message/sysMessageTemplate/preview': 'shows words',
  'POST /boot/erp/account/reconcile': 'compares; the proof with its date is the record',
  'POST /boot/erp/orderTask/prepare': 'counts; its start is on record',
  'PUT /boot/sys/account/passwordRule/edit': 'the usual rule, chosen: nothing is other than it was',
  'PUT /boot/sys/registration/mode/edit': 'the usual way, chosen',
  'POST /boot/message/channel/test': 'sends, and keeps nothing',
  'POST /boot/rwms/returnTrack/ask': 'a line of the history of the return itself',
  'POST /boot/rwms/returnTrack/mismatch': 'the same',
  'POST /boot/rwms/commonTrack/find': 'counts what was not found, so that guessing is slowed',
  'POST /boot/erp/tracking/refresh': 'has a job ask the carriers; what they answer is the record',
}
/**
 * Reads that are POSTs because what they ask for is long, or because they only work something out.
 */
const READS =
  /\/(list|queryById|quote|search|check\w*|preview|test\w*|nextRuns|match|resolve|parse|options|query\w*|view\w*)$/i

/** Tables of the tenant's rows; what moves by itself, the logs, and long ones are left out. */
let looked: string[] | null = null
/** By table: which transactions wrote its rows, and what is in them. */
const prints = new Map<string, { writes: string; content: string }>()
async function tablesLookedAt(): Promise<string[]> {
  const { db, tenantId } = world()
  const tables = await db.pool.query<{
    name: string
  }>(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id'
      and table_name in (select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE')
      and table_name not in ('op_log', 'data_log', 'sys_session', 'carrier_call', 'carrier_push',
        'idempotency', 'shipment_tally', 'earning', 'earning_made', 'search_words',
        'search_unread', 'tracking_event', 'config_version', 'serial_counter',
        'sys_message', 'sys_announcement', 'sys_announcement_send', 'notify_occasion', 'notify_waiting', 'scan_log',
        'number_tally')
        order by 1`)
  const sizes = await Promise.all(
    tables.rows.map(
      async ({ name }) =>
        (
          await db.pool.query<{ n: number }>(
            `select count(*)::int as n from ${name} where tenant_id = $1`,
            [tenantId],
          )
        ).rows[0]!.n,
    ),
  )
  return tables.rows.filter((_, at) => sizes[at]! < 500).map(({ name }) => name)
}
/** One value per table, by its name; only what was written since the last time is read. */
async function ofTables(names: readonly string[], value: (name: string) => string) {
  if (names.length === 0) return []
  const { db, tenantId } = world()
  // The statement over all tables is the same each time: named, it is planned once per connection.
  const query = {
    ...(names === looked ? { name: 'writes' } : {}),
    text: names
      .map((name) => `select '${name}' as name, (${value(name)}) as print`)
      .join(' union all '),
    values: [tenantId],
  }
  return (await db.pool.query<{ name: string; print: string }>(query)).rows
}
/** A fingerprint of the rows; rewriting a row with the same content changes nothing. */
async function fingerprint(): Promise<string> {
  looked ??= await tablesLookedAt()
  const writes = await ofTables(
    looked,
    (name) => `select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0)
      from ${name} where tenant_id = $1`,
  )
  const written = writes.filter(({ name, print }) => prints.get(name)?.writes !== print)
  const contents = await ofTables(
    written.map(({ name }) => name),
    (name) => `select md5(string_agg(r, ',' order by r))
      from (select (to_jsonb(t) - 'version' - 'update_time' - 'update_by' - 'updated_at'
        - 'authz_version' - 'next_poll_at' - 'poll_failures')::text as r
        from ${name} t where t.tenant_id = $1) as rows`,
  )
  for (const [at, { name, print }] of contents.entries())
    prints.set(name, { writes: written[at]!.print, content: print })
  return [...prints.values()].map(({ content }) => content).join(' ')
}

interface Logged {
  n: number
  foreign: number
}
async function changesOf(answer: Answer, client: { username: string }): Promise<Logged> {
  const found = await world().db.pool.query<Logged>(
    `select count(*)::int as n,
        (count(*) filter (where tenant_id <> $2 or actor <> $3))::int as foreign from data_log
        where request_id = $1`,
    [answer.requestId, world().tenantId, client.username],
  )
  return found.rows[0]!
}
/** Calls that end the session or change the caller's rights. */
const ENDING = new RegExp(
  'logout|updatePassword|passwordChange|endOthers|frozen|selectDepart|selectTenant|/delete|' +
    'deleteBatch|saveRole|saveDepart|saveRule|closeAccount|totp|recovery',
  'i',
)
const me = () => ({ username: world().username('tenantAdmin') })

describe('plain entities', () => {
  test.each(cruds.filter((of) => of.verbs.includes('add')).map((of) => [of.name, of] as const))(
    '%s: add, edit and delete leave a line each, a refusal none',
    async (_, of) => {
      const added = await admin.post(`${of.path}/add`, await make.draft(of))
      expect(added.success, added.message).toBe(true)
      expect(await changesOf(added, me())).toMatchObject({
        foreign: 0,
        n: expect.any(Number) as number,
      })
      expect((await changesOf(added, me())).n).toBeGreaterThanOrEqual(1)
      const row = added.result as Record<string, unknown> & { id: string; version: number }
      const texts = writable(of.fields).flatMap(([key, spec]) =>
        spec.type === 'textarea' || spec.type === 'text' ? [key] : [],
      )
      // Free texts, where there are such; codes and formulas have rules of their own.
      const name =
        texts.find((key) => /remark|description|abstract/i.test(key)) ??
        texts.find((key) => /name$/i.test(key)) ??
        texts.at(-1)
      if (name) {
        const edited = await admin.put(`${of.path}/edit`, { ...row, [name]: 'Changed once' })
        expect(edited.success, `${edited.message} ${JSON.stringify(edited.result)}`).toBe(true)
        expect((await changesOf(edited, me())).n).toBeGreaterThanOrEqual(1)
        const stale = await admin.put(`${of.path}/edit`, { ...row, [name]: 'Changed twice' })
        expect(stale.code).toBe(409)
        expect(await changesOf(stale, me())).toEqual({ n: 0, foreign: 0 })
      }
      if (!of.verbs.includes('delete')) return
      const gone = await admin.delete(`${of.path}/delete`, { id: row.id })
      expect((await changesOf(gone, me())).n).toBe(gone.success ? 1 : 0)
    },
  )
})

describe('calls written by hand', () => {
  test('leave a line where they did something, and none where they were refused', async () => {
    const customer = await world().as('customer')
    const address = {
      name: 'Somebody',
      country: 'DE',
      city: 'Zenting',
      street: 'Hauptstraße',
      house: '57',
      postalCode: '94579',
      phone: '+49 177 7655194',
    }
    const order = await makeOrder(world(), customer, {
      confirm: true,
      change: { consignee: address },
    })
    const one = async (table: string) =>
      (
        await world().db.pool.query<{ id: string }>(
          `select id from ${table} where tenant_id = $1 order by id desc limit 1`,
          [world().tenantId],
        )
      ).rows[0]?.id ?? '1'
    const [depotId, serviceId] = [await world().depotId('FRA1'), await one('delivery_service')]
    const known = async (path: string): Promise<Record<string, unknown>> => {
      const table = cruds.find(
        (of) => path.startsWith(`${of.path}/`) && of.scope !== 'global',
      )?.table
      const id = table ? await one(table) : '1'
      return {
        id,
        ids: [id],
        customerId: world().customerId,
        depotId,
        serviceId,
        parcelId: order.parcels[0]!.id,
        parcelIds: [order.parcels[0]!.id],
        no: order.parcels[0]!.trackNo,
        nos: [order.parcels[0]!.trackNo],
        consignee: address,
        sender: null,
        shipperId: null,
        parcels: [parcel()],
        currency: 'EUR',
        reference: `R-${Math.random()}`,
        weightKg: '1.2',
        version: 1,
        reason: 'because',
        esReceiver: 'a@example.com',
        esType: '2',
        receiver: 'a@example.com',
        msgType: '2',
        templateCode: 'account.code',
        testData: '{}',
        to: 'a@example.com',
        jobClassName: 'messages.resend',
        cronExpression: '0 5 * * *',
        parameter: null,
        timeZone: null,
      }
    }
    const done: string[] = []
    const unlogged: string[] = []
    const leftBehind: string[] = []
    // What ends the session or takes the rights away comes last, by not coming at all.
    const mine = routes.filter(({ url }) => !ENDING.test(url))
    // A refused call leaves the rows as they were: they are looked at again after what was done.
    let before = ''
    for (const route of mine) {
      before ||= await fingerprint()
      const client =
        route.endpoint!.perm !== undefined && String(route.endpoint!.perm).startsWith('sys:job')
          ? platform
          : admin
      const path = route.endpoint!.path.replace(/\{(\w+)\}/g, '1')
      const answer =
        route.endpoint!.body === 'multipart'
          ? await client.upload(path, 'x.csv', 'a,b\n1,2\n')
          : await client.raw(route.method, path, {
              [route.method === 'DELETE' ? 'query' : 'body']: inputFor(
                route.endpoint!,
                await known(route.endpoint!.path),
              ),
              headers: { 'Idempotency-Key': crypto.randomUUID() },
            })
      const key = `${route.method} ${route.url}`
      expect(answer.status, key).toBeLessThan(500)
      const { n, foreign } = await changesOf(
        answer,
        client === admin ? me() : { username: `writes-${world().tenantId}` },
      )
      expect(foreign, `${key} is logged under another user`).toBe(0)
      if (
        !answer.success &&
        answer.code !== 200 &&
        n > 0 &&
        !(answer.result as { rows?: unknown } | null)?.rows
      )
        leftBehind.push(key)
      if (!answer.success) continue
      done.push(key)
      const was = before
      before = ''
      const bulk = answer.result as { done?: number } | null
      if (
        n === 0 &&
        !(bulk && bulk.done === 0) &&
        !(key in NO_RECORD) &&
        !READS.test(route.url) &&
        (await fingerprint()) !== was
      )
        unlogged.push(key)
    }
    expect(leftBehind, 'refused, and yet there is a line').toEqual([])
    expect(unlogged, 'done, and there is no line').toEqual([])
    expect(done.length).toBeGreaterThan(25)
  })
})
