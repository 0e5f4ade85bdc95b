import { inTx } from '#server/kit/db/tx.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import { withClock } from '#server/kit/runtime/clock.ts'
import type { Client, World } from '#test/harness.ts'
import {
  accountOf,
  charge,
  draftOf,
  enterCompany,
  invoicedCustomer,
  type ChargeWish,
} from '../invoices.fixture.ts'
import { issueInvoices } from '../issue.ts'
import { dunCustomer } from './dun-customer.ts'

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

/** A letter whose customer had no address when it was made, and has one now. */
export async function unsentLetter(world: World, client: Client): Promise<string> {
  const { customerId } = await overdueInvoice(world, client, 20)
  const mail = (email: string | null) =>
    world.db.pool.query(`update customer set email = $2 where id = $1`, [customerId, email])
  await mail(null)
  const ctx = jobCtx(world.deps, world.tenantId)
  const { letterId } = await inTx(ctx, (tx) => dunCustomer(tx, customerId, null))
  await mail('now@example.com')
  return letterId
}

/** A letter with a value in every column, for the catalogue. */
export async function letterRow(world: World): Promise<string> {
  await enterCompany(world)
  const id = await unsentLetter(world, await world.as('finance'))
  await world.db.pool.query(
    `update dunning_letter set froze = true, mail_detail = 'ok', sent_at = now(),
        sent_to = 'a@example.com', message_id = 1 where id = $1`,
    [id],
  )
  return id
}
