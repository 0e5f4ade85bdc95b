import { postalRulesOf } from '#server/features/platform/countries/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'
import { isPhone } from '#server/kit/ids/phones.ts'

/** Refuses what an order to this address would be refused for: postal code and phone. */
export async function addressCheck(ctx: Ctx): Promise<(row: WireRow) => void> {
  const fits = await postalRulesOf(ctx)
  return (row) => {
    const text = (key: string): string => (typeof row[key] === 'string' ? row[key] : '')
    const [label, country, postalCode, phone] = [
      text('name'),
      text('country'),
      text('postalCode'),
      text('phone'),
    ]
    if (fits(country, postalCode) === false)
      fail(postalCode ? 'postalCode.invalid' : 'postalCode.required', { label, country })
    if (phone && !isPhone(phone, country)) fail('phone.invalid', { label, country })
  }
}

/**
 * Refuses a postal code that is wrong for its country, as an order to it would be. What was stored before a rule
 * was made is open to other changes; a code that is missing is asked for by the order.
 */
export async function requirePostalCode(
  ctx: Ctx,
  draft: { country?: unknown; postalCode?: unknown },
  before: { country?: unknown; postalCode?: unknown } | null,
): Promise<void> {
  const { country, postalCode } = { ...before, ...draft }
  const same = before && before.country === country && before.postalCode === postalCode
  if (same || typeof country !== 'string' || typeof postalCode !== 'string' || !postalCode) return
  const fits = await postalRulesOf(ctx, country)
  if (fits(country, postalCode) === false)
    failFields([{ path: 'postalCode', code: 'postalCode.invalid', data: { country } }])
}
