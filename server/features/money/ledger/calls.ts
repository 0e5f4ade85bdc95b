import { charges } from '#contracts/money/charges.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { chargeByHand, previewCharge } from './charge-by-hand.ts'

/** What is posted by hand; all else is posted by the features that call the ledger. */
export const ledgerCalls = (): BoundEndpoint[] =>
  bindEndpoints(charges, { preview: previewCharge, charge: chargeByHand })
