import { returnConfigs } from '#contracts/returns/return-configs.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { copyTerms } from './copy-terms.ts'
import { dryRunRules } from './dry-run.ts'

/** Calls on terms and standing instructions. */
export function returnTermCalls(): BoundEndpoint[] {
  return bindEndpoints(returnConfigs, { dryRun: dryRunRules, copy: copyTerms })
}
