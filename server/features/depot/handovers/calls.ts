import { handovers } from '#contracts/depot/handovers.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { drawSheet } from './draw-sheet.ts'
import { addHandover, readHandover, readLoad, signHandover } from './sign-handover.ts'

/** Calls on the hand-over of shipped batches to their driver. */
export function handoverCalls(): BoundEndpoint[] {
  return bindEndpoints(handovers, {
    queryById: readHandover,
    add: addHandover,
    sheet: drawSheet,
    load: readLoad,
    sign: signHandover,
  })
}
