import { expect, test } from 'vitest'
import { forgetLoaded } from '#server/kit/db/keep-loaded.ts'
import { orderDraft } from '#test/orders.ts'
import { useWorld, type Answer } from '#test/harness.ts'

const world = useWorld()

async function addAtOnce(count: number, keyed: boolean): Promise<Answer[]> {
  const client = await world().as('manager')
  const draft = await orderDraft(world())
  forgetLoaded()
  return Promise.all(
    Array.from({ length: count }, (_, n) =>
      client.post(
        '/erp/shipment/add',
        { ...draft, reference: `${count}-${keyed}-${n}` },
        keyed ? { 'Idempotency-Key': `at-once-${world().tenantId}-${count}-${n}` } : {},
      ),
    ),
  )
}
const outcome = ({ status, error, message }: Answer) => `${status} ${error ?? message}`

test.each([false, true])(
  '120 orders sent at once are all taken while nothing is in memory yet (under keys: %s)',
  async (keyed) => {
    // However slow the machine is: who waits for one another waits in vain, for a minute as for
    // five seconds.
    world().db.pool.options.connectionTimeoutMillis = 60_000
    const answers = await addAtOnce(120, keyed)
    expect(Object.keys(Object.groupBy(answers, outcome))).toEqual(['200 Added.'])
  },
)

test('of 200 at once each refusal names the overload and when to come back', async () => {
  world().db.pool.options.connectionTimeoutMillis = 5_000
  const answers = await addAtOnce(200, false)
  const taken = answers.filter(({ success }) => success)
  const refused = answers
    .filter(({ success }) => !success)
    .map((one) => `${outcome(one)} ${one.headers.get('retry-after')}`)
  expect(refused.filter((one) => !/^503 server\.busy \d+$/.test(one))).toEqual([])
  expect(taken.length).toBeGreaterThan(0)
  const stored = await world().db.pool.query<{ n: number }>(
    `select count(*)::int as n from shipment where tenant_id = $1 and reference like '200-%'`,
    [world().tenantId],
  )
  expect(stored.rows[0]!.n).toBe(taken.length)
})
