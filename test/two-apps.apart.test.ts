import { afterAll, beforeAll, expect, test } from 'vitest'
import { carriers } from '#contracts/carriers/carriers.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { openWorld, type World } from './harness.ts'
import { ownDatabase } from './own-database.ts'

let first: World
let second: World

beforeAll(async () => {
  first = await openWorld({ databaseUrl: await ownDatabase(), secretKey: Buffer.alloc(32, 1) })
  second = await openWorld({ databaseUrl: await ownDatabase(), secretKey: Buffer.alloc(32, 2) })
}, 240_000)
afterAll(async () => {
  await first?.close()
  await second?.close()
})

/** Sets the token DHL pushes with and answers how a push with a token goes. */
async function hookOf(world: World, hookToken: string) {
  const found = await world.db.pool.query<{ id: string }>(
    `select id from courier where tenant_id = $1 and code = 'DHL'`,
    [world.tenantId],
  )
  const staff = await world.as('manager')
  const { hookPath, hookHeader } = await staff.call(carriers.setSecret, {
    id: found.rows[0]!.id,
    hookToken,
  })
  return async (token: string) =>
    (await world.anonymous.post(hookPath, { any: 1 }, { [hookHeader]: token })).status
}

test('two apps in one process seal and open with a key each', async () => {
  const pushToFirst = await hookOf(first, 'token-of-the-first-app')
  const pushToSecond = await hookOf(second, 'token-of-the-second-app')
  expect(await pushToFirst('token-of-the-first-app')).toBe(200)
  expect(await pushToFirst('token-of-the-second-app')).toBe(401)
  expect(await pushToSecond('token-of-the-second-app')).toBe(200)
  expect(await pushToSecond('token-of-the-first-app')).toBe(401)
})

test('two apps in one process keep the dictionaries of their databases apart', async () => {
  expect(first.tenantId, 'the same tenant in each').toBe(second.tenantId)
  for (const [world, text] of [
    [first, 'First'],
    [second, 'Second'],
  ] as const)
    await world.db.pool.query(
      `update sys_dict_item set item_text_en = $1
        where tenant_id = 0 and item_value = 'EUR' and dict_id = (select id from sys_dict
        where tenant_id = 0 and dict_code = 'currency')`,
      [text],
    )
  const euro = async (world: World) => {
    const staff = await world.as('manager')
    await staff.call(dictionaries.refleshCache, {})
    const items = await staff.call(dictionaries.queryAllDictItems, {})
    return items.currency?.find(({ value }) => value === 'EUR')?.text
  }
  expect(await Promise.all([euro(first), euro(second)])).toEqual(['First', 'Second'])
  expect(await Promise.all([euro(second), euro(first)])).toEqual(['Second', 'First'])
})
