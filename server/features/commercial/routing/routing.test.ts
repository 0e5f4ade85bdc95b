import { beforeAll, describe, expect, test } from 'vitest'
import { routing, type RoutingMapping } from '#contracts/commercial/zones/routing.ts'
import { useOwnWorld, type Answer, type Client } from '#test/harness.ts'

const world = useOwnWorld()
let staff: Client
let supplierId: string
let serviceCode: string
let serviceId: string

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const HEADINGS = 'Land,PLZ von,PLZ bis,Sort,Gate,Depot'
const MAPPING: RoutingMapping = {
  columns: { country: 0, valueFrom: 1, valueTo: 2, sortCode: 3, gate: 4, destDepot: 5 },
  country: null,
  whole: true,
}
const send = (
  client: Client,
  lines: readonly string[],
  fields: Record<string, string> = {},
): Promise<Answer> =>
  client.upload(routing.importFile.path, 'routes.csv', [HEADINGS, ...lines].join('\n'), {
    supplierId,
    validFrom: '2026-01-01',
    mapping: JSON.stringify(MAPPING),
    ...fields,
  })
interface Done {
  tableId: string | null
  already: boolean
  rows: number
  added: number
  refused: number
  validTo: string | null
  errors: { row: number; column: string; code: string; message: string }[]
}
const done = (answer: Answer): Done => {
  expect(answer.success, JSON.stringify(answer)).toBe(true)
  return answer.result as Done
}
const resolve = (country: string, postalCode: string, more: object = {}) =>
  staff.call(routing.resolve, { serviceCode, country, postalCode, ...more })
const sortOf = async (country: string, postalCode: string, more: object = {}) =>
  (await resolve(country, postalCode, more)).routing?.sortCode ?? null

beforeAll(async () => {
  staff = await world().as('manager')
  const [service] = await query<{ id: string; code: string; supplierId: string }>(
    `select s.id, s.code, c.supplier_id as "supplierId" from delivery_service s
      join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
      where s.tenant_id = $1 and s.code = 'ECO-PARCEL'`,
    [world().tenantId],
  )
  ;({ id: serviceId, code: serviceCode, supplierId } = service!)
  await query('delete from routing_table where tenant_id = $1', [world().tenantId])
})

describe('a supplier file', () => {
  const lines = [
    'DE,01067,,DD1,G1,Dresden',
    'DE,10000,19999,B0,G2,Berlin',
    'DE,10115,10119,B1,G3,Berlin',
    'DE,20*,,HH,G4,Hamburg',
    'DE,,,DE,G9,Kassel',
    'GB,AB1,,ABN,,Aberdeen',
    'GB,AB10,AB15,AB2,,Aberdeen',
    'NL,1011,1019,AMS,,Amsterdam',
    'CA,K1A,,OTT,,Ottawa',
    ',,,ROW,,World',
  ]

  test('is tried first, taken then, and the same again adds nothing', async () => {
    const trial = done(await send(staff, lines, { dryRun: 'true' }))
    expect(trial).toMatchObject({ tableId: null, added: 10, refused: 0, errors: [] })
    expect(await sortOf('DE', '10115')).toBeNull()
    const taken = done(await send(staff, lines))
    expect(taken).toMatchObject({ already: false, added: 10, refused: 0 })
    const again = done(await send(staff, lines))
    expect(again).toMatchObject({ already: true, added: 0, tableId: taken.tableId })
    expect(done(await send(staff, lines, { validFrom: '2026-06-01' })).already).toBe(true)
  })

  test.each([
    ['DE', '01067', 'DD1', 'exact'],
    ['DE', '1067', 'B0', null],
    ['DE', '10117', 'B1', 'range'],
    ['DE', '15000', 'B0', 'range'],
    ['DE', '20095', 'HH', 'prefix'],
    ['DE', '80331', 'DE', 'country'],
    ['GB', 'AB1 2CD', 'ABN', 'exact'],
    ['GB', 'AB12 2CD', 'AB2', 'range'],
    ['NL', '1013 XZ', 'AMS', 'range'],
    ['CA', 'k1a-0b1', 'OTT', 'prefix'],
    ['FR', '75001', 'ROW', 'default'],
  ])('%s %s goes to %s, found as %s', async (country, code, sort, kind) => {
    const found = await resolve(country, code)
    if (kind === null) return
    expect(found.routing?.sortCode).toBe(sort)
    expect(found.rule?.kind).toBe(kind)
    expect(found.why).toContain(sort)
  })

  test('explains which rows lost, and why', async () => {
    const found = await resolve('DE', '10117')
    expect(found.others.map(({ route, reason }) => [route.sortCode, reason])).toEqual([
      ['B0', 'wider'],
      ['DE', 'kind'],
      ['ROW', 'kind'],
    ])
    expect(found.others.every(({ why, text }) => why !== '' && text !== '')).toBe(true)
    staff.lang = 'zh_CN'
    expect((await resolve('DE', '10117')).why).toContain('之间')
    staff.lang = 'en_US'
  })

  test('replaces the one before from its day on, and gives way when it is deleted', async () => {
    const next = done(await send(staff, ['DE,10115,,NEW,G7,'], { validFrom: '2026-07-01' }))
    expect(await sortOf('DE', '10115', { date: '2026-06-30' })).toBe('B1')
    expect(await sortOf('DE', '10115', { date: '2026-07-01' })).toBe('NEW')
    const between = done(await send(staff, ['DE,10115,,MID,,'], { validFrom: '2026-06-01' }))
    expect(between.validTo).toBe('2026-06-30')
    expect(await sortOf('DE', '10115', { date: '2026-06-15' })).toBe('MID')
    for (const { tableId } of [between, next])
      expect((await staff.delete('/erp/routingTable/delete', { id: tableId })).success).toBe(true)
    expect(await sortOf('DE', '10115', { date: '2027-01-01' })).toBe('B1')
  })

  test('of the service goes before that of the supplier', async () => {
    const own = done(await send(staff, ['DE,10115,10119,OWN,,', 'DE,10*,,OWN2,,'], { serviceId }))
    const found = await resolve('DE', '10117')
    expect(found.routing?.sortCode).toBe('OWN2')
    expect(found.others.map(({ reason }) => reason)).toContain('table')
    expect(await sortOf('DE', '20095')).toBe('HH')
    await staff.delete('/erp/routingTable/delete', { id: own.tableId })
  })

  test('names what is wrong by row and column, in the language of the caller', async () => {
    const bad = [
      'DE,10115,,OK1,,',
      'XX,1,,A,,',
      'DE,20000,19999,A,,',
      'DE,10115,,A,,',
      'DE,30000,30999,A,,',
      'DE,30500,31500,A,,',
      'DE,40000,,,,',
    ]
    const before = await query('select 1 from routing_code where tenant_id = $1', [
      world().tenantId,
    ])
    const all = done(await send(staff, bad, { validFrom: '2027-01-01' }))
    expect(all).toMatchObject({ tableId: null, added: 0, refused: 5 })
    expect(all.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, 'Land', 'field.dict'],
      [4, 'PLZ von', 'rate.zone.backwards'],
      [5, 'PLZ von', 'routing.twice'],
      [8, 'Sort', 'field.required'],
      [7, 'PLZ von', 'routing.crosses'],
    ])
    staff.lang = 'zh_CN'
    const inChinese = done(await send(staff, bad, { validFrom: '2027-01-01' }))
    staff.lang = 'en_US'
    expect(inChinese.errors[4]!.message).toContain('第 6 行')
    expect(
      await query('select 1 from routing_code where tenant_id = $1', [world().tenantId]),
    ).toHaveLength(before.length)
    const good = done(await send(staff, bad, { validFrom: '2027-01-01', mode: 'good' }))
    expect(good).toMatchObject({ added: 2, refused: 5 })
    expect(await sortOf('DE', '30500', { date: '2027-01-01' })).toBe('A')
    await staff.delete('/erp/routingTable/delete', { id: good.tableId })
  })

  test('is read as the last one of its headings was', async () => {
    const head = async () => {
      const answer = await staff.upload(
        routing.layout.path,
        'routes.csv',
        [HEADINGS, ...lines].join('\n'),
        { supplierId },
      )
      return answer.result as { mapping: RoutingMapping; saved: boolean; samples: string[][] }
    }
    const guessed = await head()
    expect(guessed.saved).toBe(false)
    expect(guessed.mapping.columns).toEqual(MAPPING.columns)
    expect(guessed.samples[0]).toEqual(['DE', '01067', '', 'DD1', 'G1', 'Dresden'])
    const mapping = { ...MAPPING, columns: { ...MAPPING.columns, gate: 5, destDepot: 4 } }
    const made = done(
      await send(staff, lines, {
        validFrom: '2028-01-01',
        mapping: JSON.stringify(mapping),
        saveMapping: 'true',
      }),
    )
    const saved = await head()
    expect(saved).toMatchObject({ saved: true, mapping })
    await staff.delete('/erp/routingTable/delete', { id: made.tableId })
  })
})

describe('rows by hand', () => {
  test('are found like imported ones and may not contradict them', async () => {
    const [{ id: tableId }] = (await query<{ id: string }>(
      'select id from routing_table where tenant_id = $1',
      [world().tenantId],
    )) as [{ id: string }]
    const add = (row: object) =>
      staff.post('/erp/routingCode/add', { tableId, country: 'DE', ...row })
    const refusal = ({ result }: Answer) =>
      (result as { issues?: { path: string; code: string }[] }).issues?.map(
        ({ path, code }) => `${path}:${code}`,
      )
    const inside = await add({
      matchType: 'RANGE',
      valueFrom: '10116',
      valueTo: '10117',
      sortCode: 'IN',
    })
    expect(inside.success, JSON.stringify(inside)).toBe(true)
    expect(await sortOf('DE', '10117')).toBe('IN')
    expect(await sortOf('DE', '10118')).toBe('B1')
    const crossing = { matchType: 'RANGE', valueFrom: '10118', valueTo: '10125', sortCode: 'X' }
    expect(refusal(await add(crossing))).toEqual(['valueFrom:routing.crossesRow'])
    expect(refusal(await add({ matchType: 'PREFIX', valueFrom: '2 0', sortCode: 'X' }))).toEqual([
      'valueFrom:field.duplicate',
    ])
    expect(refusal(await add({ matchType: 'PREFIX', sortCode: 'X' }))).toEqual([
      'valueFrom:rate.zone.valueMissing',
    ])
    const { id } = inside.result as { id: string }
    expect((await staff.delete('/erp/routingCode/delete', { id })).success).toBe(true)
    expect(await sortOf('DE', '10117')).toBe('B1')
  })
})

test('roles, other tenants and hundreds of files at once', async () => {
  for (const role of ['customer', 'sub', 'warehouse', 'sales'] as const) {
    const other = await world().as(role)
    expect((await other.get(routing.resolve.path, { serviceCode, country: 'DE' })).success).toBe(
      false,
    )
    expect((await send(other, ['DE,1,,A,,'])).success).toBe(false)
  }
  const lines = ['DE,50667,,K,,']
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => send(staff, lines, { validFrom: '2029-01-01' })),
  )
  const taken = answers.filter(({ success }) => success).map((one) => one.result as Done)
  expect(taken.filter(({ already }) => !already)).toHaveLength(1)
  expect(new Set(taken.map(({ tableId }) => tableId)).size).toBe(1)
  for (const { success, error } of answers) if (!success) expect(error).toBe('routing.importing')
})
