import { serviceChoices } from '#contracts/orders/service-choices.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { compareServices } from './compare.ts'
import { dryRunChoices } from './dry-run.ts'
import { proposeService } from './propose.ts'

/** Rules of customers that choose a service. */
export function serviceChoiceCalls(): BoundEndpoint[] {
  return bindEndpoints(serviceChoices, {
    propose: proposeService,
    dryRun: dryRunChoices,
    compare: compareServices,
  })
}
