import { beforeAll, expect, test } from 'vitest'
import { savedViews, VIEWS_MAX, type ViewState } from '#contracts/platform/people/saved-views.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
const state: ViewState = {
  filters: { status: '1,2', createTime_begin: '2026-01-01' },
  sort: { column: 'name', order: 'asc' },
  columns: { hidden: ['city'], width: { name: 200 } },
}
let [boss, manager, service, stranger]: Client[] = []
beforeAll(async () => {
  ;[boss, manager, service, stranger] = await Promise.all([
    world().as('tenantAdmin'),
    world().as('manager'),
    world().as('service'),
    world().otherTenantUser(),
  ])
})
const names = async (user: Client | undefined, list = 'consignees') =>
  (await user!.call(savedViews.list, { list })).map((view) => [view.name, view.mine, view.owner])

test('a view is kept, changed and deleted by its owner, and no other user sees it', async () => {
  const made = await service!.call(savedViews.add, { list: 'consignees', name: ' Berlin ', state })
  expect(made).toMatchObject({ name: 'Berlin', mine: true, shared: false, state, version: 1 })
  const again = await service!.call(savedViews.edit, { id: made.id, version: 1, name: 'München' })
  expect(again).toMatchObject({ name: 'München', state, version: 2 })
  expect(
    await service!.post('/sys/userView/edit', { id: made.id, version: 1, name: 'x' }),
  ).toMatchObject({ success: false, code: 409, result: { name: 'München' } })
  expect([
    await names(manager),
    await names(boss),
    await names(stranger),
    await names(service, 'shipments'),
  ]).toEqual([[], [], [], []])
  for (const other of [manager, stranger]) {
    expect(
      (await other!.put('/sys/userView/edit', { id: made.id, version: 2, name: 'stolen' })).status,
    ).toBe(404)
    expect((await other!.delete('/sys/userView/delete', { id: made.id })).status).toBe(404)
  }
  expect(await names(service)).toHaveLength(1)
  await service!.call(savedViews.delete, { id: made.id })
  expect(await names(service)).toEqual([])
})

test('a shared view is read by colleagues and changed by its owner alone', async () => {
  const made = await boss!.call(savedViews.add, {
    list: 'consignees',
    name: 'Team',
    state,
    shared: true,
  })
  expect((await names(service)).map(([name, mine]) => [name, mine])).toEqual([['Team', false]])
  expect([await names(stranger), await names(await world().as('customer'))]).toEqual([[], []])
  expect(
    await manager!.put('/sys/userView/edit', { id: made.id, version: 1, name: 'Mine now' }),
  ).toMatchObject({ success: false, error: 'view.notYours', code: 422 })
  expect(await manager!.delete('/sys/userView/delete', { id: made.id })).toMatchObject({
    success: false,
    error: 'view.notYours',
  })
  expect(await names(manager)).toMatchObject([['Team', false, expect.any(String)]])
  await boss!.call(savedViews.edit, { id: made.id, version: 1, shared: false })
  expect(await names(manager)).toEqual([])
  await boss!.call(savedViews.delete, { id: made.id })
})

test('sharing needs its permission', async () => {
  const body = { list: 'consignees', name: 'S', state, shared: true }
  expect((await service!.post('/sys/userView/add', body)).status).toBe(403)
  const own = await service!.call(savedViews.add, { ...body, shared: false })
  expect(
    (await service!.put('/sys/userView/edit', { id: own.id, version: 1, shared: true })).status,
  ).toBe(403)
  const managers = await manager!.call(savedViews.add, body)
  expect(managers).toMatchObject({ shared: true })
  await service!.call(savedViews.delete, { id: own.id })
  await manager!.call(savedViews.delete, { id: managers.id })
})

test('a name stands once per person and list; a list has at most fifty', async () => {
  await service!.call(savedViews.add, { list: 'depots', name: 'Same', state })
  const twice = await service!.post('/sys/userView/add', { list: 'depots', name: 'same', state })
  expect(twice).toMatchObject({
    success: false,
    code: 400,
    result: { issues: [{ path: 'name', code: 'field.duplicate' }] },
  })
  await service!.call(savedViews.add, { list: 'couriers', name: 'Same', state })
  await manager!.call(savedViews.add, { list: 'depots', name: 'Same', state })
  for (let at = 1; at < VIEWS_MAX; at++)
    await service!.call(savedViews.add, { list: 'depots', name: `V${at}`, state })
  expect(
    await service!.post('/sys/userView/add', { list: 'depots', name: 'V50', state }),
  ).toMatchObject({ success: false, error: 'view.tooMany' })
})

test('what is no view is refused', async () => {
  const refusal = async (change: object) =>
    (await service!.post('/sys/userView/add', { list: 'consignees', name: 'x', state, ...change }))
      .error
  for (const change of [
    { list: 'A' },
    { list: '' },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { name: 'a\0b' },
    { state: null },
    { state: { filters: { a: 1 }, sort: null, columns: null } },
    { state: { filters: {}, sort: { column: 'a', order: 'up' }, columns: null } },
    { state: { filters: { a: 'x'.repeat(33_000) }, sort: null, columns: null } },
    { state: { filters: { a: 'a\0' }, sort: null, columns: null } },
  ]) {
    expect(await refusal(change), JSON.stringify(change).slice(0, 80)).toBe('request.invalid')
  }
})
