import type { taxRates } from '#contracts/money/tax-rates.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** Only the standard category has a rate; a VATEX code has the form of one. */
export const taxRateHooks: Hooks<typeof taxRates> = {
  beforeSave: (_tx, draft, before) => {
    if (draft.vatex) draft.vatex = draft.vatex.toUpperCase()
    const row = { category: 'S', rate: 0, ...rowAfter(draft, before) }
    const issues: RawIssue[] = []
    if (row.category !== 'S' && Number(row.rate) !== 0)
      issues.push({ path: 'rate', code: 'tax.zeroRate' })
    if (row.category === 'S' && !row.country)
      issues.push({ path: 'country', code: 'field.required' })
    if (row.vatex && !/^VATEX-[A-Z]{2}-[0-9A-Z-]{1,20}$/.test(row.vatex))
      issues.push({ path: 'vatex', code: 'field.invalid' })
    if (issues.length > 0) failFields(issues)
    return Promise.resolve()
  },
}
