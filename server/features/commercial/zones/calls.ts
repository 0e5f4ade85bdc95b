import { zones } from '#contracts/commercial/zones/zones.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { cloneZones } from './clone.ts'
import { importZones } from './import-zones.ts'
import { testCodes, zoneCoverage } from './look-up.ts'
import { resolvePartition } from './resolve.ts'
import { saveZoneSheet } from './save-sheet.ts'
import { diffZones, zoneSheetOf } from './zone-sheet.ts'

/** Zones of a service beyond their rows. */
export function zoneCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(zones, {
      resolve: resolvePartition,
      sheet: zoneSheetOf,
      save: saveZoneSheet,
      clone: cloneZones,
      diff: diffZones,
      coverage: zoneCoverage,
      importRows: importZones,
      test: testCodes,
    }),
  ]
}
