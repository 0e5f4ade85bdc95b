import { carrierAccountList, carrierAccounts } from './carriers/carrier-accounts.ts'
import { carrierBatches, carrierBatchList } from './carriers/carrier-batches.ts'
import { carrierShipmentList, carrierShipments } from './carriers/carrier-shipments.ts'
import { couriers } from './carriers/couriers.ts'
import { carriers } from './carriers/carriers.ts'
import { fbaCartonList, fbaCartons, fbaWaybillList, fbaWaybills } from './depot/fba-waybills.ts'
import { handhelds } from './depot/handhelds.ts'
import { intoParcel } from './depot/inbound.ts'
import { batchIn } from './depot/batch-in.ts'
import { intercepts, interceptList } from './depot/intercepts.ts'
import { predictedShipments } from './depot/predicted-shipments.ts'
import { scanCounts } from './depot/scan-hours.ts'
import { sorting } from './depot/sorting.ts'
import { predictedBatches, predictedBatchList } from './depot/predicted.ts'
import { outBatches, outBatchList } from './depot/outbound.ts'
import { handovers } from './depot/handovers.ts'
import { outboundTracks } from './depot/outbound-tracks.ts'
import { outPackages, outPackageList } from './depot/packages.ts'
import { houseWaybillList, houseWaybills } from './depot/house-waybills.ts'
import { waybillBatchList, waybillBatches } from './depot/waybills.ts'

/** Calls of depots and carriers. */
export const depotCalls = {
  predictedBatches,
  intoParcel,
  scanCounts,
  intercepts,
  batchIn,
  predictedShipments,
  sorting,
  outPackages,
  handhelds,
  outBatches,
  handovers,
  outboundTracks,
  waybillBatches,
  houseWaybills,
  fbaWaybills,
  fbaCartons,
  carriers,
  carrierAccounts,
  carrierShipments,
  carrierBatches,
}

/** Entities of depots and carriers. */
export const depotLists = [
  couriers,
  carrierAccountList,
  carrierBatchList,
  carrierShipmentList,
  predictedBatchList,
  outBatchList,
  outPackageList,
  interceptList,
  waybillBatchList,
  houseWaybillList,
  fbaWaybillList,
  fbaCartonList,
] as const
