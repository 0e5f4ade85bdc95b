import type { QuoteOut } from '#contracts/commercial/rating.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'

/**
 * The table of a price as the caller may know it: a customer sees whose prices they are, not the
 * name and the versions it has among us.
 */
export function seenFee(ctx: Ctx, fee: QuoteOut['fee']): QuoteOut['fee'] {
  if (ctx.principal.customerId === null) return fee
  const { id, own = null } = fee
  const key = own === null ? 'some' : own ? 'own' : 'public'
  const name = (lang: 'zh_CN' | 'en_US') => translate(lang, 'rating', `seen.${key}`)
  return { id, name: name('zh_CN'), nameEn: name('en_US'), own }
}

export const seenQuote = (ctx: Ctx, quote: QuoteOut): QuoteOut => ({
  ...quote,
  fee: seenFee(ctx, quote.fee),
})
