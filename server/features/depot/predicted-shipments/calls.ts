import { predictedShipments } from '#contracts/depot/predicted-shipments.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { linkIntercept, waitingParcels } from './link-intercept.ts'
import {
  listPredicted,
  markArrived,
  remindBatches,
  remindCustomers,
} from './predicted-shipments.ts'

/** Calls on orders that were announced and are not in. Emits `predicted.reminded`. */
export function predictedShipmentCalls(): BoundEndpoint[] {
  return bindEndpoints(predictedShipments, {
    list: listPredicted,
    remind: remindCustomers,
    remindBatches,
    arrived: markArrived,
    waiting: waitingParcels,
    link: linkIntercept,
  })
}
