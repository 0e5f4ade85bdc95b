import { sorting } from '#contracts/depot/sorting.ts'
import { recentRows, undoSeconds } from '#server/features/depot/scans/index.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { drawGateSheet } from './gate-sheet.ts'
import { readGates, readUnroutable } from './read-gates.ts'
import { sortingScan } from './sorting-scan.ts'
import { saveGateServices, sortedServices, switchGate } from './switch-gate.ts'
import { undoSort } from './undo-sort.ts'

/** Calls of the sorting station. Emits `parcel.sorted`, `parcel.scanUndone`. */
export function sortingCalls(): BoundEndpoint[] {
  return bindEndpoints(sorting, {
    scan: sortingScan,
    undo: undoSort,
    recent: (ctx) => recentRows(ctx, { stations: ['sort'] }, undoSeconds(ctx)),
    gates: readGates,
    unroutable: readUnroutable,
    switchGate,
    saveServices: saveGateServices,
    services: sortedServices,
    gateSheet: drawGateSheet,
  })
}
