import type { returnConfigList, returnRules } from '#contracts/returns/return-configs.ts'
import { GRADES } from '#contracts/returns/return-tracks.states.ts'
import { returnsToMatch } from '#contracts/returns/returns.events.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** By a new code in addresses unconfirmed tracks may find their owner. */
export const returnConfigHooks: Hooks<typeof returnConfigList> = {
  // The page of returns is one customer's, and its labels need a depot to lead to.
  beforeSave: (_tx, draft, before) => {
    const after = rowAfter(draft, before)
    const missing = (['customerId', 'depotId'] as const).filter((path) => !after[path])
    if (after.pageOpen && missing.length > 0)
      failFields(missing.map((path) => ({ path, code: 'field.required' as const })))
    return Promise.resolve()
  },
  afterSave: async (tx, row, before) => {
    if (row.addressCode && before?.addressCode !== row.addressCode)
      await tx.emit(returnsToMatch, { what: row.addressCode })
  },
}

/** Grades are letters in their order: "cba" is stored as ABC. */
export const returnRuleHooks: Hooks<typeof returnRules> = {
  beforeSave: (_tx, draft) => {
    if (typeof draft.grades !== 'string') return Promise.resolve()
    const letters = draft.grades.toUpperCase().replace(/[\s,，、-]/g, '')
    const known: readonly string[] = GRADES
    if (letters === '' || [...letters].some((letter) => !known.includes(letter)))
      failFields([{ path: 'grades', code: 'returns.grades' }])
    draft.grades = known.filter((grade) => letters.includes(grade)).join('')
    return Promise.resolve()
  },
}
