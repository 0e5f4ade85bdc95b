import { interceptCalls } from './features/depot/intercepts/index.ts'
import { batchInCalls } from './features/depot/batch-in/index.ts'
import { predictedShipmentCalls } from './features/depot/predicted-shipments/index.ts'
import { sortingCalls } from './features/depot/sorting/index.ts'
import { packageCalls } from './features/depot/packages/index.ts'
import { handheldCalls } from './features/depot/handhelds/index.ts'
import { fbaWaybillCalls } from './features/depot/fba-waybills/index.ts'
import { waybillCalls } from './features/depot/waybills/index.ts'
import type { BoundEndpoint } from './kit/http/bind-endpoints.ts'

/** Calls of the stations of a depot, in the order of a shift. */
export function stationCalls(): BoundEndpoint[] {
  return [
    ...interceptCalls(),
    ...batchInCalls(),
    ...predictedShipmentCalls(),
    ...sortingCalls(),
    ...packageCalls(),
    ...handheldCalls(),
    ...waybillCalls(),
    ...fbaWaybillCalls(),
  ]
}
