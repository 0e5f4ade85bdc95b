import { beforeAll, describe, expect, test, vi } from 'vitest'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, orderDraft, parcel } from '#test/orders.ts'

const world = useWorld()
let admin: Client
let serviceId = ''
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  const { rows } = await world().db.pool.query<{ id: string }>(
    `select id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  serviceId = rows[0]!.id
})

let count = 0
/** A new pool, the only active one. */
const pool = async (change: Record<string, unknown> = {}): Promise<string> => {
  await world().db.pool.query(`update number_pool set status = '3' where tenant_id = $1`, [
    world().tenantId,
  ])
  const answer = await admin.post('/erp/numberPool/add', {
    code: `POOL${world().tenantId}-${++count}`,
    serviceId,
    status: '1',
    ...change,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return (answer.result as { id: string }).id
}
const source = (value: string) =>
  world().db.pool.query(
    `update delivery_service set number_source = $2 where tenant_id = $1 and id = $3`,
    [world().tenantId, value, serviceId],
  )
/** Numbers of this tenant alone: they are unique in the installation. */
const lines = (name: string, from: number, to: number): string[] =>
  Array.from(
    { length: to - from },
    (_, at) => `${name}${world().tenantId}X${String(from + at).padStart(7, '0')}`,
  )
async function ended(id: string, client = admin) {
  await vi.waitUntil(
    async () =>
      !['queued', 'running'].includes((await client.call(poolNumbers.importById, { id })).status),
    { timeout: 90_000, interval: 100 },
  )
  return client.call(poolNumbers.importById, { id })
}
async function send(
  poolId: string,
  text: string,
  fields: Record<string, string> = {},
  client = admin,
) {
  const sent = await client.upload('/erp/numberPool/importNumbers', 'numbers.csv', text, {
    poolId,
    ...fields,
  })
  if (!sent.success) throw new Error(`${sent.status} ${sent.message}`)
  return ended((sent.result as { id: string }).id, client)
}
const counts = async (id: string) => (await admin.call(poolNumbers.counts, { ids: [id] }))[id]!

describe('an import', () => {
  test('is tried first, then taken: all rows or the good ones, and never twice', async () => {
    const id = await pool()
    const good = lines('A', 0, 300)
    const text = ['单号,转单号,转单标识', ...good.map((no, at) => `${no},T${no},M${at}`)].join('\n')
    const tried = await send(id, text, { dryRun: 'true' })
    expect(tried).toMatchObject({ status: 'done', total: 300, accepted: 300, refused: 0 })
    expect(await counts(id)).toMatchObject({ total: 0 })
    const [one, two] = await Promise.all(
      [0, 1].map(() => admin.call(poolNumbers.takeImport, { id: tried.id, whole: true })),
    )
    expect(one!.id).toBe(two!.id)
    expect(await ended(one!.id)).toMatchObject({ status: 'done', accepted: 300, refused: 0 })
    expect(await counts(id)).toMatchObject({ total: 300, free: 300, level: 'ok' })
    const page = await admin.call(poolNumbers.numbers, { poolId: id, pageSize: 1 })
    expect(page.records[0]).toMatchObject({
      number: good[0],
      thirdId: `T${good[0]}`,
      thirdMark: 'M0',
      state: 'free',
    })

    const again = await send(id, text)
    expect(again).toMatchObject({ status: 'done', accepted: 0, refused: 300 })
    expect(again.errors[0]).toMatchObject({ row: 2, column: 'number', code: 'poolNumber.inPool' })
    expect(await counts(id)).toMatchObject({ total: 300 })
  })

  test('names every refused row, in the language of the caller', async () => {
    const id = await pool({ scheme: 'S10' })
    const order = await makeOrder(world(), admin, { confirm: true })
    const used = order.parcels[0]!.trackNo!
    const text = ['number,thirdId', 'RB123456785GB,A', 'RB123456785GB', 'RB123456784GB', ''].join(
      '\n',
    )
    const zh = await world().as('manager')
    zh.lang = 'zh_CN'
    const tried = await send(id, text, { dryRun: 'true' }, zh)
    expect(tried.errors.map(({ row, code }) => [row, code])).toEqual([
      [3, 'poolNumber.twice'],
      [4, 'poolNumber.badCheck'],
    ])
    expect(tried.errors[0]!.message).toBe('文件中重复')
    const plain = await send(await pool(), [used, '1.23E+17', 'a b', 'OK/1'].join('\n'), {
      dryRun: 'true',
    })
    expect(plain.errors.map(({ code }) => code)).toEqual([
      expect.stringMatching(/^poolNumber\.(?:used|inSegment)$/),
      'poolNumber.scientific',
      'poolNumber.characters',
    ])
    const file = await admin.get('/erp/numberPool/exportErrors', {
      id: plain.id,
      exportFormat: 'csv',
    })
    expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(4)
    zh.lang = 'en_US'
  })

  test('to be taken whole leaves nothing where a row is refused', async () => {
    const id = await pool()
    const text = [...lines('W', 0, 20), 'bad number!'].join('\n')
    expect(await send(id, text, { whole: 'true' })).toMatchObject({
      status: 'failed',
      failure: { code: 'numberImport.notWhole' },
    })
    expect(await counts(id)).toMatchObject({ total: 0 })
    expect(await send(id, text)).toMatchObject({ status: 'done', accepted: 20, refused: 1 })
  })

  test('refuses numbers a segment would issue, and a segment numbers of a pool', async () => {
    const id = await pool()
    const prefix = `Z${world().tenantId}Q`
    const segment = (change: object) => ({
      code: `SEG-${prefix}`,
      serviceId,
      scheme: 'CUSTOM',
      prefix,
      suffix: '',
      checkRule: 'none',
      startNo: 100,
      endNo: 199,
      status: '0',
      ...change,
    })
    expect((await admin.post('/erp/numberSegment/add', segment({}))).success).toBe(true)
    const tried = await send(id, [`${prefix}150`, `${prefix}200`].join('\n'))
    expect(tried.errors.map(({ code }) => code)).toEqual(['poolNumber.inSegment'])
    const clash = await admin.post(
      '/erp/numberSegment/add',
      segment({ code: `SEG2-${prefix}`, startNo: 200, endNo: 299 }),
    )
    expect((clash.result as { issues: { code: string }[] }).issues.map(({ code }) => code)).toEqual(
      ['segment.inPool'],
    )
  })
})

describe('orders', () => {
  test('a hundred at once never share a number, and those too many are refused by name', async () => {
    const id = await pool()
    await source('2')
    await send(id, lines('H', 0, 110).join('\n'))
    const orders: { id: string }[] = []
    for (let at = 0; at < 60; at++)
      orders.push(await makeOrder(world(), admin, { change: { parcels: [parcel(), parcel()] } }))
    const answers = await Promise.all(
      orders.map((order) => admin.put('/erp/shipment/confirm', { ids: [order.id] })),
    )
    const rows = answers.flatMap(
      (one) =>
        (one.result as { rows: { ok: boolean; code: string | null; message: string }[] }).rows,
    )
    expect(rows.filter(({ ok }) => ok)).toHaveLength(55)
    const refused = rows.filter(({ ok }) => !ok)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['number.exhausted']))
    expect(refused[0]!.message).toContain('ECO-PARCEL')
    expect(await counts(id)).toMatchObject({ free: 0, used: 110, level: 'empty' })
    const { rows: taken } = await world().db.pool.query<{ n: number }>(
      `select count(distinct track_no)::int as n from parcel
        where tenant_id = $1 and track_no like $2`,
      [world().tenantId, `H${world().tenantId}X%`],
    )
    expect(taken[0]!.n).toBe(110)
    const quote = await admin.post('/erp/shipment/quote', await orderDraft(world()))
    expect((quote.result as { issues: { code: string; message: string }[] }).issues).toMatchObject([
      { code: 'number.short', message: expect.stringContaining('ECO-PARCEL') },
    ])
    await source('1')
  })

  test('a number of a cancelled order is void, and comes back by the rule of its pool alone', async () => {
    const id = await pool({ reuseDays: 30 })
    await source('2')
    const [number] = lines('C', 0, 1)
    await send(id, number!)
    const order = await makeOrder(world(), admin, { confirm: true })
    expect(order.parcels[0]!.trackNo).toBe(number)
    await admin.put('/erp/shipment/cancel', { ids: [order.id] })
    expect(await counts(id)).toMatchObject({ free: 0, used: 0, void: 1 })
    const numbers = await admin.call(poolNumbers.numbers, { poolId: id })
    const row = numbers.records[0]!
    const release = async () =>
      (await admin.call(poolNumbers.release, { ids: [row.id] })).rows[0]!.code
    expect(await release()).toBe('poolNumber.notYet')
    await world().db.pool.query(
      `update number_pool_number set voided_at = now() - interval '31 days'
        where tenant_id = $1 and id = $2`,
      [world().tenantId, row.id],
    )
    expect(await release()).toBeNull()
    const next = await makeOrder(world(), admin, { confirm: true })
    expect(next.parcels[0]!.trackNo).toBe(number)
    const { rows } = await world().db.pool.query<{ n: number }>(
      `select count(*)::int as n from parcel where tenant_id = $1 and track_no = $2`,
      [world().tenantId, number],
    )
    expect(rows[0]!.n).toBe(1)
    const [found] = await admin.call(poolNumbers.search, { numbers: [number!] })
    expect(found).toMatchObject({ state: 'used', source: 'pool', orderNo: next.serialNumber })
    await source('1')
  })

  test('a service with both takes from the pool first, then from its segment', async () => {
    const id = await pool()
    await source('3')
    await send(id, lines('B', 0, 1).join('\n'))
    const order = await makeOrder(world(), admin, {
      confirm: true,
      change: { parcels: [parcel(), parcel()] },
    })
    const [first, second] = order.parcels.map(({ trackNo }) => trackNo!)
    expect(first).toBe(lines('B', 0, 1)[0])
    expect(second).not.toContain(`B${world().tenantId}X`)
    const found = await admin.call(poolNumbers.search, { numbers: [second!, 'nowhere'] })
    expect(found).toMatchObject([{ source: 'segment', orderNo: order.serialNumber }])
    await source('1')
  })
})

describe('numbers of a pool', () => {
  test('are reserved, released and void; reserved ones no order gets', async () => {
    const id = await pool()
    await source('2')
    await send(id, lines('R', 0, 3).join('\n'))
    await expect(
      admin.call(poolNumbers.reserve, { poolId: id, count: 4, reservedFor: 'x' }),
    ).rejects.toThrow('pool.tooFew')
    const reserved = await admin.call(poolNumbers.reserve, {
      poolId: id,
      count: 2,
      reservedFor: 'Shop',
    })
    expect(reserved).toEqual({ count: 2, first: lines('R', 0, 1)[0], last: lines('R', 1, 2)[0] })
    const order = await makeOrder(world(), admin, { confirm: true })
    expect(order.parcels[0]!.trackNo).toBe(lines('R', 2, 3)[0])
    const { records } = await admin.call(poolNumbers.numbers, { poolId: id })
    const [a, b, c] = records.map((one) => one.id)
    expect(
      (await admin.call(poolNumbers.release, { ids: [a!, c!] })).rows.map((r) => r.code),
    ).toEqual([null, 'poolNumber.notReleasable'])
    expect(
      (await admin.call(poolNumbers.voidNumbers, { ids: [b!, c!] })).rows.map((r) => r.code),
    ).toEqual([null, 'poolNumber.notVoidable'])
    expect(await counts(id)).toMatchObject({ free: 1, reserved: 0, used: 1, void: 1 })
    const file = await admin.get('/erp/numberPool/exportUnused', {
      poolId: id,
      exportFormat: 'csv',
    })
    expect(file.bytes.toString('utf8').trim().split(/\r?\n/)).toHaveLength(2)
    await source('1')
  })

  test('are out of reach for customers, other roles and other tenants', async () => {
    const id = await pool()
    await send(id, lines('S', 0, 2).join('\n'))
    const numbers = await admin.call(poolNumbers.numbers, { poolId: id })
    const ids = numbers.records.map((one) => one.id)
    for (const role of ['customer', 'sub', 'warehouse'] as const) {
      const client = await world().as(role)
      expect((await client.get('/erp/numberPool/numbers', { poolId: id })).success).toBe(false)
      expect((await client.put('/erp/numberPool/void', { ids })).success).toBe(false)
    }
    const stranger = await world().otherTenantUser()
    expect((await stranger.call(poolNumbers.numbers, { poolId: id })).records).toEqual([])
    expect((await stranger.call(poolNumbers.voidNumbers, { ids })).done).toBe(0)
    expect(await stranger.call(poolNumbers.search, { numbers: lines('S', 0, 2) })).toEqual([])
    const sent = await stranger.upload('/erp/numberPool/importNumbers', 'n.csv', 'X1', {
      poolId: id,
    })
    expect(sent.success).toBe(false)
    expect(await counts(id)).toMatchObject({ free: 2 })
  })
})
