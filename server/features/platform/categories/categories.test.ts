import { beforeAll, expect, test } from 'vitest'
import { categories, type CategoryRow } from '#contracts/platform/lists/categories.ts'
import { cellsOf } from '#server/kit/sheets/sheets.fixture.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { useWorld, type Client } from '#test/harness.ts'

const world = useWorld()
let admin: Client
let stranger: Client
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
  stranger = await world().otherTenantUser()
})
const add = (name: string, pid: string | null = null, more: object = {}): Promise<CategoryRow> =>
  admin.call(categories.add, { name, pid, ...more } as never)

test('codes go by level, also where many begin at once; parents know whether they have children', async () => {
  const top = await add('电子', null, { nameEn: 'Electronics', code: 'HACK', hasChild: '1' })
  expect(top).toMatchObject({ code: expect.stringMatching(/^[A-Z]\d\d$/), pid: '0', hasChild: '0' })
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`类${n}`, top.id)))
  expect(made.map((row) => row.code).toSorted()).toEqual(
    Array.from({ length: 8 }, (_, n) => `${top.code}A0${n + 1}`),
  )
  expect((await admin.call(categories.queryById, { id: top.id })).hasChild).toBe('1')
  expect(
    (await admin.call(categories.rootList, {} as never)).records.map(({ id }) => id),
  ).toContain(top.id)
  expect(
    (await admin.call(categories.rootList, { name: '*类3*' } as never)).records.map(
      ({ name }) => name,
    ),
  ).toEqual(['类3'])
  expect(await admin.call(categories.childList, { pid: top.id })).toHaveLength(8)
  expect(await admin.delete('/sys/category/delete', { id: top.id })).toMatchObject({
    success: false,
    error: 'category.hasChildren',
  })
  expect(
    await admin.call(categories.deleteBatch, { ids: [top.id, ...made.map(({ id }) => id)] }),
  ).toMatchObject({ done: 9, failed: 0 })
})

test('trees, names and codes are read in the family’s ways', async () => {
  const top = await add('树', null, { nameEn: 'Tree' })
  const branch = await add('枝', top.id)
  const leaf = await add('叶', branch.id)
  const [node] = await admin.call(categories.loadTreeRoot, {
    async: 'false',
    pcode: top.code,
  } as never)
  expect(node).toMatchObject({
    key: branch.id,
    code: branch.code,
    leaf: false,
    parentId: top.id,
    children: [{ key: leaf.id, leaf: true, children: null }],
  })
  expect(
    (await admin.call(categories.loadTreeRoot, { async: 'true' } as never)).find(
      ({ key }) => key === top.id,
    ),
  ).toMatchObject({ title: 'Tree', children: null })
  expect(
    (await admin.call(categories.loadTreeChildren, { pid: top.id })).map(({ key }) => key),
  ).toEqual([branch.id])
  expect(
    (await admin.call(categories.loadTreeData, { pcode: top.code } as never)).map(({ key }) => key),
  ).toEqual([branch.id])
  expect(await admin.call(categories.loadDictItem, { ids: `${leaf.id},x,${top.id},` })).toEqual([
    '叶',
    'x',
    'Tree',
  ])
  expect(
    (await admin.call(categories.loadAllData, { code: top.code } as never)).map(
      ({ value }) => value,
    ),
  ).toEqual([branch.id, leaf.id])
  expect((await admin.call(categories.loadOne, { field: 'code', val: leaf.code }))?.id).toBe(
    leaf.id,
  )
  expect(
    (await admin.get('/sys/category/checkCode', { pid: top.id, code: leaf.code })).success,
  ).toBe(true)
  expect(
    (await admin.get('/sys/category/checkCode', { pid: leaf.id, code: top.code })).success,
  ).toBe(false)
  expect((await admin.get('/sys/category/checkCode', { code: 'Z99Z99' })).success).toBe(false)
  for (const field of [
    'tenant_id',
    'create_by',
    "code' or '1'='1",
    '1=1) or (1',
    'constructor',
    'name; drop table sys_category',
    'c.code',
    '*',
  ])
    expect(await admin.get('/sys/category/loadOne', { field, val: '1' }), field).toMatchObject({
      status: 200,
      success: false,
    })
  for (const val of ["' or '1'='1", '%', '\u0000', "x' and pg_sleep(3)--"])
    expect(
      (await admin.get('/sys/category/loadOne', { field: 'code', val })).result,
      val,
    ).toBeNull()
  for (const query of [{ condition: '1=1' }, { pid: "1'" }, { pcode: "A01' or 1=1" }]) {
    const answer = await admin.get('/sys/category/loadTreeData', query)
    expect(answer.status < 500 && !answer.success, JSON.stringify(query)).toBe(true)
  }
})

test('a branch moves with new codes, never below itself', async () => {
  const [from, to] = [await add('出'), await add('入')]
  const branch = await add('支', from.id)
  const leaf = await add('末', branch.id)
  const moved = await admin.call(categories.edit, {
    id: branch.id,
    name: '支',
    pid: to.id,
    version: branch.version,
  } as never)
  expect(moved.code).toBe(`${to.code}A01`)
  expect((await admin.call(categories.queryById, { id: leaf.id })).code).toBe(`${to.code}A01A01`)
  expect((await admin.call(categories.queryById, { id: from.id })).hasChild).toBe('0')
  expect(
    (await admin.put('/sys/category/edit', { id: to.id, name: '入', pid: leaf.id })).code,
  ).toBe(400)
  expect((await admin.put('/sys/category/edit', { id: to.id, name: '入', pid: to.id })).code).toBe(
    400,
  )
  expect(
    (await admin.put('/sys/category/edit', { id: leaf.id, name: '末', version: 99 })).code,
  ).toBe(409)
  expect((await admin.call(categories.edit, { id: leaf.id, name: '梢' } as never)).pid).toBe(
    branch.id,
  )
  expect((await admin.post('/sys/category/add', { name: '出' })).code).toBe(400)
})

test('is another tenant’s business in no way, and no weak role’s', async () => {
  const row = await add('私')
  for (const path of ['queryById', 'loadTreeChildren', 'childList'])
    expect(
      JSON.stringify(
        (await stranger.get(`/sys/category/${path}`, { id: row.id, pid: row.id })).result ?? [],
      ),
      path,
    ).not.toContain('私')
  expect((await stranger.put('/sys/category/edit', { id: row.id, name: 'x' })).status).toBe(404)
  expect((await stranger.delete('/sys/category/delete', { id: row.id })).status).toBe(404)
  expect((await stranger.post('/sys/category/add', { name: 'x', pid: row.id })).code).toBe(400)
  const weak = await world().as('service')
  for (const endpoint of Object.values(categories).filter((one) => 'perm' in one))
    expect(
      (
        await weak.raw(
          endpoint.method,
          endpoint.path,
          endpoint.method === 'POST' || endpoint.method === 'PUT' ? { body: {} } : {},
        )
      ).status,
      endpoint.path,
    ).toBe(403)
})

test('a sheet brings a tree, parents by its own codes; a dry run leaves nothing', async () => {
  const sheet = await writeSheet(
    {
      name: 'x',
      columns: ['code', 'parent', 'name', 'nameEn'].map((title) => ({
        title,
        type: 'text' as const,
      })),
      rows: [
        ['X1', null, '表顶', 'Top'],
        ['X2', 'X1', '表下', null],
        [null, 'NONE', '孤', null],
        [null, null, null, null],
        [null, 'X1', '', null],
      ],
    },
    'xlsx',
  )
  expect(
    (await admin.upload('/sys/category/importExcel', 'c.xlsx', sheet, { dryRun: 'true' })).result,
  ).toMatchObject({ successCount: 2, errorCount: 2 })
  expect((await admin.call(categories.rootList, { name: '表顶' } as never)).total).toBe(0)
  expect((await admin.upload('/sys/category/importExcel', 'c.xlsx', sheet)).result).toMatchObject({
    successCount: 2,
  })
  const [top] = (await admin.call(categories.rootList, { name: '表顶' } as never)).records
  expect(
    (await admin.call(categories.childList, { pid: top!.id })).map(({ name }) => name),
  ).toEqual(['表下'])
  const rows = await cellsOf(
    (await admin.get('/sys/category/exportXls', { selections: top!.id })).bytes,
  )
  expect(rows[1]).toEqual([top!.code, expect.anything(), '表顶', 'Top'])
})
