import { fbaCartons, fbaWaybills } from '#contracts/depot/fba-waybills.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { arrive, book, deliver, dispatch, refuse } from './change-waybill.ts'
import { downloadCartons, readCartons } from './carton-lists.ts'
import { drawPaper } from './draw-paper.ts'
import { addOrders, addWaybill, candidateOrders, removeOrder } from './load-orders.ts'
import { readBoard, readFbaWaybill } from './read-fba-waybill.ts'

/** Calls on trucks to the warehouses of marketplaces, and on their carton lists. */
export function fbaWaybillCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(fbaWaybills, {
      detail: readFbaWaybill,
      candidates: candidateOrders,
      add: addWaybill,
      addOrders,
      removeOrder,
      book,
      dispatch,
      arrive,
      deliver,
      refuse,
      board: readBoard,
      paper: drawPaper,
    }),
    ...bindEndpoints(fbaCartons, { cartons: readCartons, download: downloadCartons }),
  ]
}
