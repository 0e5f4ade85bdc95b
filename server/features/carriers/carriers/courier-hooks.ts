import { failFields } from '#server/kit/http/errors.ts'
import { addressIssue } from '#server/kit/http/guarded-fetch.ts'
import type { Hooks } from '#server/kit/resource/resource.ts'
import { DHL_HOSTS } from './hosts.ts'

/** An account may only name addresses its carrier answers at: ours are not the carrier's to be asked about. */
export const courierHooks: Hooks = {
  beforeSave: (_tx, draft) => {
    const { apiBase } = draft
    if (typeof apiBase !== 'string' || apiBase.trim() === '') return Promise.resolve()
    const url = URL.canParse(apiBase) ? new URL(apiBase) : null
    if (!url || addressIssue(url, DHL_HOSTS) || url.search !== '' || url.hash !== '')
      failFields([
        { path: 'apiBase', code: 'courier.address', data: { hosts: DHL_HOSTS.join(', ') } },
      ])
    return Promise.resolve()
  },
}
