import { beforeAll, expect, test, vi } from 'vitest'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let [admin, other] = [] as unknown as [Client, Client]
let mark = ''
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  other = await world().otherTenantUser()
  mark = String(world().tenantId).padStart(8, '0').slice(-8)
})

async function serviceOf(client: Client): Promise<string> {
  const { records } = (await client.get('/erp/deliveryService/list', { pageSize: 1 })).result as {
    records: { id: string }[]
  }
  return records[0]!.id
}
let count = 0
const segment = async (client: Client, change: Record<string, unknown>) =>
  client.post('/erp/numberSegment/add', {
    code: `ACR${mark}-${++count}`,
    serviceId: await serviceOf(client),
    scheme: 'CUSTOM',
    suffix: '',
    checkRule: 'none',
    status: '0',
    ...change,
  })
const issues = ({ result }: { result?: unknown }) =>
  (result as { issues?: { code: string }[] } | undefined)?.issues?.map(({ code }) => code)

async function fill(client: Client, numbers: readonly string[]) {
  const made = await client.post('/erp/numberPool/add', {
    code: `ACP${mark}-${++count}`,
    serviceId: await serviceOf(client),
    status: '1',
  })
  const sent = await client.upload('/erp/numberPool/importNumbers', 'n.csv', numbers.join('\n'), {
    poolId: (made.result as { id: string }).id,
  })
  const { id } = sent.result as { id: string }
  const read = () => client.call(poolNumbers.importById, { id })
  await vi.waitUntil(async () => !['queued', 'running'].includes((await read()).status), {
    timeout: 90_000,
    interval: 50,
  })
  return read()
}

test('a range is another tenant’s by what its numbers look like printed', async () => {
  const prefix = `3${mark}`
  const first = await segment(admin, {
    scheme: 'SSCC20',
    prefix,
    checkRule: null,
    startNo: 10,
    endNo: 90,
  })
  expect(first.success, first.message).toBe(true)
  for (const spelling of [`00${prefix}`, prefix])
    expect(
      issues(await segment(other, { prefix: spelling, startNo: 0, endNo: 999_999_999 })),
    ).toEqual(['segment.overlapElsewhere'])
})

test('a number of a pool is nowhere else, in no pool and in no range', async () => {
  const numbers = [1, 2, 3].map((at) => `PLC${mark}${at}`)
  expect(await fill(admin, numbers)).toMatchObject({ accepted: 3 })
  const theirs = await fill(other, [numbers[1]!, `PLD${mark}1`])
  expect(theirs).toMatchObject({ accepted: 1, refused: 1 })
  expect(theirs.errors[0]).toMatchObject({ code: 'poolNumber.used' })
  expect(issues(await segment(other, { prefix: `PLC${mark}`, startNo: 0, endNo: 9 }))).toEqual([
    'segment.overlapElsewhere',
  ])
  // At the same time: a range and a pool of the same numbers are not both stored.
  const both = await Promise.all([
    segment(other, { prefix: `PLE${mark}`, startNo: 0, endNo: 9 }),
    fill(admin, [`PLE${mark}5`]),
  ])
  expect([both[0].success, both[1].accepted === 1].filter(Boolean)).toHaveLength(1)
})

test('a range numbers were issued from stays, also closed, and other tenants cannot have it', async () => {
  const range = { prefix: `USD${mark}`, startNo: 1_000, endNo: 1_999 }
  const made = await segment(admin, range)
  const { id } = made.result as { id: string }
  await world().db.pool.query(
    `update number_segment set next_no = 1010, status = '3' where tenant_id = $1 and id = $2`,
    [world().tenantId, id],
  )
  const gone = await admin.delete('/erp/numberSegment/delete', { id })
  expect(gone).toMatchObject({ success: false, error: 'segment.usedStays' })
  expect(issues(await segment(other, range))).toEqual(['segment.overlapElsewhere'])
  // What it never issued is free again.
  expect((await segment(other, { ...range, startNo: 1_010 })).success).toBe(true)
})
