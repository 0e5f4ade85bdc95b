import { caseList } from '#contracts/returns/cases/cases.ts'
import { predictedReturnList } from '#contracts/returns/predicted-returns.ts'
import { returnConfigList, returnRules } from '#contracts/returns/return-configs.ts'
import { returnTrackList } from '#contracts/returns/return-tracks.ts'
import { attachmentCalls } from './features/returns/attachments/index.ts'
import { caseCalls, caseHooks } from './features/returns/cases/index.ts'
import { returnClaimCalls } from './features/returns/return-claims/index.ts'
import {
  returnConfigHooks,
  returnRuleHooks,
  returnTermCalls,
} from './features/returns/return-terms/index.ts'
import {
  predictedReturnHooks,
  returnTrackCalls,
  trackHooks,
} from './features/returns/return-tracks/index.ts'
import type { BoundEndpoint } from './kit/http/bind-endpoints.ts'
import { hooked, type Hooked } from './kit/resource/crud.ts'

/** Calls of returned parcels. */
export function returnFeatureCalls(): BoundEndpoint[] {
  return [
    ...returnTermCalls(),
    ...returnTrackCalls(),
    ...returnClaimCalls(),
    ...caseCalls(),
    ...attachmentCalls(),
  ]
}

/** What entities of returns add to the kit's verbs. */
export const returnHooks: readonly Hooked[] = [
  hooked(returnTrackList, trackHooks),
  hooked(predictedReturnList, predictedReturnHooks),
  hooked(returnConfigList, returnConfigHooks),
  hooked(returnRules, returnRuleHooks),
  hooked(caseList, caseHooks),
]
