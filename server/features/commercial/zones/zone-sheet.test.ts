import { beforeAll, describe, expect, test } from 'vitest'
import { zones, type ZoneRow, type ZoneSheet } from '#contracts/commercial/zones/zones.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { useOwnWorld, type Answer, type Client } from '#test/harness.ts'

const world = useOwnWorld()
let staff: Client
let serviceId: string
const serviceCode = 'ECO-PARCEL'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const idOf = async (code: string): Promise<string> =>
  (
    await query<{ id: string }>(
      'select id from delivery_service where tenant_id = $1 and code = $2',
      [world().tenantId, code],
    )
  )[0]!.id
const sheet = (date?: string): Promise<ZoneSheet> => staff.call(zones.sheet, { serviceId, date })
const put = (client: Client, body: object) => client.put(zones.save.path, { serviceId, ...body })
const issuesOf = ({ result }: Answer) =>
  ((result as { issues?: { path: string; code: string }[] } | null)?.issues ?? []).map(
    ({ path, code }) => `${path}:${code}`,
  )
const row = (more: Partial<ZoneRow>): ZoneRow => ({
  zone: 'DE',
  country: 'DE',
  matchType: 'PREFIX',
  from: null,
  to: null,
  priority: 0,
  ...more,
})
const zoneOf = async (postalCode: string, date?: string) =>
  (await staff.call(zones.resolve, { serviceCode, country: 'DE', postalCode, date })).partition
    ?.code ?? null

describe('rows of zones from a file', () => {
  const send = async (csv: string, more: Record<string, string> = {}, client = staff) =>
    client.upload('/erp/partition/importRows', 'zones.csv', csv, {
      serviceId: await idOf('EXP-AIR'),
      ...more,
    })
  const done = async (csv: string, more: Record<string, string> = {}) => {
    const answer = await send(csv, more)
    expect(answer.success, JSON.stringify(answer)).toBe(true)
    return answer.result as Out<typeof zones.importRows>
  }
  const held = async () =>
    query(
      `select p.code, c.country, c.match_type, c.value_from, c.value_to, c.valid_from
        from partition_config c join delivery_partition p
          on p.tenant_id = c.tenant_id and p.id = c.partition_id
        where p.service_id = $1 order by c.id`,
      [await idOf('EXP-AIR')],
    )
  const FILE = 'Zone,Country,From,To\nDE-N,DE,20000,25999\nDE-N,DE,26\nXX,QQ,1\nDE,DE\n'

  test('are tried, refused by row and column, taken whole or in part, and never twice', async () => {
    const before = await held()
    const tried = await done(FILE, { dryRun: 'true' })
    expect(tried).toMatchObject({ dryRun: true, rows: 4, added: 2, same: 1, refused: 1 })
    expect(tried.errors).toMatchObject([{ row: 4, column: 'country', code: 'field.dict' }])
    expect(tried.zones).toEqual(['DE-N'])
    expect(await done(FILE)).toMatchObject({ taken: false, refused: 1 })
    expect(await held()).toEqual(before)
    const good = await done(FILE, { mode: 'good', from: inDays(3) })
    expect(good).toMatchObject({ taken: true, added: 2, zones: ['DE-N'] })
    const after = await held()
    expect(after).toHaveLength(before.length + 2)
    expect(after.at(-1)).toMatchObject({ code: 'DE-N', match_type: 'PREFIX', value_from: '26' })
    const again = await done(FILE, { mode: 'good', from: inDays(3) })
    expect(again).toMatchObject({ taken: false, added: 0, same: 3 })
    expect(await held()).toEqual(after)
    // Another zone for the same addresses, word for word.
    const clash = await done('分区,国家,邮编\nDE-S,DE,26\n', { from: inDays(4) })
    expect(clash.errors).toMatchObject([{ row: 2, column: 'from', code: 'zone.taken' }])
  })

  test('are for those who may import them, and of no other tenant', async () => {
    expect((await send('DE-N,DE,1', {}, await world().as('finance'))).code).toBe(403)
    expect((await send('DE-N,DE,1', {}, await world().otherTenantUser())).code).toBe(404)
    expect(issuesOf(await send('DE-N,DE,1', { from: '2020-01-01' }))).toEqual(['from:zone.past'])
  })
})

beforeAll(async () => {
  staff = await world().as('manager')
  serviceId = await idOf(serviceCode)
})

describe('the rows of a service', () => {
  test('are saved from a day on: the days before keep theirs, and the difference is shown', async () => {
    const before = await sheet()
    const from = inDays(3)
    const rows = [
      ...before.rows.filter(({ zone, from: code }) => zone !== 'DE-R' || code !== '18565'),
      row({ zone: 'DE-N', from: '80' }),
    ]
    const saved = await put(staff, {
      version: before.version,
      from,
      zones: [{ code: 'DE-N', name: '慕尼黑', nameEn: 'Munich' }],
      rows,
    })
    expect(saved.success, JSON.stringify(saved)).toBe(true)
    expect(saved.result).toMatchObject({
      added: 1,
      ended: 1,
      kept: before.rows.length - 1,
      // The new zone is in use from that day, and no table has a price for it.
      unpriced: [{ zone: 'DE-N', tables: ['ECO-SELL'] }],
    })
    expect(await zoneOf('80331')).toBe('DE')
    expect(await zoneOf('80331', from)).toBe('DE-N')
    expect(await zoneOf('18565')).toBe('DE-R')
    expect(await zoneOf('18565', from)).toBe('DE')
    expect((await sheet()).rows).toEqual(before.rows)
    const after = await sheet(from)
    expect(after.days).toContain(from)
    const diff = await staff.call(zones.diff, { serviceId, date: inDays(0), withDate: from })
    expect(diff.gone).toMatchObject([{ zone: 'DE-R', from: '18565' }])
    expect(diff.fresh).toMatchObject([{ zone: 'DE-N', from: '80' }])
    expect(diff.same).toBe(before.rows.length - 1)
    const stale = await put(staff, { version: before.version, from, rows })
    expect(stale.error).toBe('row.stale')
  })

  test('are refused at their cells, and nothing of them is saved', async () => {
    const { version, rows } = await sheet(inDays(3))
    const at = rows.length
    const bad = [
      ...rows,
      row({ zone: 'NONE', from: '70' }),
      row({ country: 'XX', from: '71' }),
      row({ matchType: 'MAYBE', from: '72' }),
      row({ matchType: 'RANGE', from: '79999', to: '79000' }),
      row({ matchType: 'REGEX', from: '((' }),
      row({ from: '73' }),
      row({ from: '73' }),
    ]
    const answer = await put(staff, { version, from: inDays(3), rows: bad })
    expect(issuesOf(answer)).toEqual([
      `rows.${at}.zone:zone.unknownCode`,
      `rows.${at + 1}.country:field.dict`,
      `rows.${at + 2}.matchType:field.dict`,
      `rows.${at + 3}.from:rate.zone.backwards`,
      `rows.${at + 4}.from:rate.zone.pattern.badSyntax`,
      `rows.${at + 6}.from:zone.twice`,
    ])
    const clash = [...rows, row({ zone: 'DE-R', from: '80' })]
    expect(issuesOf(await put(staff, { version, from: inDays(3), rows: clash }))).toEqual([
      `rows.${at}.from:zone.clash`,
    ])
    expect(issuesOf(await put(staff, { version, from: inDays(-1), rows }))).toEqual([
      'from:zone.past',
    ])
    expect((await sheet(inDays(3))).version).toBe(version)
  })

  test('that cross are saved and named', async () => {
    const { version, rows } = await sheet(inDays(5))
    const crossing = [
      ...rows,
      row({ matchType: 'RANGE', from: '60000', to: '60999' }),
      row({ zone: 'DE-R', matchType: 'RANGE', from: '60500', to: '61500' }),
    ]
    const answer = await put(staff, { version, from: inDays(5), rows: crossing })
    expect((answer.result as { findings: object[] }).findings).toMatchObject([
      { kind: 'partial', rows: [rows.length, rows.length + 1] },
    ])
    expect((await sheet(inDays(5))).findings[0]).toMatchObject({ kind: 'partial' })
  })

  test('of a hundred savers at once one is taken, the others are refused as stale', async () => {
    const { version, rows } = await sheet(inDays(9))
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        put(staff, {
          version,
          from: inDays(9),
          rows: [...rows, row({ from: `9${String(n).padStart(4, '0')}` })],
        }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, error } of answers)
      if (!success) expect(['row.stale', 'server.busy', 'row.locked']).toContain(error)
    expect((await sheet(inDays(9))).rows).toHaveLength(rows.length + 1)
  })

  test('are closed to customers and other tenants', async () => {
    const { version, rows } = await sheet()
    const other = await world().as('finance')
    expect((await put(other, { version, from: inDays(1), rows })).status).toBe(403)
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      expect((await client.get(zones.sheet.path, { serviceId })).status).toBe(403)
      expect((await put(client, { version, from: inDays(1), rows })).status).toBe(403)
    }
    await query(`update partition_config set country = country where tenant_id = $1`, [
      world().tenantId,
    ])
  })
})

describe('coverage of the postal codes', () => {
  test('names codes without a zone and with two, by area, with a map', async () => {
    const whole = await staff.call(zones.coverage, { serviceCode, country: 'DE' })
    expect(whole).toMatchObject({ none: 0, tied: 0, missing: [] })
    expect(whole.total).toBeGreaterThan(8_000)
    expect(whole.zones.reduce((sum, { count }) => sum + count, 0)).toBe(whole.total)
    // The islands lie in the whole country, too: the closer row decides.
    expect(whole.nested).toBe(whole.zones.find(({ name }) => name === 'DE-R')?.count)
    expect(whole.areas.map(({ area }) => area)).toContain('10')
    expect(whole.map.fields).toHaveLength(whole.map.width * whole.map.height)
    expect(whole.map.fields.filter((at) => at >= 0).length).toBeGreaterThan(2_000)
    const none = await staff.call(zones.coverage, { serviceCode: 'EU-STD', country: 'US' })
    expect(none.none).toBe(none.total)
    expect(none.missing).toHaveLength(500)
  })

  test('of routing codes is counted the same way', async () => {
    const [{ supplierId }] = (await query<{ supplierId: string }>(
      `select c.supplier_id as "supplierId" from delivery_service s
        join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id where s.id = $1`,
      [serviceId],
    )) as [{ supplierId: string }]
    await query('delete from routing_table where tenant_id = $1', [world().tenantId])
    await staff.upload(routing.importFile.path, 'r.csv', 'c,f,t,s\nNL,1000,4999,WEST\nNL,90*,,N', {
      supplierId,
      validFrom: '2026-01-01',
      mapping: JSON.stringify({ columns: { country: 0, valueFrom: 1, valueTo: 2, sortCode: 3 } }),
    })
    const found = await staff.call(routing.coverage, { serviceCode, country: 'NL' })
    expect(found.zones.map(({ name }) => name)).toEqual(['WEST', 'N'])
    expect(found.none).toBe(found.total - found.zones.reduce((sum, { count }) => sum + count, 0))
    expect(found.areas.find(({ area }) => area === '55')).toMatchObject({ zones: [] })
  })
})

test('a pasted list of postcodes is answered one by one', async () => {
  const found = await staff.call(zones.test, {
    serviceCode,
    country: 'de',
    codes: ['10115', ' 18 565 ', 'x'],
  })
  expect(found.map(({ zone }) => zone?.code ?? null)).toEqual(['DE', 'DE-R', 'DE'])
  expect(found[1]!.text).toContain('18565')
})

test('zones are copied to a service without any, and not to one that has some', async () => {
  const [made] = await query<{ id: string }>(
    `insert into delivery_service (tenant_id, code, name, channel_id)
      select tenant_id, 'ZONE-COPY', 'Copy', channel_id from delivery_service where id = $1
      returning id`,
    [serviceId],
  )
  const body = { fromServiceId: serviceId, toServiceId: made!.id }
  const done = await staff.call(zones.clone, body)
  const source = await sheet()
  expect(done.rows).toBe(source.rows.length)
  const copy = await staff.call(zones.sheet, { serviceId: made!.id })
  expect(copy.rows).toEqual(source.rows)
  expect((await staff.post(zones.clone.path, body)).error).toBe('zone.hasZones')
})

describe('others', () => {
  const address = { serviceCode, country: 'DE', postalCode: '10115' }
  const asked = [
    [zones.resolve.path, address],
    [routing.resolve.path, address],
    [zones.coverage.path, { serviceCode, country: 'DE' }],
    [routing.coverage.path, { serviceCode, country: 'DE' }],
  ] as const

  test('customers and their sub-accounts read neither zones nor routing', async () => {
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      for (const [path, input] of asked) expect((await client.get(path, input)).status).toBe(403)
      expect((await client.get(zones.sheet.path, { serviceId })).status).toBe(403)
      const save = await put(client, { version: '', from: inDays(1), rows: [] })
      expect(save.status).toBe(403)
    }
  })

  test('of another tenant get their own service of that code, or none', async () => {
    const stranger = await world().otherTenantUser()
    expect((await stranger.get(zones.sheet.path, { serviceId })).status).toBe(404)
    const save = await put(stranger, { version: '', from: inDays(1), rows: [] })
    expect(save.status).toBe(404)
    await query('update delivery_service set code = $2 where id = $1', [serviceId, 'ONLY-OURS'])
    try {
      for (const [path, input] of asked) {
        const answer = await stranger.get(path, { ...input, serviceCode: 'ONLY-OURS' })
        expect(answer.success, path).toBe(false)
        expect((await staff.get(path, { ...input, serviceCode: 'ONLY-OURS' })).success).toBe(true)
      }
    } finally {
      await query('update delivery_service set code = $2 where id = $1', [serviceId, serviceCode])
    }
  })
})
