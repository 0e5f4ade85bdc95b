import { houseWaybills } from '#contracts/depot/house-waybills.ts'
import { waybillBatches } from '#contracts/depot/waybills.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { closeWaybill } from './close-waybill.ts'
import { writeCustomsFile } from './customs-file.ts'
import {
  checkHawb,
  generateHawbs,
  hawbParcels,
  linkParcels,
  unlinkParcels,
} from './house-waybills.ts'
import { drawHawb } from './house-paper.ts'
import { addBatches, candidateBatches, removeBatch } from './load-batches.ts'
import { writeWaybillManifest } from './manifest.ts'
import {
  addMilestone,
  correctMilestone,
  previewMilestone,
  takeBackMilestone,
} from './milestones.ts'
import { readWaybill } from './read-waybill.ts'
import './waybill-files.ts'
import { addWaybill } from './waybill-hooks.ts'

/** Calls on waybill batches and house waybillBatches. */
export function waybillCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(waybillBatches, {
      detail: readWaybill,
      add: addWaybill,
      candidates: candidateBatches,
      addBatches,
      removeBatch,
      previewMilestone,
      addMilestone,
      correctMilestone,
      takeBackMilestone,
      close: closeWaybill,
      manifest: writeWaybillManifest,
      customsFile: writeCustomsFile,
    }),
    ...bindEndpoints(houseWaybills, {
      generate: generateHawbs,
      parcels: hawbParcels,
      link: linkParcels,
      unlink: unlinkParcels,
      checkCustoms: checkHawb,
      print: drawHawb,
    }),
  ]
}
