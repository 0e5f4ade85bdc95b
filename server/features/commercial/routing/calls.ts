import { routing } from '#contracts/commercial/zones/routing.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { routingCoverage } from './coverage.ts'
import { checkGates } from './gate-check.ts'
import { importRouting } from './import-file.ts'
import { readLayout } from './mappings.ts'
import { resolveRoutingCode } from './resolve.ts'

/** Routing codes beyond their rows. */
export function routingCalls(): BoundEndpoint[] {
  return bindEndpoints(routing, {
    resolve: resolveRoutingCode,
    layout: readLayout,
    importFile: importRouting,
    coverage: routingCoverage,
    gateCheck: checkGates,
  })
}
