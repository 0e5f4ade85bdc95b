import { beforeAll, expect, test } from 'vitest'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { openWorld, type World } from '#test/harness.ts'
import { makeOrder, type MadeOrder } from '#test/orders.ts'
import { ownDatabase } from '#test/own-database.ts'
import { deadlocksIn, idle, meet } from './gate.ts'

const ORDERS = 40
const AT_ONCE = 8

let world: World
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await ownDatabase()
  world = await openWorld({ databaseUrl })
})

test.each(['confirm', 'withdraw', 'cancel'])(
  'two keyed calls of %s for the same orders in opposite order: each order once, answers as asked',
  async (verb) => {
    const staff = await world.as('manager')
    const orders: MadeOrder[] = []
    while (orders.length < ORDERS)
      orders.push(
        ...(await Promise.all(
          Array.from({ length: AT_ONCE }, () =>
            makeOrder(world, staff, { confirm: verb === 'withdraw' }),
          ),
        )),
      )
    await idle(world)
    const ids = orders.map(({ id }) => id)
    const backwards = ids.toReversed()
    const call = (asked: readonly string[], key: string) => async (): Promise<BulkResult> => {
      const answer = await staff.put(
        `/erp/shipment/${verb}`,
        { ids: asked, ...(verb === 'cancel' ? { reason: 'not wanted' } : {}) },
        { 'Idempotency-Key': `${verb}-${key}` },
      )
      if (!answer.success) throw new Error(`${answer.status} ${answer.error}`)
      return answer.result as BulkResult
    }
    // Both meet at an order in the middle of either's first rows.
    const answers = (await meet(world, orders[ORDERS / 2]!.parcels[0]!.id, null, [
      call(ids, 'forwards'),
      call(backwards, 'backwards'),
    ])) as BulkResult[]
    expect(answers.map(({ rows }) => rows.map(({ id }) => id))).toEqual([ids, backwards])
    for (const id of ids)
      expect(
        answers.filter(({ rows }) => rows.some((row) => row.id === id && row.ok)),
      ).toHaveLength(1)
  },
)

test('and no two of their transactions waited for each other', async () => {
  await world.close()
  expect(await deadlocksIn(databaseUrl)).toBe(0)
})
