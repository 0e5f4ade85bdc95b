import { countryOfVat } from '#server/kit/ids/vat-number.ts'
import type { customers } from '#contracts/parties/customers.ts'
import { plainVatId } from '#contracts/parties/vat-id.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { isMail } from './company-profile.ts'

/** What invoices need of a customer is written as tax offices and mail servers read it. */
export const customerHooks: Hooks<typeof customers> = {
  beforeSave: async (_tx, draft) => {
    const issues: RawIssue[] = []
    if (draft.vatId) {
      draft.vatId = plainVatId(draft.vatId)
      if (countryOfVat(draft.vatId) === null) issues.push({ path: 'vatId', code: 'company.vatId' })
    }
    if (draft.invoiceEmail && !isMail(draft.invoiceEmail))
      issues.push({ path: 'invoiceEmail', code: 'company.email' })
    if (issues.length > 0) failFields(issues)
  },
}
