import { describe, expect, test } from 'vitest'
import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import {
  world,
  admin,
  stranger,
  builtIn,
  items,
  words,
  prepareDictionaries,
} from './dictionaries.fixture.ts'

prepareDictionaries()

let count = 0

const make = (more: object = {}) =>
  admin.call(dicts.add, {
    dictCode: `own_${Date.now().toString(36)}_${count++}`,
    dictName: '自有',
    dictNameEn: 'Own',
    ...more,
  } as never)

describe('a tenant’s own dictionary', () => {
  test('is made, filled, read everywhere, laid aside, brought back and gone', async () => {
    const answer = await admin.raw('POST', '/sys/dict/add', {
      body: { dictCode: 'colours', dictName: '颜色', dictNameEn: 'Colours' },
      headers: { client_lang: 'zh_CN' },
    })
    expect(answer).toMatchObject({
      success: true,
      message: '保存成功！',
      result: { type: 0, delFlag: 0, builtIn: false, own: true, itemCount: 0 },
    })
    const dict = answer.result as { id: string; version: number }
    const red = await admin.call(dictItems.add, {
      dictId: dict.id,
      itemValue: 'r',
      itemText: '红',
      itemTextEn: 'Red',
      color: 'error',
    } as never)
    const blue = await admin.call(dictItems.add, {
      dictId: dict.id,
      itemValue: 'b',
      itemText: '蓝',
      status: '1',
    } as never)
    expect([red.sortOrder, blue.sortOrder]).toEqual([0, 1])
    expect(await words(admin, 'colours')).toEqual([
      { value: 'r', text: 'Red', title: 'Red', color: 'error', otherText: '红' },
      { value: 'b', text: '蓝', title: '蓝', color: null },
    ])
    expect(await words(stranger, 'colours')).toBeUndefined()
    await admin.call(dictItems.sort, { dictId: dict.id, ids: [blue.id, red.id] })
    expect(
      (await items(admin, dict.id, { delFlag: '1', column: 'itemText', order: 'desc' })).map(
        (row) => row.itemValue,
      ),
    ).toEqual(['b', 'r'])
    await admin.call(dictItems.edit, { id: blue.id, itemValue: 'bl', status: 0 } as never)
    expect((await words(admin, 'colours'))!.map(({ value }) => value)).toEqual(['r'])
    expect((await items(admin, dict.id, { status: '0' })).map((row) => row.itemValue)).toEqual([
      'bl',
    ])
    expect(
      await admin.raw('PUT', '/sys/dict/edit', {
        body: { id: dict.id, dictName: '色' },
        headers: { client_lang: 'zh_CN' },
      }),
    ).toMatchObject({ success: true, message: '编辑成功!' })
    expect(
      await admin.put('/sys/dict/edit', { id: dict.id, dictName: 'x', version: 1 }),
    ).toMatchObject({ success: false, code: 409 })

    await admin.call(dicts.delete, { id: dict.id })
    expect(await words(admin, 'colours')).toBeUndefined()
    expect((await admin.call(dicts.deleteList, {})).map(({ id }) => id)).toContain(dict.id)
    expect(
      await admin.post('/sys/dict/add', { dictCode: 'colours', dictName: 'again' }),
    ).toMatchObject({ success: false, code: 400 })
    expect(await admin.put('/sys/dict/edit', { id: dict.id, dictName: 'x' })).toMatchObject({
      status: 404,
    })
    expect(
      await admin.raw('PUT', `/sys/dict/back/${dict.id}`, {
        body: {},
        headers: { client_lang: 'zh_CN' },
      }),
    ).toMatchObject({ success: true, message: '操作成功!' })
    expect((await words(admin, 'colours'))!).toHaveLength(1)
    expect((await admin.delete(`/sys/dict/deletePhysic/${dict.id}`)).status).toBe(404)
    expect(await admin.call(dicts.deleteBatch, { ids: [dict.id] })).toMatchObject({ done: 1 })
    expect(
      await admin.raw('DELETE', `/sys/dict/deletePhysic/${dict.id}`, {
        headers: { client_lang: 'zh_CN' },
      }),
    ).toMatchObject({ success: true, message: '删除成功!' })
    expect((await admin.get('/sys/dict/queryById', { id: dict.id })).status).toBe(404)
  })

  test('refuses codes that are taken, and values twice, also at once', async () => {
    const dict = await make()
    for (const dictCode of [dict.dictCode, 'yn'])
      expect((await admin.post('/sys/dict/add', { dictCode, dictName: 'x' })).code, dictCode).toBe(
        400,
      )
    for (const bad of [
      { dictCode: 'a b' },
      { dictCode: "x' or 1=1" },
      { dictCode: '' },
      { dictName: '' },
      { dictName: '\0' },
    ])
      expect(
        (await admin.post('/sys/dict/add', { dictCode: 'fine', dictName: 'x', ...bad })).code,
        JSON.stringify(bad),
      ).toBe(400)
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post('/sys/dictItem/add', { dictId: dict.id, itemValue: 'same', itemText: 'x' }),
      ),
    )
    expect(tries.filter(({ success }) => success)).toHaveLength(1)
    expect(tries.every(({ status }) => status === 200)).toBe(true)
    expect(
      (
        await admin.post('/sys/dictItem/add', {
          dictId: dict.id,
          itemValue: 'c',
          itemText: 'x',
          color: 'url(x)',
        })
      ).code,
    ).toBe(400)
  })

  test('is another tenant’s business in no way', async () => {
    const dict = await make()
    const item = await admin.call(dictItems.add, {
      dictId: dict.id,
      itemValue: '1',
      itemText: 'x',
    } as never)
    expect((await stranger.get('/sys/dict/queryById', { id: dict.id })).status).toBe(404)
    expect((await stranger.get('/sys/dictItem/list', { dictId: dict.id })).status).toBe(404)
    for (const [path, body] of [
      ['/sys/dict/edit', { id: dict.id, dictName: 'x' }],
      ['/sys/dictItem/edit', { id: item.id, itemText: 'x' }],
      [`/sys/dict/back/${dict.id}`, {}],
      ['/sys/dictItem/editBatch', { items: [{ id: item.id, itemText: 'x' }] }],
      ['/sys/dictItem/sort', { dictId: dict.id, ids: [item.id] }],
    ] as const)
      expect((await stranger.put(path, body)).status, path).toBe(404)
    expect(
      (await stranger.post('/sys/dictItem/add', { dictId: dict.id, itemValue: '2', itemText: 'x' }))
        .status,
    ).toBe(404)
    for (const path of ['/sys/dict/delete', '/sys/dictItem/delete'])
      expect(
        (await stranger.delete(path, { id: path.includes('Item') ? item.id : dict.id })).status,
      ).toBe(404)
    expect((await items(admin, dict.id))[0]!.itemText).toBe('x')
  })
})

describe('a built-in dictionary', () => {
  test('keeps its house words for others while the tenant lays its own over them, and gives them back', async () => {
    const system = await builtIn(admin, 'priority')
    expect(system).toMatchObject({ builtIn: true, own: false })
    const before = await items(admin, system.id)
    const high = before.find((row) => row.itemValue === 'H')!
    const laid = await admin.call(dictItems.edit, {
      id: high.id,
      itemText: '特急',
      itemTextEn: 'Burning',
      version: high.version,
    } as never)
    expect(laid).toMatchObject({ own: true, builtIn: true, itemValue: 'H' })
    expect(laid.id).not.toBe(high.id)
    expect((await words(admin, 'priority'))!.find(({ value }) => value === 'H')!.text).toBe(
      'Burning',
    )
    expect((await words(stranger, 'priority'))!.find(({ value }) => value === 'H')!.text).toBe(
      high.itemTextEn,
    )
    expect((await words(admin, 'priority'))!.map(({ value }) => value).sort()).toEqual(
      before.map((row) => row.itemValue).sort(),
    )
    // Off means off: the product's word does not show through.
    await admin.call(dictItems.edit, { id: laid.id, status: 0 } as never)
    expect((await words(admin, 'priority'))!.some(({ value }) => value === 'H')).toBe(false)
    expect((await words(stranger, 'priority'))!.some(({ value }) => value === 'H')).toBe(true)
    expect((await admin.put('/sys/dictItem/edit', { id: laid.id, itemValue: 'Z' })).code).toBe(400)
    await admin.call(dictItems.delete, { id: laid.id })
    expect((await words(admin, 'priority'))!.find(({ value }) => value === 'H')!.text).toBe(
      high.itemTextEn,
    )
    expect(await admin.delete('/sys/dictItem/delete', { id: high.id })).toMatchObject({
      success: false,
      error: 'dict.itemBuiltIn',
    })

    const own = await builtIn(admin, 'priority')
    expect(own).toMatchObject({ builtIn: true, own: true, itemCount: before.length })
    expect(await admin.delete('/sys/dict/delete', { id: system.id })).toMatchObject({
      success: false,
      error: 'dict.builtIn',
    })
    expect((await admin.put('/sys/dict/edit', { id: own.id, dictCode: 'prio' })).code).toBe(400)
    await admin.call(dicts.delete, { id: own.id })
    expect((await builtIn(admin, 'priority')).id).toBe(system.id)
  })

  test('is laid over once, however many begin at a time; many words are saved as one', async () => {
    const system = await builtIn(admin, 'sex')
    const rows = await items(admin, system.id)
    const done = await Promise.all(
      rows.map((row) =>
        admin.put('/sys/dictItem/edit', { id: row.id, itemTextEn: `W${row.itemValue}` }),
      ),
    )
    expect(done.every(({ success }) => success)).toBe(true)
    const mine = await items(admin, system.id)
    expect(mine.map((row) => row.itemTextEn)).toEqual(['W1', 'W2'])
    expect(
      await admin.call(dictItems.editBatch, {
        items: mine.map((row) => ({
          id: row.id,
          itemText: row.itemText,
          itemTextEn: `V${row.itemValue}`,
        })),
      }),
    ).toEqual({ saved: 2 })
    const half = await admin.put('/sys/dictItem/editBatch', {
      items: [
        { id: mine[0]!.id, itemText: 'half' },
        { id: '999999999', itemText: 'x' },
      ],
    })
    expect(half.status).toBe(404)
    expect((await items(admin, system.id)).map((row) => row.itemTextEn)).toEqual(['V1', 'V2'])
    expect((await items(admin, system.id)).some((row) => row.itemText === 'half')).toBe(false)
  })
})

test('lists are filtered and name where a code is used', async () => {
  const page = await admin.call(dicts.list, {
    dictName: '*性别*',
    column: 'dictName',
    order: 'asc',
  } as never)
  expect(page.records.map((row) => row.dictCode)).toContain('sex')
  expect((await admin.call(dicts.treeList, {} as never)).some((node) => node.value === 'yn')).toBe(
    true,
  )
  expect(
    (await admin.call(dicts.usage, { code: 'country' })).some(
      (row) => row.entity === 'postal-rules' && row.label !== '',
    ),
  ).toBe(true)
  expect(await admin.call(dicts.usage, { code: "x' or 1=1--" })).toEqual([])
})

test('words changed elsewhere are noticed: the cache is read again', async () => {
  const dict = await make()
  await admin.call(dictItems.add, { dictId: dict.id, itemValue: '1', itemText: 'old' } as never)
  expect((await words(admin, dict.dictCode))![0]!.text).toBe('old')
  await world().db.pool.query(`update sys_dict_item set item_text = 'new' where dict_id = $1`, [
    dict.id,
  ])
  await world().db.pool.query(`select pg_notify('parcelyard_news', $1)`, [
    JSON.stringify({ kind: 'dict', tenantId: world().tenantId, userIds: null }),
  ])
  await expect.poll(async () => (await words(admin, dict.dictCode))![0]!.text).toBe('new')
  await world().db.pool.query(`update sys_dict_item set item_text = 'newer' where dict_id = $1`, [
    dict.id,
  ])
  expect((await admin.get('/sys/dict/refleshCache')).success).toBe(true)
  expect((await words(admin, dict.dictCode))![0]!.text).toBe('newer')
})

test('who keeps no dictionaries is refused, whatever they send', async () => {
  for (const role of ['service', 'customer', 'nobodySpecial'] as const) {
    const client = await world().as(role)
    for (const endpoint of [...Object.values(dicts), ...Object.values(dictItems)])
      expect(
        (
          await client.raw(
            endpoint.method,
            endpoint.path.replace(/\{\w+\}/, '1'),
            endpoint.method === 'POST' || endpoint.method === 'PUT' ? { body: {} } : {},
          )
        ).status,
        `${role} ${endpoint.path}`,
      ).toBe(403)
  }
})
