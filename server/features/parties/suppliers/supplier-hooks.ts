import './contract-files.ts'
import './watch-contracts.ts'
import type { suppliers } from '#contracts/parties/suppliers.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** One that is not in use has a reason. */
export const supplierHooks: Hooks<typeof suppliers> = {
  beforeSave: (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issues: RawIssue[] = []
    if (row.enabled === false && !row.statusReason)
      issues.push({ path: 'statusReason', code: 'supplier.reasonRequired' })
    if (row.contractFrom && row.contractTo && row.contractTo < row.contractFrom)
      issues.push({ path: 'contractTo', code: 'supplier.contractReversed' })
    if (issues.length > 0) failFields(issues)
    return Promise.resolve()
  },
}
