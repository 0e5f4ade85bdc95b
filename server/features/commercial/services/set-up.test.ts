import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()
let staff: Client
let channelId: string
let ecoId: string
const query = async <T extends object>(text: string, more: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, [world().tenantId, ...more])).rows
const issuesOf = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path} ${code}`,
  )

beforeAll(async () => {
  staff = await world().as('manager')
  const found = await query<{ id: string; channelId: string }>(
    `select id, channel_id as "channelId" from delivery_service
      where tenant_id = $1 and code = 'ECO-PARCEL'`,
  )
  ecoId = found[0]!.id
  channelId = found[0]!.channelId
})

const setUp = (code: string, more: Record<string, unknown> = {}) => ({
  service: {
    code,
    name: '新服务',
    nameEn: 'New service',
    channelId,
    tradeType: '1',
    transType: '1',
    pushMethod: '0',
    labelType: '1',
    deductMethod: '4',
    thWeightRatio: 5000,
    weightStep: '0.5',
    rounding: 'each',
    izEnable: true,
  },
  limits: [{ validType: '1', maxValue: '20' }],
  zones: [
    { code: 'A', name: '德国', rows: [{ country: 'DE', matchType: 'ALL' }] },
    {
      code: 'B',
      name: '荷比',
      rows: [
        { country: 'NL', matchType: 'ALL' },
        { country: 'BE', matchType: 'ALL' },
      ],
    },
  ],
  prices: {
    currency: 'EUR',
    stepMode: 'A' as const,
    rows: [
      { upTo: '2', step: null, prices: ['4.20', '5.10'], seconds: [null, null] },
      { upTo: '20', step: null, prices: ['9.42', '11.00'], seconds: [null, null] },
    ],
  },
  numbers: { scheme: 'S10', prefix: 'RW', suffix: 'DE', startNo: 1, endNo: 9999 },
  ...more,
})

describe('setting a service up', () => {
  test('in one call it is ready: quoted, ordered and confirmed', async () => {
    const { id } = await staff.call(serviceDesk.setUp, setUp('WIZ-1'))
    const found = await staff.call(serviceDesk.readiness, { id: id! })
    expect(found.items.filter(({ level }) => level === 'missing')).toEqual([])
    const priced = await staff.call(simulator.simulate, {
      serviceCode: 'WIZ-1',
      country: 'DE',
      postalCode: '94579',
      parcels: [{ weightKg: '3' }],
    })
    expect(priced).toMatchObject({ total: '9.42', open: true })
    expect(priced.partition.why).toContain('A')
    expect(priced.number).toMatch(/^RW00000001\dDE$/)
    const order = await makeOrder(world(), staff, { confirm: true, change: { serviceId: id } })
    const confirmed = await staff.call(shipments.queryById, { id: order.id })
    expect(confirmed.amount).toBe('4.20')
    expect(
      await query('select track_no from parcel where tenant_id = $1 and shipment_id = $2', [
        order.id,
      ]),
    ).toEqual([{ track_no: priced.number }])
  })

  test('for some customers it is theirs alone, with the days of each zone', async () => {
    const [zone, other] = setUp('WIZ-C').zones
    const { id } = await staff.call(
      serviceDesk.setUp,
      setUp('WIZ-C', {
        zones: [{ ...zone, transitMin: 1, transitMax: 2 }, other],
        numbers: { scheme: 'S10', prefix: 'RC', suffix: 'DE', startNo: 1, endNo: 9999 },
        customerIds: [world().customerId],
      }),
    )
    expect(await staff.call(serviceDesk.customers, { id: id! })).toMatchObject({
      restricted: true,
      customers: [{ id: world().customerId }],
    })
    expect((await staff.call(serviceDesk.readiness, { id: id! })).ready).toBe(true)
    const parcels = [{ weightKg: '1' }]
    const asked = { serviceCode: 'WIZ-C', country: 'DE', parcels }
    const own = await world().as('customer')
    expect((await own.call(simulator.simulate, asked)).transit).toEqual({ min: 1, max: 2 })
    const wrong = await staff.post(
      '/erp/deliveryService/setUp',
      setUp('WIZ-D', {
        numbers: { scheme: 'S10', prefix: 'RD', suffix: 'DE', startNo: 1, endNo: 9999 },
        customerIds: ['999999999'],
      }),
    )
    expect(issuesOf(wrong)[0]).toMatch(/^customerIds/)
    const days = await staff.post(
      '/erp/deliveryService/setUp',
      setUp('WIZ-D', { zones: [{ ...zone, transitMin: 3, transitMax: 2 }, other] }),
    )
    expect(issuesOf(days)).toEqual(['zones.0.transitMax field.tooSmall'])
  })

  test('a refused part leaves nothing, and its place is named', async () => {
    const count = async () =>
      (
        await query<{ n: number }>(
          `select (select count(*) from delivery_service where tenant_id = $1)::int
            + (select count(*) from fee where tenant_id = $1)::int
            + (select count(*) from delivery_partition where tenant_id = $1)::int as n`,
        )
      )[0]!.n
    const before = await count()
    const refused = async (more: Record<string, unknown>) =>
      issuesOf(await staff.post('/erp/deliveryService/setUp', setUp('WIZ-2', more)))
    const good = setUp('WIZ-2')
    expect(await refused({ service: { ...good.service, code: 'ECO-PARCEL' } })).toEqual([
      'service.code field.duplicate',
    ])
    expect(await refused({ service: { ...good.service, name: '' } })).toEqual([
      'service.name field.required',
    ])
    expect(
      await refused({
        zones: [
          good.zones[0],
          { code: 'B', name: 'B', rows: [{ country: 'DE', matchType: 'ALL' }] },
        ],
      }),
    ).toEqual(['zones.1.rows.0.valueFrom zone.taken'])
    expect(
      await refused({
        prices: {
          ...good.prices,
          rows: [{ upTo: '2', step: null, prices: ['x', '1'], seconds: [null, null] }],
        },
      }),
    ).toEqual([expect.stringMatching(/^prices\.rows\.0/)])
    expect(await refused({ numbers: { ...good.numbers, startNo: 5, endNo: 1 } })).toEqual([
      'numbers.endNo segment.badRange',
    ])
    expect(await refused({ limits: [{ validType: '1' }] })).toEqual([
      'limits.0.maxValue field.required',
    ])
    const tried = await staff.call(serviceDesk.setUp, {
      ...setUp('WIZ-3', {
        numbers: { scheme: 'S10', prefix: 'RX', suffix: 'DE', startNo: 1, endNo: 9 },
      }),
      dryRun: true,
    })
    expect(tried).toEqual({ id: null })
    expect(await count()).toBe(before)
  })

  test('is for those who may add all of its parts', async () => {
    for (const role of ['finance', 'service', 'customer'] as const)
      expect(
        (await (await world().as(role)).post('/erp/deliveryService/setUp', setUp('WIZ-4'))).code,
      ).toBe(403)
    const foreign = await world().otherTenantUser()
    const answer = await foreign.post('/erp/deliveryService/setUp', setUp('WIZ-5'))
    expect(issuesOf(answer)).toEqual(['service.channelId field.ref'])
  })
})

describe('sales', () => {
  test('set a service up with prices and numbers as drafts, which a sales manager puts to use', async () => {
    const [sales, lead] = [await world().as('sales'), await world().as('salesManager')]
    const numbers = { scheme: 'S10', prefix: 'RS', suffix: 'DE', startNo: 1, endNo: 9999 }
    const { id } = await sales.call(serviceDesk.setUp, setUp('WIZ-S', { numbers }))
    const missing = async () =>
      (await sales.call(serviceDesk.readiness, { id: id! })).items
        .filter(({ level }) => level === 'missing')
        .map(({ key }) => key)
    expect(await missing()).toEqual(['prices', 'numbers'])
    const [table] = await sales.call(serviceDesk.tables, { id: id! })
    const { current } = await sales.call(feePrices.sheet, { feeId: table!.id })
    const draft = { id: current!.id, version: current!.version }
    expect((await sales.put('/erp/feeVersion/activate', draft)).code).toBe(403)
    expect(await lead.call(feePrices.activate, draft)).toMatchObject({ state: 'active' })
    const [segment] = await query<{ id: string }>(
      'select id from number_segment where tenant_id = $1 and service_id = $2',
      [id],
    )
    const ids = { ids: [segment!.id] }
    expect((await sales.put('/erp/numberSegment/activate', ids)).code).toBe(403)
    await lead.call(numberSegments.activate, ids)
    expect(await missing()).toEqual([])
    const next = await sales.call(feePrices.clone, { feeId: table!.id })
    expect((await sales.delete('/erp/feeVersion/delete', next)).success).toBe(true)
    expect((await sales.delete('/erp/feeVersion/delete', { id: draft.id })).success).toBe(false)
    for (const path of ['/erp/fee/edit', '/erp/surcharge/add', '/erp/fuelRate/add'])
      expect((await sales.post(path, { id: table!.id })).code, path).not.toBe(200)
  })

  test('a sales manager makes all of it alone', async () => {
    const lead = await world().as('salesManager')
    const numbers = { scheme: 'S10', prefix: 'RM', suffix: 'DE', startNo: 1, endNo: 9999 }
    const { id } = await lead.call(serviceDesk.setUp, setUp('WIZ-M', { numbers }))
    expect((await lead.call(serviceDesk.readiness, { id: id! })).ready).toBe(true)
    expect((await lead.call(serviceDesk.tables, { id: id! })).map(({ kind }) => kind)).toEqual([
      'standard',
    ])
  })
})

describe('a clone', () => {
  test('has everything of its service: priced alike once its tables are active', async () => {
    await query(
      `update delivery_service set volume_when = 'SIDE_OVER', volume_side = 600,
        bubble_percent = 50, transit_min = 3, transit_max = 6 where tenant_id = $1 and id = $2`,
      [ecoId],
    )
    const { version } = await staff.call(serviceDesk.customers, { id: ecoId })
    await staff.call(serviceDesk.openTo, {
      id: ecoId,
      version,
      restricted: true,
      customerIds: [world().customerId],
    })
    const { id, left } = await staff.call(serviceDesk.clone, {
      id: ecoId,
      code: 'ECO-2',
      name: '经济二号',
      customers: true,
    })
    expect(left).toEqual([])
    const row = await staff.call(deliveryServices.endpoints.queryById, { id })
    const source = await staff.call(deliveryServices.endpoints.queryById, { id: ecoId })
    const own = ['id', 'code', 'name', 'nameEn', 'feeId', 'feeId_dictText', 'izEnable', 'version']
    const made = ['createBy', 'createTime', 'updateBy', 'updateTime']
    const rest = (of: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(of).filter(([key]) => ![...own, ...made].includes(key)))
    expect(rest(row)).toEqual(rest(source))
    expect(row).toMatchObject({ izEnable: false, volumeSide: '60', bubblePercent: 50 })
    expect((await staff.call(serviceDesk.customers, { id })).customers).toMatchObject([
      { id: world().customerId },
    ])
    const counted = async (service: string) =>
      query(
        `select (select count(*)::int from service_rule r where r.tenant_id = $1
            and r.service_id = $2) as rules,
          (select count(*)::int from partition_config c join delivery_partition p
            on p.tenant_id = c.tenant_id and p.id = c.partition_id
            where c.tenant_id = $1 and p.service_id = $2) as rows,
          (select count(*)::int from number_segment n where n.tenant_id = $1
            and n.service_id = $2) as segments`,
        [service],
      )
    expect(await counted(id)).toEqual(await counted(ecoId))

    // Nothing is sold by drafts.
    const missing = (await staff.call(serviceDesk.readiness, { id })).items
      .filter(({ level }) => level === 'missing')
      .map(({ key }) => key)
    expect(missing).toEqual(['disabled', 'pricesFor', 'numbersFor'])
    const [table] = await staff.call(serviceDesk.tables, { id })
    expect(table).toMatchObject({ kind: 'standard', versions: [{ state: 'draft', versionNo: 1 }] })
    const sheet = await staff.call(feePrices.sheet, { feeId: table!.id })
    await staff.call(feePrices.activate, {
      id: sheet.current!.id,
      version: sheet.current!.version,
    })
    const price = (serviceCode: string, weightKg: string, country: string) =>
      staff.call(simulator.simulate, {
        serviceCode,
        country,
        postalCode: country === 'DE' ? '94579' : '1015CJ',
        parcels: [{ weightKg, lengthCm: '70', widthCm: '40', heightCm: '30' }],
      })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 31_500 }),
        fc.constantFrom('DE', 'NL'),
        async (grams, country) => {
          const kg = (grams / 1000).toFixed(3)
          const [a, b] = [await price('ECO-PARCEL', kg, country), await price('ECO-2', kg, country)]
          expect({ ...b, fee: null, number: null, open: null, partition: null }).toEqual({
            ...a,
            fee: null,
            number: null,
            open: null,
            partition: null,
          })
          expect(b.partition.code).toBe(a.partition.code)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('is made once per code, without its customers where they are not wanted', async () => {
    const body = { id: ecoId, code: 'ECO-3', name: 'E3' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => staff.post('/erp/deliveryService/clone', body)),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(issuesOf(answers.find(({ success }) => !success)!)).toEqual(['code field.duplicate'])
    const { id } = answers.find(({ success }) => success)!.result as { id: string }
    const open = await staff.call(serviceDesk.customers, { id })
    // Restricted as its service is: open to none until it is assigned.
    expect(open).toMatchObject({ restricted: true, customers: [] })
    const foreign = await world().otherTenantUser()
    expect((await foreign.post('/erp/deliveryService/clone', body)).code).toBe(404)
    const service = await world().as('service')
    expect((await service.post('/erp/deliveryService/clone', body)).code).toBe(403)
  })
})

test('rows of all zones together are bounded: each is checked by itself in one transaction', () => {
  const rows = Array.from({ length: 300 }, () => ({ country: 'DE', matchType: 'ALL' }))
  const zones = (count: number) => Array.from({ length: count }, () => ({ code: 'Z', rows }))
  const issues = (count: number) =>
    serviceDesk.setUp.in
      .safeParse({
        service: {},
        limits: [],
        zones: zones(count),
        prices: {
          currency: 'EUR',
          stepMode: 'A',
          rows: [{ upTo: null, step: null, prices: [], seconds: [] }],
        },
        numbers: null,
      })
      .error?.issues.map(({ path, message }) => `${path.join('.')}:${message}`)
  expect(issues(6)).toBeUndefined()
  expect(issues(7)).toEqual(['zones:field.tooMany'])
})
