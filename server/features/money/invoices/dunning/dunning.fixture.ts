import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import type { Client, World } from '#test/harness.ts'
import {
  accountOf,
  charge,
  draftOf,
  invoicedCustomer,
  type ChargeWish,
} from '../invoices.fixture.ts'
import { issueInvoices } from '../issue.ts'

/** Payment terms of the invoices made here. */
const TERM = 14

/** An invoice due so many days ago (below zero: in so many days), of a new customer or this one. */
export async function overdueInvoice(
  world: World,
  client: Client,
  daysLate: number,
  wish: ChargeWish = {},
  of?: string,
): Promise<{ id: string; customerId: string; transactionId: string }> {
  const customerId = of ?? (await invoicedCustomer(world))
  await world.db.pool.query(`update customer set payment_days = $2 where id = $1`, [
    customerId,
    TERM,
  ])
  const { transactionId } = await charge(world, customerId, wish)
  const accountId = await accountOf(world, customerId, wish.side, wish.currency)
  const id = await draftOf(world, client, accountId)
  const done = await withClock(
    () => Date.now() - (daysLate + TERM) * 86_400_000,
    () => issueInvoices(jobCtx(world.deps, world.tenantId), { ids: [id] }),
  )
  if (done.done !== 1) throw new Error(JSON.stringify(done))
  return { id, customerId, transactionId }
}
