import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import { PAYMENT_KIND } from '#contracts/money/payment-accounts.ts'
import type { PayTo, recharges } from '#contracts/money/recharges.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

interface Row extends Omit<PayTo, 'channel'> {
  kind: string
}

/** The enabled payment accounts a recharge can be paid to: providers come with their adapters. */
export async function listPayTo(ctx: Ctx): Promise<Out<typeof recharges.payTo>> {
  const chinese = ctx.lang === 'zh_CN'
  const found = await sql<Row>`select a.id, a.kind, a.currency, a.is_default, a.holder,
      a.bank_name, a.iban, a.bic, a.account_no, a.bank_code,
      case when ${chinese} then a.name else coalesce(a.name_en, a.name) end as name,
      case when ${chinese} then coalesce(a.instructions, a.instructions_en)
        else coalesce(a.instructions_en, a.instructions) end as instructions
    from ${ctx.rows('receivingAccount').as('a')}
    where a.enabled and a.kind in (${PAYMENT_KIND.bank}, ${PAYMENT_KIND.cash})
    order by a.currency, a.is_default desc, a.code`.execute(ctx.db)
  return found.rows.map(({ kind, ...row }) => ({
    ...row,
    channel: kind === PAYMENT_KIND.cash ? 'CASH' : 'BANK',
  }))
}
