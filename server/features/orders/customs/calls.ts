import { customs } from '#contracts/orders/customs/customs.calls.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { checkDraft } from './check-draft.ts'
import { searchHscode } from './search-hscode.ts'

/** HS codes and the customs checker. */
export function customsCalls() {
  return bindEndpoints(customs, { searchHscode, check: checkDraft })
}
