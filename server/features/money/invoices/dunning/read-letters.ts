import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { wire } from '../wire.ts'
import { letterInvoices, readLetter } from './letter-row.ts'

/** Words, invoices, and what the letter made the customer owe. */
export async function letterDetail(
  ctx: Ctx,
  { id }: In<typeof dunning.detail>,
): Promise<Out<typeof dunning.detail>> {
  const { title, body } = await readLetter(ctx, id)
  const invoices = await letterInvoices(ctx, id)
  const claims = await sql<{
    id: string
    currency: string
    fee: string
    interest: string
    amount: string
    status: 'open' | 'paid' | 'waived'
    reason: string | null
    version: number
  }>`select k.id, k.currency, k.fee,
      k.interest, k.amount, k.status, k.reason, k.version
    from ${ctx.rows('dunningClaim').as('k')}
    where k.letter_id = ${id} order by k.id`.execute(ctx.db)
  return {
    title,
    body,
    invoices: invoices.map(({ issuedOn: _, dueOn: __, ...row }) => ({
      ...row,
      open: wire(row.open, row.currency),
      fee: wire(row.fee, row.currency),
      interest: wire(row.interest, row.currency),
    })),
    claims: claims.rows.map((row) => ({
      ...row,
      fee: wire(row.fee, row.currency),
      interest: wire(row.interest, row.currency),
      amount: wire(row.amount, row.currency),
    })),
  }
}
