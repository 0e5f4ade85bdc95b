import { expect, test } from 'vitest'
import { numberAt, type NumberSegment } from '#contracts/commercial/numbers/number-segments.ts'
import type { NumberPattern } from '#contracts/commercial/numbers/number-schemes.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder, parcel } from '#test/orders.ts'

const world = useWorld()

interface Row {
  id: string
  scheme: NumberPattern['scheme']
  prefix: string
  suffix: string
  check_rule: NumberPattern['checkRule'] | null
  start_no: string
  end_no: string
  next_no: string
}
async function segment(): Promise<Row> {
  const { rows } = await world().db.pool.query<Row>(
    `select n.* from number_segment n
      join delivery_service s on s.tenant_id = n.tenant_id and s.id = n.service_id
     where n.tenant_id = $1 and s.code = 'ECO-PARCEL' and n.status = '1'
     order by n.customer_id nulls last, n.id limit 1`,
    [world().tenantId],
  )
  return rows[0]!
}
const numberOf = (row: Row, serial: bigint): string => {
  const pattern: NumberSegment = {
    scheme: row.scheme,
    prefix: row.prefix,
    suffix: row.suffix,
    ...(row.check_rule ? { checkRule: row.check_rule } : {}),
    start: BigInt(row.start_no),
    end: BigInt(row.end_no),
    next: BigInt(row.next_no),
  }
  return numberAt(pattern, serial)
}
/** Numbers of ours that another tenant has on record. */
const issueElsewhere = (numbers: readonly string[]) =>
  world().db.pool.query(
    `insert into tracking_number (number, tenant_id, parcel_id) select n, 0, 1
      from unnest($1::text[]) as n`,
    [numbers],
  )

test.each([1, 40])('%i numbers on record elsewhere are passed over permanently', async (run) => {
  const staff = await world().as('manager')
  const before = await segment()
  const next = BigInt(before.next_no)
  const foreign = Array.from({ length: run }, (_, at) => numberOf(before, next + 1n + BigInt(at)))
  await issueElsewhere(foreign)
  const order = await makeOrder(world(), staff, {
    confirm: true,
    change: { parcels: [parcel(), parcel(), parcel()] },
  })
  const after = next + BigInt(run)
  expect(order.parcels.map(({ trackNo }) => trackNo)).toEqual([
    numberOf(before, next),
    numberOf(before, after + 1n),
    numberOf(before, after + 2n),
  ])
  expect(BigInt((await segment()).next_no)).toBe(after + 3n)
  const second = await makeOrder(world(), staff, { confirm: true })
  expect(second.parcels[0]!.trackNo).toBe(numberOf(before, after + 3n))
})

test("another tenant's range is refused without naming its owner", async () => {
  const staff = await world().as('manager')
  const own = await segment()
  await world().otherTenantUser()
  const { rows } = await world().db.pool.query<Row & { code: string }>(
    `select * from number_segment where tenant_id <> $1 and status <> '3' limit 1`,
    [world().tenantId],
  )
  const service = await world().db.pool.query<{ id: string }>(
    `select service_id as id from number_segment where tenant_id = $1 and id = $2`,
    [world().tenantId, own.id],
  )
  const other = rows[0] ?? expect.fail('no other tenant has a range')
  const refused = await staff.post('/erp/numberSegment/add', {
    code: 'SQUAT',
    serviceId: service.rows[0]!.id,
    scheme: other.scheme,
    prefix: other.prefix,
    suffix: other.suffix,
    checkRule: other.check_rule,
    startNo: Number(other.start_no),
    endNo: Number(other.end_no),
    status: '1',
  })
  const { issues } = refused.result as { issues: { path: string; code: string; message: string }[] }
  expect(issues.map(({ path, code }) => `${path}:${code}`)).toEqual([
    'startNo:segment.overlapElsewhere',
  ])
  expect(issues[0]!.message).not.toContain(other.code)
})
