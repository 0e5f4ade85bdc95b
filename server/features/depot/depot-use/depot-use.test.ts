import { expect, test } from 'vitest'
import { depotUse } from '#contracts/depot/depot-use.ts'
import { depots } from '#contracts/parties/depots.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'

const world = useWorld()

test('a depot in use is switched off by who has seen what goes by it', async () => {
  const admin = await world().as('tenantAdmin')
  const id = await world().depotId('FRA1')
  await makeOrder(world(), await world().as('customer'), {
    confirm: true,
    change: { depotId: id },
  })
  const { uses } = await admin.call(depotUse.uses, { id })
  const kinds = uses.map(({ kind }) => kind)
  expect(uses.find(({ kind }) => kind === 'orders')).toMatchObject({ count: 1 })
  expect(uses.find(({ kind }) => kind === 'staff')!.names).toEqual(['warehouse'])

  const row = await admin.call(depots.endpoints.queryById, { id })
  const edit = await admin.put('/erp/depot/edit', { ...row, enabled: false })
  expect(edit).toMatchObject({ error: 'depot.stillUsed' })
  expect(edit.message).toContain('1 order')
  const off = { id, version: row.version as number }
  for (const seen of [[], kinds.filter((kind) => kind !== 'orders')])
    expect(await admin.put(depotUse.switchOff.path, { ...off, seen })).toMatchObject({
      error: 'depot.stillUsed',
    })
  const seen = kinds
  expect(await admin.put(depotUse.switchOff.path, { ...off, version: 0, seen })).toMatchObject({
    error: 'row.stale',
  })
  for (const role of ['customer', 'warehouse', 'sales'] as const)
    expect(
      (await (await world().as(role)).put(depotUse.switchOff.path, { ...off, seen })).status,
      role,
    ).toBe(403)
  const stranger = await world().otherTenantUser()
  expect((await stranger.put(depotUse.switchOff.path, { ...off, seen })).status).toBe(404)
  expect((await stranger.get(depotUse.uses.path, { id })).status).toBe(404)
  await admin.call(depotUse.switchOff, { ...off, seen })
  expect((await admin.call(depots.endpoints.queryById, { id })).enabled).toBe(false)
  // Nothing goes by a new one: it is switched off like any field.
  const added = await admin.post('/erp/depot/add', {
    code: 'USE1',
    name: 'USE1',
    depotType: '1',
    country: 'DE',
    city: 'Kassel',
    timeZone: 'UTC',
  })
  const fresh = added.result as { id: string; version: number }
  expect(await admin.put('/erp/depot/edit', { ...fresh, enabled: false })).toMatchObject({
    success: true,
  })
})
