import { beforeAll, describe, expect, test } from 'vitest'
import { departments } from '#contracts/platform/departments/departments.ts'
import { type DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import { cellsOf } from '#server/kit/sheets/sheets.fixture.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { Client, PASSWORD, useWorld, type Answer } from '#test/harness.ts'

const world = useWorld()
let admin: Client
const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await world().db.pool.query<R>(text, values)).rows
beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})
const flat = (nodes: readonly DepartNode[]): DepartNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const add = async (departName: string, parentId: string | null = null, more: object = {}) =>
  admin.call(departments.add, { departName, parentId, ...more } as never)
const tree = async () => flat(await admin.call(departments.queryTreeList, {}))
const issue = (answer: Answer, path: string) =>
  (answer.result as { issues?: { path: string }[] }).issues?.some((one) => one.path === path)
async function member(departId: string, role: 'service' | 'finance' = 'service'): Promise<string> {
  const [user] = await query<{ id: string }>('select id from sys_user where username = $1', [
    world().username(role),
  ])
  await query(
    'insert into sys_user_depart (tenant_id, user_id, depart_id) values ($1, $2, $3) on conflict do nothing',
    [world().tenantId, user!.id, departId],
  )
  return user!.id
}

describe('the tree of departments', () => {
  test('gives codes level by level, also to many at once', async () => {
    const top = await add('公司', null, { departNameEn: 'Company', orgCategory: '2' })
    expect(top.orgCode).toMatch(/^[A-Z]\d\d$/)
    expect(top).toMatchObject({
      orgType: '1',
      orgCategory: '1',
      orgCategory_dictText: 'Company',
      title: 'Company',
      parentId: null,
      isLeaf: true,
      children: null,
      delFlag: '0',
      status: '1',
    })
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => add(`部门${n}`, top.id)))
    const codes = made.map((one) => one.orgCode)
    expect(new Set(codes).size).toBe(12)
    expect(codes.toSorted()).toEqual(
      Array.from({ length: 12 }, (_, n) => `${top.orgCode}A${String(n + 1).padStart(2, '0')}`),
    )
    expect(made.every((one) => one.orgType === '2' && one.orgCategory === '2')).toBe(true)
    const node = (await admin.call(departments.queryTreeList, {})).find((one) => one.id === top.id)!
    expect(node).toMatchObject({ isLeaf: false, key: top.id, value: top.id })
    expect(node.children).toHaveLength(12)
    const ids = await admin.call(departments.queryIdTree, {})
    expect(ids.find((one) => one.key === top.id)).toMatchObject({ value: top.id, title: 'Company' })
    expect(Object.keys(ids[0]!).sort()).toEqual(['children', 'key', 'title', 'value'])
    expect(
      (await admin.call(departments.getDepartName, { orgCode: top.orgCode }))?.departName,
    ).toBe('公司')
    expect(await admin.call(departments.getDepartName, { orgCode: 'X99' })).toBeNull()
    expect((await admin.call(departments.listAll, {})).length).toBe((await tree()).length)
    expect(
      (await admin.call(departments.options, { keyword: 'compan' })).map(({ value }) => value),
    ).toEqual([top.id])
  })

  test('finds by words, and reports where nothing fits', async () => {
    const one = await add('仓储部', null, { departNameEn: 'Storage' })
    expect(
      (await admin.call(departments.searchBy, { keyWord: 'stora' })).map(({ id }) => id),
    ).toEqual([one.id])
    for (const keyWord of ['no such thing', '%', '']) {
      const none = await admin.raw('GET', '/sys/sysDepart/searchBy', {
        query: { keyWord },
        headers: { client_lang: 'zh_CN' },
      })
      expect(none).toMatchObject({ success: false, message: '未查询匹配数据！' })
    }
    expect(
      (await admin.get('/sys/sysDepart/searchBy', { keyWord: 'stora', myDeptSearch: '1' })).success,
    ).toBe(false)
  })

  test('is changed, refuses what is stale, doubled, circular or nowhere', async () => {
    const [a, b] = [await add('甲'), await add('乙')]
    const c = await add('丙', a.id)
    expect(issue(await admin.post('/sys/sysDepart/add', { departName: '甲' }), 'departName')).toBe(
      true,
    )
    expect(
      (await admin.post('/sys/sysDepart/add', { departName: '丙', parentId: b.id })).success,
    ).toBe(true)
    expect(
      issue(await admin.put('/sys/sysDepart/edit', { ...a, parentId: c.id }), 'parentId'),
    ).toBe(true)
    expect(
      issue(await admin.put('/sys/sysDepart/edit', { ...a, parentId: a.id }), 'parentId'),
    ).toBe(true)
    expect(
      issue(
        await admin.post('/sys/sysDepart/add', { departName: 'x', parentId: '999999999' }),
        'parentId',
      ),
    ).toBe(true)
    const edited = await admin.call(departments.edit, {
      ...c,
      mobile: '123',
      departOrder: 3,
      orgCode: 'HACK',
      tenantId: '1',
    } as never)
    expect(edited).toMatchObject({ mobile: '123', departOrder: 3, orgCode: c.orgCode, version: 2 })
    expect(await admin.post('/sys/sysDepart/edit', { ...c })).toMatchObject({
      success: false,
      code: 409,
      error: 'row.stale',
    })
    for (const bad of [
      { departName: '' },
      { departName: ['x'] },
      { departName: { a: 1 } },
      { orgCategory: '9' },
      { departOrder: 'x' },
      { status: '7' },
    ])
      expect(
        (await admin.post('/sys/sysDepart/add', { departName: 'bad', ...bad })).code,
        JSON.stringify(bad),
      ).toBe(400)
  })

  test('moves a branch with new codes, and its users continue there', async () => {
    const [from, to] = [await add('搬出'), await add('搬入')]
    await add('已有', to.id)
    const branch = await add('分部', from.id)
    const leaf = await add('小组', branch.id)
    await member(leaf.id)
    await query('update sys_user set org_code = $2 where username = $1', [
      world().username('service'),
      leaf.orgCode,
    ])
    const service = await world().as('service')
    await query(
      'update sys_session set org_code = $2 where user_id = (select id from sys_user where username = $1)',
      [world().username('service'), leaf.orgCode],
    )
    const moved = await admin.call(departments.edit, { ...branch, parentId: to.id } as never)
    expect(moved.orgCode).toBe(`${to.orgCode}A02`)
    const after = await tree()
    expect(after.find((one) => one.id === leaf.id)).toMatchObject({
      orgCode: `${to.orgCode}A02A01`,
      orgType: '3',
    })
    expect(after.find((one) => one.id === from.id)).toMatchObject({ isLeaf: true })
    expect(
      await query(
        `select org_code from sys_user where username = $1 union all select org_code
          from sys_session where user_id = (select id from sys_user where username = $1)`,
        [world().username('service')],
      ),
    ).toEqual([{ org_code: `${to.orgCode}A02A01` }, { org_code: `${to.orgCode}A02A01` }])
    expect((await service.get('/sys/sysDepart/queryIdTree')).success).toBe(true)
    const top = await admin.call(departments.edit, { ...moved, parentId: null } as never)
    expect(top.orgCode).toMatch(/^[A-Z]\d\d$/)
    expect((await tree()).find((one) => one.id === leaf.id)?.orgCode).toBe(`${top.orgCode}A01`)
  })

  test('loses a branch only on explicit demand: what goes with it is listed first', async () => {
    const top = await add('解散')
    const below = await add('解散下级', top.id)
    const user = await member(below.id, 'finance')
    await query(
      `update sys_user set user_identity = 2, depart_ids = array[$2::bigint] where id = $1`,
      [user, below.id],
    )
    const [role] = await query<{ id: string }>(
      `insert into sys_depart_role (tenant_id, depart_id, role_name, role_code)
        values ($1, $2, 'r', 'gone') returning id`,
      [world().tenantId, below.id],
    )
    await query(
      'insert into sys_depart_role_user (tenant_id, drole_id, user_id) values ($1, $2, $3)',
      [world().tenantId, role!.id, user],
    )
    await query(
      `insert into sys_depart_permission (tenant_id, depart_id, permission_id) select $1, $2, id
        from sys_permission limit 2`,
      [world().tenantId, below.id],
    )
    const what = { departs: 2, users: 1, roles: 1, grants: 2, names: ['解散', '解散下级'] }
    expect(await admin.call(departments.removal, { ids: top.id as never })).toEqual(what)
    const refused = await admin.raw('DELETE', '/sys/sysDepart/delete', {
      query: { id: top.id },
      headers: { client_lang: 'zh_CN' },
    })
    expect(refused).toMatchObject({
      success: false,
      error: 'depart.notEmpty',
      message: expect.stringContaining('2 个部门'),
      result: what,
    })
    expect(
      (await admin.delete('/sys/sysDepart/delete', { id: top.id, force: 'true' })).success,
    ).toBe(true)
    expect((await tree()).filter((one) => [top.id, below.id].includes(one.id))).toEqual([])
    expect(await query('select depart_ids from sys_user where id = $1', [user])).toEqual([
      { depart_ids: [] },
    ])
    for (const table of ['sys_user_depart', 'sys_depart_role', 'sys_depart_permission'])
      expect(
        await query(`select 1 from ${table} where tenant_id = $1 and depart_id = $2`, [
          world().tenantId,
          below.id,
        ]),
      ).toEqual([])
    expect(await query('select 1 from sys_depart_role_user where user_id = $1', [user])).toEqual([])
    const [x, y] = [await add('空一'), await add('空二')]
    expect(
      (await admin.delete('/sys/sysDepart/deleteBatch', { ids: `${x.id},${y.id},` })).success,
    ).toBe(true)
    expect((await admin.delete('/sys/sysDepart/delete', { id: x.id })).status).toBe(404)
  })

  test('goes out to a sheet and comes in from one', async () => {
    const top = await add('导出总部', null, { departNameEn: 'Export HQ' })
    await add('导出科', top.id)
    const cells = await cellsOf((await admin.get('/sys/sysDepart/exportXls')).bytes)
    expect(cells[0]!.slice(0, 4)).toEqual(['Code', 'Parent department', 'Name', 'English name'])
    expect(cells.find((row) => row[2] === '导出科')?.slice(0, 2)).toEqual([
      `${top.orgCode}A01`,
      top.orgCode,
    ])
    const rows = [
      ['Z01', '', '导入总部', 'Import HQ', 'Company', '1'],
      ['Z02', 'Z01', '导入一科', '', '部门', '2'],
      ['', '导入总部/导入一科', '导入小组', '', '2', ''],
      ['', '没有', '丢失', '', '', ''],
      ['', 'Z01', '', '', '', ''],
      ['', 'Z01', '导入一科', '', '', ''],
    ]
    const file = await writeSheet(
      {
        name: 's',
        columns: ['机构编码', '上级部门', '部门名称', 'English name', 'Type', 'Order'].map(
          (title) => ({ title, type: 'text' as const }),
        ),
        rows,
      },
      'xlsx',
    )
    const before = (await tree()).length
    expect(
      (await admin.upload('/sys/sysDepart/importExcel', 'd.xlsx', file, { dryRun: 'true' })).result,
    ).toMatchObject({ successCount: 3, errorCount: 3 })
    expect((await tree()).length).toBe(before)
    const result = (await admin.upload('/sys/sysDepart/importExcel', 'd.xlsx', file)).result
    expect(result).toMatchObject({ totalCount: 6, successCount: 3, errorCount: 3 })
    expect(
      (result as { errors: { row: number; column: string }[] }).errors.map(
        ({ row, column }) => `${row} ${column}`,
      ),
    ).toEqual(['5 Parent department', '6 Name', '7 Name'])
    const made = await tree()
    const hq = made.find((one) => one.departName === '导入总部')!
    expect(made.find((one) => one.departName === '导入小组')?.orgCode).toBe(`${hq.orgCode}A01A01`)
    expect(
      (await admin.upload('/sys/sysDepart/importExcel', 'd.csv', 'nothing\n1\n')).success,
    ).toBe(false)
  })
})

describe('departments', () => {
  test('are their own company’s: neither another tenant nor a customer nor the weakest role gets near', async () => {
    const one = await add('机密部门')
    const stranger = await world().otherTenantUser()
    expect(
      JSON.stringify((await stranger.get('/sys/sysDepart/queryTreeList')).result),
    ).not.toContain('机密部门')
    expect((await stranger.put('/sys/sysDepart/edit', { ...one, departName: 'x' })).status).toBe(
      404,
    )
    expect(
      (await stranger.delete('/sys/sysDepart/delete', { id: one.id, force: true })).status,
    ).toBe(404)
    expect(
      issue(
        await stranger.post('/sys/sysDepart/add', { departName: 'x', parentId: one.id }),
        'parentId',
      ),
    ).toBe(true)
    for (const path of [
      'queryTreeList',
      'queryIdTree',
      'queryMyDeptTreeList',
      'listAll',
      'options',
      'searchBy?keyWord=a',
      'getDepartName?orgCode=A01',
    ])
      expect(
        (await (await world().as('customer')).get(`/sys/sysDepart/${path}`)).status,
        path,
      ).toBe(403)
    const weak = await world().as('warehouse')
    expect((await weak.post('/sys/sysDepart/add', { departName: 'x' })).status).toBe(403)
    expect((await weak.get('/sys/sysDepart/exportXls')).status).toBe(403)
    expect((await weak.get('/sys/sysDepart/queryIdTree')).status).toBe(403)
    expect((await (await world().as('finance')).get('/sys/sysDepart/queryIdTree')).status).toBe(200)
  })

  test('of a superior are recognised by the message', async () => {
    const [here, below] = [await add('主管部门'), null]
    expect(below).toBeNull()
    const team = await add('主管小组', here.id)
    const plain = await (await world().as('sales')).get('/sys/sysDepart/queryMyDeptTreeList')
    expect(plain).toMatchObject({ success: true, code: 200, message: '1', result: null })
    await query(
      'update sys_user set user_identity = 2, depart_ids = array[$2::bigint] where username = $1',
      [world().username('sales'), here.id],
    )
    const { token } = (
      await world().anonymous.post('/sys/login', {
        username: world().username('sales'),
        password: PASSWORD,
      })
    ).result as { token: string }
    const led = await new Client(world().base, token).get('/sys/sysDepart/queryMyDeptTreeList')
    expect(led).toMatchObject({
      success: true,
      message: '2',
      result: [{ id: here.id, managers: 'sales', children: [{ id: team.id, children: null }] }],
    })
  })
})
