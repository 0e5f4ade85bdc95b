import { commonReturns } from '#contracts/returns/common-returns.ts'
import { predictedReturns } from '#contracts/returns/predicted-returns.ts'
import { returnPage } from '#contracts/returns/return-page.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { returnStation } from '#contracts/returns/return-station.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { destroyUnowned } from './ageing.ts'
import { commonPhoto, findCommon } from './common-pool.ts'
import { askOnTrack, editFacts, gradeTrack, instruct, splitTrack } from './decide-tracks.ts'
import {
  distribute,
  distributeFees,
  findCustomers,
  senderHistory,
  undoDistribute,
} from './distribute.ts'
import { finishTrack } from './finish-track.ts'
import { drawCertificate, drawTrackLabel } from './labels.ts'
import { countTracks, listTracks } from './list-tracks.ts'
import { announceOnPage, pageLabel, pageOrder } from './page/page-returns.ts'
import { goodsToAnnounce } from './predicted/known-goods.ts'
import { drawPackingSlip, drawReturnLabel } from './predicted/predicted-papers.ts'
import { cancelPredicted } from './predicted/predicted-returns.ts'
import { extend, lose, refuse, release, withdraw } from './pools.ts'
import { printScan, reportMismatch } from './print-scan.ts'
import { readTrack } from './read-track.ts'
import { scanReturn } from './receive.ts'
import { recentTracks, undoScan } from './recent-tracks.ts'
import { zipPhotos } from './track-files.ts'

/** Calls on returned parcels and their pools. Emits `return.noticed`. */
export function returnTrackCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(returnTracks, {
      list: listTracks,
      queryById: readTrack,
      counts: countTracks,
      instruct,
      split: splitTrack,
      ask: askOnTrack,
      certificate: drawCertificate,
      photos: zipPhotos,
    }),
    ...bindEndpoints(returnPools, {
      distribute,
      receiveFees: distributeFees,
      undoDistribute,
      senderHistory,
      customers: findCustomers,
      release,
      withdraw,
      extend,
      refuse,
      lose,
      destroyUnowned,
    }),
    ...bindEndpoints(returnStation, {
      scan: scanReturn,
      recent: recentTracks,
      undoScan,
      facts: editFacts,
      grade: gradeTrack,
      finish: finishTrack,
      label: drawTrackLabel,
      printScan,
      mismatch: reportMismatch,
    }),
    ...bindEndpoints(commonReturns, { find: findCommon, photo: commonPhoto }),
    ...bindEndpoints(returnPage, {
      order: pageOrder,
      announce: announceOnPage,
      label: pageLabel,
    }),
    ...bindEndpoints(predictedReturns, {
      goods: goodsToAnnounce,
      cancel: cancelPredicted,
      label: (ctx, input) => drawReturnLabel(ctx, input),
      packingSlip: drawPackingSlip,
    }),
  ]
}
