import type { embargoes } from '#contracts/orders/customs/embargoes.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** A row must name what it is about: one without country, code and word would close everything. */
export const embargoHooks: Hooks<typeof embargoes> = {
  beforeSave: (_tx, draft, before) => {
    const { country, hsPrefix, word } = rowAfter(draft, before)
    if (!country && !hsPrefix && !word) failFields([{ path: 'country', code: 'embargo.empty' }])
    if (hsPrefix && !/^\d+$/.test(hsPrefix))
      failFields([{ path: 'hsPrefix', code: 'embargo.hsPrefix' }])
    return Promise.resolve()
  },
}
