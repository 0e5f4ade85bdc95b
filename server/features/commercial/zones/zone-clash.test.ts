import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { orderDraft } from '#test/orders.ts'

const world = useWorld()

test('a zone row that repeats another zone is found among more than a thousand, in every spelling', async () => {
  const staff = await world().as('manager')
  const { serviceId } = await orderDraft(world())
  const zone = async (code: string) => {
    const added = await staff.post('/erp/partition/add', { serviceId, code, name: code })
    expect(added.success, added.message).toBe(true)
    return (added.result as { id: string }).id
  }
  const [one, other] = [await zone('FAR'), await zone('NEAR')]
  // Harmless nestings of two zones: a wide range, and many single codes inside it.
  await world().db.pool.query(
    `insert into partition_config (tenant_id, partition_id, country, match_type, value_from,
        value_to)
     values ($1, $2, 'FR', 'RANGE', '00001', '99999')`,
    [world().tenantId, one],
  )
  await world().db.pool.query(
    `insert into partition_config (tenant_id, partition_id, country, match_type, value_from,
        value_to)
     select $1, $2, 'FR', 'RANGE', lpad(n::text, 5, '0'), lpad(n::text, 5, '0')
     from generate_series(10001, 11200) as n`,
    [world().tenantId, other],
  )
  const add = async (matchType: string, valueFrom: string, country = 'FR') => {
    const { result } = await staff.post('/erp/partitionConfig/add', {
      partitionId: one,
      country,
      matchType,
      valueFrom,
      ...(matchType === 'RANGE' ? { valueTo: valueFrom } : {}),
    })
    return (result as { issues?: { path: string; code: string }[] }).issues?.map(
      ({ path, code }) => `${path}:${code}`,
    )
  }
  expect(await add('RANGE', '11200')).toEqual(['valueFrom:zone.taken'])
  expect(await add('RANGE', '11201')).toBeUndefined()
  for (const [type, value, country, again] of [
    ['PREFIX', '02-34', 'FR', '0234'],
    ['CITY', 'Besançon', 'FR', 'BESANCON'],
    ['RANGE', '00501', 'US', '501'],
    ['PREFIX', '12345-6789', 'US', '12345'],
  ] as const) {
    await world().db.pool.query(
      `insert into partition_config (tenant_id, partition_id, country, match_type, value_from,
          value_to)
       values ($1, $2, $3, $4, $5::text, case when $4 = 'RANGE' then $5::text end)`,
      [world().tenantId, other, country, type, value],
    )
    expect(await add(type, again, country), value).toEqual(['valueFrom:zone.taken'])
  }
})
