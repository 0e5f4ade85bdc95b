import { handhelds } from '#contracts/depot/handhelds.ts'
import { outboundChannels } from '#server/features/depot/outbound/index.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  inboundBatch,
  inboundBatches,
  inboundByChannel,
  outboundBatch,
  outboundBatches,
  outboundByChannel,
} from './batch-rows.ts'
import {
  completeBatch,
  handheldAuth,
  openHandheldBatch,
  scanIn,
  scanOut,
} from './handheld-scans.ts'
import {
  expectedParcels,
  handheldCounts,
  handheldIntercepts,
  parcelsHeld,
  parcelsInStock,
  parcelsOut,
} from './parcel-rows.ts'

/** Calls of a public handheld client, answered by the verbs of the screens. */
export function handheldCalls(): BoundEndpoint[] {
  return bindEndpoints(handhelds, {
    auth: handheldAuth,
    channels: outboundChannels,
    count: handheldCounts,
    expected: expectedParcels,
    inStock: parcelsInStock,
    held: parcelsHeld,
    outbound: parcelsOut,
    intercepts: handheldIntercepts,
    inboundBatches,
    inboundBatch,
    inboundByChannel,
    scanIn,
    outboundBatches,
    outboundBatch,
    openBatch: openHandheldBatch,
    scanOut,
    outboundByChannel,
    complete: completeBatch,
  })
}
