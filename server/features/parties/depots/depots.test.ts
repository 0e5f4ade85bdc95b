import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { openOn, periodsOf, periodsText, weekText } from '#contracts/parties/depot-hours.ts'
import { routing } from '#contracts/commercial/zones/routing.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { userDepots } from '#contracts/parties/user-depot-calls.ts'
import { open, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import type { Client } from '#test/harness.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
let admin: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

interface Row {
  id: string
  version: number
}
let count = 0
async function depot(): Promise<Row> {
  const code = `DP${++count}`
  const answer = await admin.post('/erp/depot/add', {
    code,
    name: `Depot ${code}`,
    country: 'DE',
    city: 'Kassel',
    timeZone: 'Europe/Berlin',
  })
  if (!answer.success) throw new Error(answer.message)
  return answer.result as Row
}
const versionOf = async (id: string) =>
  ((await admin.get('/erp/depot/queryById', { id })).result as Row).version
const gatesOf = async (depotId: string) =>
  (
    (await admin.get('/erp/depotGate/list', { depotId, pageSize: 100 })).result as {
      records: { id: string; code: string; sortCodes: string | null; enabled: boolean }[]
    }
  ).records
const issues = (answer: { result: unknown }) =>
  (answer.result as { issues?: { path: string; code: string }[] }).issues?.map(
    ({ path, code }) => `${path}:${code}`,
  )
const gate = (code: string, sortCodes: string | null = null, more: object = {}) => ({
  code,
  name: null,
  direction: '1',
  sortCodes,
  enabled: true,
  ...more,
})

test('a depot without a time zone has its country’s, and names the field where that has several', async () => {
  const draft = { code: 'ZONE1', name: 'Zone', city: 'Town' }
  const refused = await admin.post('/erp/depot/add', { ...draft, country: 'US' })
  expect(issues(refused)).toEqual(['timeZone:field.required'])
  const made = await admin.post('/erp/depot/add', { ...draft, country: 'CN' })
  expect(made.result).toMatchObject({ timeZone: 'Asia/Shanghai' })
})

describe('opening hours', () => {
  test('a week and holidays are saved, read by customers, and printed on address labels', async () => {
    const { id, version } = await depot()
    const hours = [1, 2, 3, 4, 5].flatMap((weekday) => [
      { weekday, opens: '08:00', closes: '12:00' },
      { weekday, opens: '13:00', closes: '24:00' },
    ])
    const holidays = [
      { day: '2099-12-25', name: 'Christmas', opens: null, closes: null },
      { day: '2099-12-24', name: null, opens: '08:00', closes: '11:00' },
    ]
    await admin.call(depotDesk.saveHours, { id, version, hours, holidays })
    const seen = await (await world().as('customer')).call(depotDesk.hours, { id })
    expect(seen).toMatchObject({
      text: 'Mon–Fri 08:00–12:00, 13:00–24:00',
      timeZone: 'Europe/Berlin',
      holidays: [holidays[1], holidays[0]],
    })
    expect(seen.address.at(-1)).toContain('DE')
    expect(seen.address.length).toBeGreaterThan(1)
    expect(openOn('2099-12-24', seen.hours, seen.holidays)?.periods).toHaveLength(1)
    expect(openOn('2099-12-25', seen.hours, seen.holidays)?.periods).toEqual([])
    expect(openOn('2099-12-27', seen.hours, seen.holidays)?.periods).toEqual([])
    const made = await admin.post('/erp/userDepot/add', {
      customerId: world().customerId,
      depotId: id,
    })
    const sheet = await admin.get(userDepots.label.path, { ids: (made.result as Row).id })
    expect(await textOf(await open(sheet.bytes), 1)).toContain('Mon–Fri 08:00–12:00')
  })

  test('reversed, overlapping and doubled entries are refused by row', async () => {
    const { id, version } = await depot()
    const save = (body: object) =>
      admin.put(depotDesk.saveHours.path, { id, version, hours: [], holidays: [], ...body })
    const week = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes })
    expect(issues(await save({ hours: [week(1, '12:00', '08:00')] }))).toEqual([
      'hours.0.closes:depot.hoursReversed',
    ])
    expect(
      issues(await save({ hours: [week(1, '08:00', '12:00'), week(1, '11:00', '14:00')] })),
    ).toContain('hours.1.opens:depot.hoursOverlap')
    expect(issues(await save({ hours: [week(8, '8:00', '12:00')] }))).toEqual([
      'hours.0.weekday:field.invalid',
      'hours.0.opens:field.invalid',
    ])
    const day = { day: '2099-01-01', name: null, opens: null, closes: null }
    expect(issues(await save({ holidays: [day, day] }))).toEqual(['holidays.1.day:field.duplicate'])
    expect(issues(await save({ holidays: [{ ...day, opens: '08:00' }] }))).toEqual([
      'holidays.0.closes:field.required',
    ])
  })

  test('periods that were written are read as they were', () => {
    const clock = fc.integer({ min: 0, max: 1439 })
    const text = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    fc.assert(
      fc.property(fc.uniqueArray(clock, { minLength: 2, maxLength: 8 }), (minutes) => {
        const sorted = minutes.toSorted((a, b) => a - b)
        const periods = sorted.flatMap((from, at) =>
          at % 2 === 0 && at + 1 < sorted.length
            ? [{ opens: text(from), closes: text(sorted[at + 1]!) }]
            : [],
        )
        expect(periodsOf(periodsText(periods))).toEqual(periods)
      }),
    )
    expect(periodsOf('8-12, 13:30 至 18')).toEqual([
      { opens: '08:00', closes: '12:00' },
      { opens: '13:30', closes: '18:00' },
    ])
    for (const wrong of ['8', '12-8', '8-13, 12-14', '25-26', 'a-b'])
      expect(periodsOf(wrong)).toBe(null)
    expect(weekText([{ weekday: 6, opens: '09:00', closes: '12:00' }], String)).toBe(
      '6 09:00–12:00',
    )
  })
})

describe('gates', () => {
  test('all gates of a depot are saved at once: new, changed, swapped and left out', async () => {
    const { id: depotId, version } = await depot()
    const gates = [gate('A1', 'D20, d21 D20'), gate('A2', 'D30'), gate('X', null)]
    const first = await admin.call(depotDesk.saveGates, { depotId, version, gates } as never)
    expect(first).toMatchObject({ added: 3, changed: 0, deleted: 0 })
    const [a1, a2] = await gatesOf(depotId)
    expect(a1).toMatchObject({ code: 'A1', sortCodes: 'D20, d21' })
    const second = await admin.call(depotDesk.saveGates, {
      depotId,
      version: first.version,
      gates: [
        { ...gate('A2', 'D20'), id: a1!.id },
        { ...gate('A1', 'D30'), id: a2!.id },
      ],
    } as never)
    expect(second).toMatchObject({ added: 0, changed: 2, deleted: 1 })
    expect((await gatesOf(depotId)).map(({ id, code }) => [id, code])).toEqual([
      [a2!.id, 'A1'],
      [a1!.id, 'A2'],
    ])
  })

  test('a sort code has one gate of a direction, a code one gate; refused by row', async () => {
    const { id: depotId, version } = await depot()
    const save = (gates: object[]) =>
      admin.put(depotDesk.saveGates.path, { depotId, version, gates })
    expect(issues(await save([gate('A', 'S1'), gate('B', 'S2, S1')]))).toEqual([
      'gates.1.sortCodes:depotGate.codeTaken',
    ])
    expect(issues(await save([gate('A'), gate('A')]))).toEqual(['gates.1.code:field.duplicate'])
    expect(issues(await save([gate('A', null, { direction: '9' })]))).toEqual([
      'gates.0.direction:field.dict',
    ])
    expect(issues(await save([gate('')]))).toEqual(['gates.0.code:field.required'])
    const other = await depot()
    await admin.call(depotDesk.saveGates, {
      depotId: other.id,
      version: other.version,
      gates: [gate('Z')],
    } as never)
    const [foreign] = await gatesOf(other.id)
    expect(issues(await save([{ ...gate('A'), id: foreign!.id }]))).toEqual([
      'gates.0.code:field.ref',
    ])
    const returns = gate('R', 'S1', { direction: '4' })
    expect((await save([gate('A', 'S1'), returns])).success).toBe(true)
  })

  test('of two editors at once one is refused with the depot as it is', async () => {
    const { id: depotId, version } = await depot()
    const answers = await Promise.all(
      ['A', 'B'].map((code) =>
        admin.put(depotDesk.saveGates.path, { depotId, version, gates: [gate(code)] }),
      ),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect(await gatesOf(depotId)).toHaveLength(1)
  })

  test('a sheet is tried first, refuses by cell, and adds nothing a second time', async () => {
    const { id: depotId } = await depot()
    const code = (
      (await admin.get('/erp/depot/queryById', { id: depotId })).result as {
        code: string
      }
    ).code
    const sheet = [
      'Depot,Gate code,Sort codes',
      `${code},G1,"H1, H2"`,
      `${code},G2,H2`,
      `${code},G3,H3`,
    ].join('\n')
    const send = async (fields: Record<string, string> = {}) =>
      (await admin.upload('/erp/depotGate/importExcel', 'gates.csv', sheet, fields)).result as {
        successCount: number
        errors: { row: number; column: string; code: string }[]
      }
    expect(await send({ dryRun: 'true' })).toMatchObject({ successCount: 2 })
    expect(await gatesOf(depotId)).toEqual([])
    expect(await send()).toMatchObject({
      successCount: 2,
      errors: [{ row: 3, code: 'depotGate.codeTaken' }],
    })
    expect(await send()).toMatchObject({ successCount: 0 })
    expect(await gatesOf(depotId)).toHaveLength(2)
  })

  test('gates that routing names and the depot has not are named, until it has them', async () => {
    const { id: depotId, version } = await depot()
    await world().db.pool.query(
      `with h as (insert into supplier (tenant_id, code, name)
          values ($1, 'GATES', 'Gates') returning tenant_id, id),
        t as (insert into routing_table (tenant_id, supplier_id, name, valid_from, file_hash)
          select tenant_id, id, 'Gates', current_date, 'g' from h returning id)
        insert into routing_code (tenant_id, table_id, country, match_type, value_from, sort_code,
          gate)
        select $1, t.id, 'DE', 'PREFIX', x.p, 'S' || x.p, x.g
        from t, (values ('1', 'G-11'), ('2', 'G-11'), ('3', 'G-12')) as x(p, g)`,
      [world().tenantId],
    )
    const missing = async () =>
      (await admin.call(routing.gateCheck, { depotId })).missing.filter(({ gate: name }) =>
        name.startsWith('G-1'),
      )
    expect(await missing()).toEqual([
      { gate: 'G-11', rows: 2, sortCodes: ['S1', 'S2'], tables: ['Gates'], elsewhere: [] },
      { gate: 'G-12', rows: 1, sortCodes: ['S3'], tables: ['Gates'], elsewhere: [] },
    ])
    const off = gate('G-12', null, { enabled: false })
    const gates = [gate('G-11', 'S1'), off]
    await admin.call(depotDesk.saveGates, { depotId, version, gates } as never)
    expect(await missing()).toMatchObject([{ gate: 'G-12' }])
  })
})

describe('access', () => {
  test('another tenant, customers and sub-accounts change nothing and see no gates', async () => {
    const { id, version } = await depot()
    const other = await world().otherTenantUser()
    const hours = { id, version, hours: [], holidays: [] }
    const gates = { depotId: id, version, gates: [] }
    expect((await other.get(depotDesk.hours.path, { id })).status).toBe(404)
    expect((await other.put(depotDesk.saveHours.path, hours)).status).toBe(404)
    expect((await other.put(depotDesk.saveGates.path, gates)).status).toBe(404)
    expect((await other.get(routing.gateCheck.path, { depotId: id })).status).toBe(404)
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      expect((await client.put(depotDesk.saveHours.path, hours)).status).toBe(403)
      expect((await client.put(depotDesk.saveGates.path, gates)).status).toBe(403)
      expect((await client.get('/erp/depotGate/list')).status).toBe(403)
      expect((await client.get(depotUsers.list.path, { depotId: id })).status).toBe(403)
    }
    expect(await versionOf(id)).toBe(version)
  })

  test('staff are put into a depot and taken out of it, many at once', async () => {
    const { id: depotId } = await depot()
    const found = await world().db.pool.query<{ id: string; customer: boolean }>(
      `select id, customer_id is not null as customer from sys_user
       where tenant_id = $1 and username = any($2) order by 2`,
      [world().tenantId, [world().username('warehouse'), world().username('customer')]],
    )
    const [worker, buyer] = found.rows
    const userIds = [worker!.id, buyer!.id]
    const done = await admin.call(depotUsers.assign, { userIds, depotIds: [depotId] })
    expect(done.rows.map(({ ok, code }) => [ok, code])).toEqual([
      [true, null],
      [false, 'user.depotsForStaff'],
    ])
    const staff = await admin.call(depotUsers.list, { depotId })
    expect(staff.records.map(({ id }) => id)).toEqual([worker!.id])
    const leave = async () =>
      (await admin.delete(depotUsers.remove.path, { depotId, userIds: worker!.id })).result
    expect(await leave()).toMatchObject({ done: 1 })
    expect(await leave()).toMatchObject({ failed: 1, rows: [{ code: 'user.notInDepot' }] })
  })
})
