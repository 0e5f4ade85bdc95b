import { describe, expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const issuesOf = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string }[] }).issues.map(
    ({ path, code }) => `${path}:${code}`,
  )

async function rowOf(
  path: string,
  filter: (row: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  const found = (await (await world().as('manager')).get(`${path}/list`, { pageSize: 100 }))
    .result as { records: Record<string, unknown>[] }
  return found.records.find(filter)!
}

describe('a number segment', () => {
  test('fits its scheme, shares no number with another, and keeps its look once used', async () => {
    const staff = await world().as('manager')
    const segment = await rowOf('/erp/numberSegment', (row) => row.code === 'S10-LX')
    const add = (change: Record<string, unknown>) =>
      staff.post('/erp/numberSegment/add', {
        code: 'X',
        serviceId: segment.serviceId,
        scheme: 'S10',
        prefix: 'RB',
        suffix: 'DE',
        startNo: 1,
        endNo: 99,
        status: '1',
        ...change,
      })
    expect(issuesOf(await add({ prefix: 'R1' }))).toEqual(['prefix:segment.badPrefix'])
    expect(issuesOf(await add({ endNo: 0 }))).toEqual(['endNo:segment.badRange'])
    expect(
      issuesOf(await add({ prefix: 'LX', startNo: segment.startNo, endNo: segment.endNo })),
    ).toEqual(['startNo:segment.overlap'])
    expect((await add({ status: '2' })).error).toBe('segment.notExhausted')
    const made = (await add({})).result as { id: string; version: number; nextNo: number }
    expect(made.nextNo).toBe(1)
    await world().db.pool.query(
      'update number_segment set next_no = 5 where tenant_id = $1 and id = $2',
      [world().tenantId, made.id],
    )
    const row = (await staff.get('/erp/numberSegment/queryById', { id: made.id })).result as Record<
      string,
      unknown
    >
    expect(issuesOf(await staff.put('/erp/numberSegment/edit', { ...row, prefix: 'RC' }))).toEqual([
      'prefix:segment.used',
    ])
    expect((await staff.put('/erp/numberSegment/edit', { ...row, endNo: 500 })).success).toBe(true)
  })
})

describe('zones and prices', () => {
  test("a zone row matches something and takes no other zone's addresses", async () => {
    const staff = await world().as('manager')
    const config = await rowOf('/erp/partitionConfig', (row) => row.matchType === 'ALL')
    const add = (change: Record<string, unknown>) =>
      staff.post('/erp/partitionConfig/add', {
        partitionId: config.partitionId,
        country: 'DE',
        matchType: 'PREFIX',
        valueFrom: '99',
        ...change,
      })
    expect(issuesOf(await add({ valueFrom: '' }))).toEqual(['valueFrom:rate.zone.valueMissing'])
    expect(issuesOf(await add({ matchType: 'REGEX', valueFrom: '(a+)+' }))[0]).toMatch(
      /^valueFrom:rate\.zone\.pattern\./,
    )
    const partitions = (await staff.get('/erp/partition/list', { pageSize: 100 })).result as {
      records: { id: string; serviceId: string }[]
    }
    const own = partitions.records.find((one) => one.id === config.partitionId)!
    const other = partitions.records.find(
      (one) => one.serviceId === own.serviceId && one.id !== own.id,
    )!
    expect(
      issuesOf(
        await add({
          partitionId: other.id,
          country: config.country,
          matchType: 'ALL',
          valueFrom: null,
        }),
      ),
    ).toEqual(['valueFrom:zone.taken'])
  })

  test('a price occurs once per bracket and a surcharge has its amount', async () => {
    const staff = await world().as('manager')
    const cell = await rowOf('/erp/feeCell', (row) => row.upTo !== null)
    expect(
      issuesOf(
        await staff.post('/erp/feeCell/add', {
          feeId: cell.feeId,
          partitionId: cell.partitionId,
          upTo: cell.upTo,
          price: '1.00',
        }),
      ),
    ).toEqual(['upTo:rate.cell.twice'])
    expect(
      issuesOf(
        await staff.post('/erp/surcharge/add', {
          feeId: cell.feeId,
          name: 'X',
          tradeItem: '2',
          kind: 'PERCENT',
          applies: 'ALWAYS',
        }),
      ),
    ).toEqual(['rateBp:field.required'])
    expect(
      issuesOf(
        await staff.post('/erp/surcharge/add', {
          feeId: cell.feeId,
          name: 'X',
          tradeItem: '4',
          kind: 'PARCEL',
          amount: '3',
          applies: 'WEIGHT',
        }),
      ),
    ).toEqual(['threshold:field.required'])
  })
})

test('a customer has one default sender', async () => {
  const customer = await world().as('customer')
  const add = (name: string) =>
    customer.post('/erp/shipper/add', {
      name,
      country: 'DE',
      city: 'Berlin',
      street: 'Weg',
      izDefault: true,
    })
  const first = (await add('A')).result as { id: string }
  await add('B')
  expect((await customer.get('/erp/shipper/queryById', { id: first.id })).result).toMatchObject({
    izDefault: false,
  })
})
