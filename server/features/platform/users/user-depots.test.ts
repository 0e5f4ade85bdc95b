import { expect, test } from 'vitest'
import { addressBook } from '#contracts/platform/people/address-book.ts'
import { departUsers } from '#contracts/platform/people/users.departments.ts'
import { departments } from '#contracts/platform/departments/departments.ts'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { users } from '#contracts/platform/people/users.calls.ts'
import { add, admin, draft, issues, prepareUserForms, roleId, world } from './user-forms.fixture.ts'

prepareUserForms()

test('staff of a depot get a depot: a form or sheet that leaves it empty is refused', async () => {
  const selectedroles = await roleId('warehouse')
  const refused = await admin.post('/sys/user/add', draft({ selectedroles, depotIds: [] }))
  expect(issues(refused)).toMatchObject([{ path: 'depotIds', code: 'user.depotRequired' }])
  const depotIds = await world().depotId('FRA1')
  const row = await add({ selectedroles, depotIds })
  const edit = async (change: object) =>
    await admin.put('/sys/user/edit', {
      ...(await admin.call(users.queryById, { id: row.id })),
      ...change,
    })
  expect(issues(await edit({ depotIds: '' }))).toMatchObject([{ path: 'depotIds' }])
  expect((await edit({ nickname: 'Q' })).success).toBe(true)
  expect((await edit({ selectedroles: await roleId('manager'), depotIds: '' })).success).toBe(true)
  // Clients that know no depots leave them out.
  expect((await admin.post('/sys/user/add', draft({ selectedroles }))).success).toBe(true)
})

test('departments count as many people as their lists show, those below included', async () => {
  const flat = (nodes: readonly DepartNode[]): DepartNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const make = (departName: string, parentId: string | null = null) =>
    admin.call(departments.add, { departName, parentId } as never)
  const top = await make('Counted')
  const below = await make('Counted below', top.id)
  await add({ selecteddeparts: top.id })
  await add({ selecteddeparts: [top.id, below.id] })
  const frozen = await add({ selecteddeparts: below.id })
  await admin.put('/sys/user/frozenBatch', { ids: frozen.id, status: 2 })
  const nodes = flat(await admin.call(departments.queryTreeList, {}))
  const tree = await admin.call(departUsers.departTree, {})
  for (const { id, orgCode } of [top, below]) {
    const listed = await admin.call(departUsers.departUserList, { depId: id })
    expect(nodes.find((node) => node.id === id)).toMatchObject({ userCountBelow: listed.total })
    const book = await admin.call(addressBook.list, { orgCode })
    expect(tree.find((node) => node.id === id)).toMatchObject({ users: book.total })
  }
  expect(nodes.find(({ id }) => id === top.id)).toMatchObject({ userCount: 2, userCountBelow: 3 })
  expect(tree.find(({ id }) => id === top.id)).toMatchObject({ users: 2 })
})
