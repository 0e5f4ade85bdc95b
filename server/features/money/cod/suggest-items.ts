import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { COD_TAKES, plainNumber } from '#contracts/money/cod/cod.states.ts'
import type { codLines } from '#contracts/money/cod/cod-remittances.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

const MOST = 10

interface Row {
  itemId: string
  shipmentNo: string
  reference: string | null
  customer: string
  expected: string
  currency: string
  named: boolean
  fits: boolean
}

/**
 * Orders a carrier's unknown line may belong to: its own, in the line's currency, that still take
 * money. A customer's reference or the amount alone suggests; a clerk decides.
 */
export async function suggestItems(
  ctx: Ctx,
  { id }: In<typeof codLines.suggest>,
): Promise<Out<typeof codLines.suggest>> {
  const lines = await sql<{ number: string; supplierId: string; currency: string; amount: string }>`
    select l.number, l.supplier_id, l.currency, l.amount
    from ${ctx.rows('codLine').as('l')} where l.id = ${id}`.execute(ctx.db)
  const line = lines.rows[0] ?? failMissing()
  const number = plainNumber(line.number)
  const found =
    await sql<Row>`select c.id as item_id, c.shipment_no, c.reference, k.name as customer, c.expected, c.currency,
      ${number} = any(c.numbers) as named, c.expected - c.collected = ${line.amount}::bigint as fits
    from ${ctx.rows('codItem').as('c')}
      join ${ctx.rows('customer').as('k')} on k.id = c.customer_id
    where c.supplier_id = ${line.supplierId} and c.currency = ${line.currency}
      and c.status = any(${[...COD_TAKES]}::text[])
      and (c.numbers && array[${number}]::text[]
        or c.expected - c.collected = ${line.amount}::bigint)
    order by named desc, fits desc, c.id limit ${MOST}`.execute(ctx.db)
  return found.rows.map(({ named, fits, expected, ...row }) => ({
    ...row,
    expected: formatMoney({ minor: BigInt(expected), currency: row.currency }),
    why: named && fits ? 'both' : named ? 'reference' : 'amount',
  }))
}
