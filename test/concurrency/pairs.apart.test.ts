import { beforeAll, expect, test } from 'vitest'
import { openWorld, type Answer, type World } from '#test/harness.ts'
import { ownDatabase } from '#test/own-database.ts'
import { deadlocksIn, idle, meet } from './gate.ts'
import { orderAt, STAGES, STATE_OF, verbsOf, type Case, type Verbs } from './verbs.ts'

const AT_ONCE = 6

let world: World
let verbs: Verbs
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = await ownDatabase()
  world = await openWorld({ databaseUrl })
  verbs = await verbsOf(world)
})

const broken = (answers: readonly unknown[]) =>
  (answers as (Answer | undefined)[])
    .filter((one) => one && (one.status >= 500 || one.error?.startsWith('server.')))
    .map((one) => `${one!.status} ${one!.error}`)

test.each(Object.keys(STAGES))(
  'any two verbs at once on a %s order: both end, neither by a fault of ours',
  async (stage) => {
    const names = STAGES[stage]!
    const pairs = names.flatMap((first) => names.map((second) => [first, second] as const))
    const cases: Case[] = []
    for (let from = 0; from < pairs.length; from += AT_ONCE)
      cases.push(
        ...(await Promise.all(
          pairs.slice(from, from + AT_ONCE).map(() => orderAt(world, verbs, stage)),
        )),
      )
    await idle(world)
    const wrong: string[] = []
    for (const [at, [first, second]] of pairs.entries()) {
      const [parcel] = cases[at]!.order.parcels
      if (STATE_OF[stage] !== undefined) expect(parcel!.parcelStatus).toBe(STATE_OF[stage])
      const answers = await meet(world, parcel!.id, cases[at]!, [verbs[first]!, verbs[second]!])
      for (const what of broken(answers)) wrong.push(`${first} × ${second}: ${what}`)
    }
    expect(wrong).toEqual([])
  },
)

test('and no two transactions ever waited for each other', async () => {
  await world.close()
  expect(await deadlocksIn(databaseUrl)).toBe(0)
})
