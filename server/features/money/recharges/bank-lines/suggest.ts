import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import { referencesIn } from '#contracts/money/recharge-reference.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { openOf } from '../recharge-row.ts'
import { readLine } from './line-row.ts'

interface Row {
  id: string
  reference: string
  customerId: string
  customer: string
  currency: string
  amount: string
  received: string
  status: string
  payer: string | null
  named: boolean
  fits: boolean
}
const MOST = 10

/** By reference whatever its state; of the open ones by amount, then by the payer's name. */
export async function suggest(
  ctx: Ctx,
  { id }: In<typeof bankLines.suggest>,
): Promise<Out<typeof bankLines.suggest>> {
  const line = await readLine(ctx, id)
  const references = referencesIn(`${line.text} ${line.reference ?? ''}`)
  const payer = (line.counterparty ?? '').toLowerCase()
  const found = await sql<Row>`select r.id, r.reference, r.customer_id, c.name as customer,
      r.currency, r.amount, r.received, r.status, r.payer,
      r.reference = any(${references}::text[]) as named,
      r.amount - r.received = ${line.amount}::bigint as fits
    from ${ctx.rows('recharge').as('r')}
      join ${ctx.rows('customer').as('c')} on c.id = r.customer_id
    where r.reference = any(${references}::text[])
      or (r.status in ('draft', 'paid') and r.currency = ${line.currency}
        and (r.amount - r.received = ${line.amount}::bigint
          or (${payer} <> '' and (lower(r.payer) = ${payer} or lower(c.name) = ${payer}))))
    order by named desc, fits desc, r.create_time desc, r.id limit ${MOST}`.execute(ctx.db)
  return found.rows.map(({ received, named, fits, amount, ...row }) => {
    const worded = (minor: bigint) => formatMoney({ minor, currency: row.currency })
    return {
      ...row,
      amount: worded(BigInt(amount)),
      open: worded(openOf({ amount, received })),
      why: named ? 'reference' : fits ? 'amount' : 'name',
    }
  })
}
