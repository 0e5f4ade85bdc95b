import { outBatches } from '#contracts/depot/outbound.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addBatchEvents } from './add-batch-events.ts'
import { closeOutboundBatch, debtorsOf, removeFromBatch } from './close-outbound-batch.ts'
import { removeBag } from './load-bag.ts'
import { openOutboundBatch, outboundChannels, outboundDepots } from './open-outbound-batch.ts'
import { outboundScan } from './outbound-scan.ts'
import { countOutboundBatches, outboundProgress, readOutboundBatch } from './read-outbound-batch.ts'
import { recentOutboundScans } from './recent-scans.ts'
import { reopenOutboundBatch } from './reopen-outbound-batch.ts'
import { writeManifest } from './write-manifest.ts'

/** Calls on outbound batches. Emits `parcel.bagged`, `parcel.outbound`, `parcel.scanUndone`. */
export function outboundCalls(): BoundEndpoint[] {
  return bindEndpoints(outBatches, {
    addEvents: addBatchEvents,
    queryById: readOutboundBatch,
    progress: outboundProgress,
    add: openOutboundBatch,
    depots: outboundDepots,
    channels: outboundChannels,
    scan: outboundScan,
    recent: recentOutboundScans,
    remove: removeFromBatch,
    removeBag,
    debtors: debtorsOf,
    close: closeOutboundBatch,
    reopen: reopenOutboundBatch,
    manifest: writeManifest,
    counts: countOutboundBatches,
  })
}
