import type { fbaWaybillList } from '#contracts/depot/fba-waybills.ts'
import { PRO_NO } from '#contracts/orders/fba/fba.numbers.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** Freight bill numbers as a warehouse takes them: no blanks, parted by commas. */
export const fbaWaybillHooks: Hooks<typeof fbaWaybillList> = {
  beforeSave: (_tx, draft) => {
    if (draft.proNos) {
      const pros = draft.proNos
        .split(/[,;，；]/)
        .map((one) => one.trim())
        .filter(Boolean)
      if (!pros.every((one) => PRO_NO.test(one))) failFields([{ path: 'proNos', code: 'fba.pro' }])
      draft.proNos = pros.join(',')
    }
    return Promise.resolve()
  },
}
