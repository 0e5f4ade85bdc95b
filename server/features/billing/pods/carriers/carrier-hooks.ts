import type { podCarrierList } from '#contracts/billing/pod-carriers.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { namePatterns } from './file-names.ts'

/** Patterns read something, mail goes to an address, and what is billed has a price. */
export const podCarrierHooks: Hooks<typeof podCarrierList> = {
  beforeSave: (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issues: RawIssue[] = []
    const { wrong } = namePatterns(row.filePatterns ?? null)
    if (wrong.length > 0)
      issues.push({ path: 'filePatterns', code: 'pod.namePattern', data: { pattern: wrong[0]! } })
    if (row.numberPattern && !shortPattern(row.numberPattern))
      issues.push({ path: 'numberPattern', code: 'pod.numberPattern' })
    if (row.email && !/^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{3,60}$/.test(row.email))
      issues.push({ path: 'email', code: 'pod.email' })
    if (row.billable && !row.price) issues.push({ path: 'price', code: 'pod.noPrice' })
    if (issues.length > 0) failFields(issues)
    return Promise.resolve()
  },
}
