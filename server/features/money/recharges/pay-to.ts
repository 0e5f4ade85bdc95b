import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import { PAYMENT_KIND, type Provider } from '#contracts/money/payment-accounts.ts'
import type { PayTo, recharges } from '#contracts/money/recharges.ts'
import { isReady, openKeys } from '#server/features/money/payment-accounts/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

interface Row {
  id: string
  kind: string
  provider: Provider | null
  providerKeysEnc: string | null
  currency: string
  isDefault: boolean
  usual: boolean
  holder: string | null
  bankName: string | null
  iban: string | null
  bic: string | null
  accountNo: string | null
  bankCode: string | null
  name: string
  instructions: string | null
}

/** The enabled payment accounts a recharge can be paid to; a provider's once its keys are there. */
export async function listPayTo(ctx: Ctx): Promise<Out<typeof recharges.payTo>> {
  const chinese = ctx.lang === 'zh_CN'
  const found =
    await sql<Row>`select a.id, a.kind, a.provider, a.provider_keys_enc, a.currency, a.is_default,
      a.currency is not distinct from (select c.currency from ${ctx.rows('customer').as('c')}
        where c.id = ${ctx.principal.customerId}) as usual, a.holder,
      a.bank_name, a.iban, a.bic, a.account_no, a.bank_code,
      case when ${chinese} then a.name else coalesce(a.name_en, a.name) end as name,
      case when ${chinese} then coalesce(a.instructions, a.instructions_en)
        else coalesce(a.instructions_en, a.instructions) end as instructions
    from ${ctx.rows('receivingAccount').as('a')}
    where a.enabled and (a.kind <> ${PAYMENT_KIND.psp} or a.provider is not null)
    order by usual desc, a.currency, a.is_default desc, a.code`.execute(ctx.db)
  return found.rows.flatMap(({ kind, provider, providerKeysEnc, ...row }): PayTo[] => {
    if (kind !== PAYMENT_KIND.psp)
      return [{ ...row, channel: kind === PAYMENT_KIND.cash ? 'CASH' : 'BANK' }]
    const keys = openKeys(ctx, { id: row.id, provider, providerKeysEnc })
    return provider !== null && isReady(provider, keys) ? [{ ...row, channel: provider }] : []
  })
}
