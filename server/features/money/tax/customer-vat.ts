import { plainVatId, VAT_ID } from '#contracts/money/tax.ts'
import type { customers } from '#contracts/parties/customers.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** A VAT number decides who owes the tax, so that it has to look like one. */
export const customerTaxHooks: Hooks<typeof customers> = {
  beforeSave: (_tx, draft) => {
    if (draft.vatId) {
      draft.vatId = plainVatId(draft.vatId)
      if (!VAT_ID.test(draft.vatId)) failFields([{ path: 'vatId', code: 'tax.vatId' }])
    }
    return Promise.resolve()
  },
}
