import { outPackages } from '#contracts/depot/packages.ts'
import { recentRows } from '#server/features/depot/scans/index.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { addPackage } from './add-package.ts'
import { closePackage, recountPackage, reopenPackage } from './close-package.ts'
import { drawPackageLabel } from './package-label.ts'
import { packageScan, removeScan, transferParcel } from './package-scan.ts'
import { countPackages, findPackage, readPackage } from './read-package.ts'

/** Calls on bags and pallets. Emits `parcel.bagged`, `parcel.scanUndone`. */
export function packageCalls(): BoundEndpoint[] {
  return bindEndpoints(outPackages, {
    queryById: readPackage,
    add: addPackage,
    scan: packageScan,
    removeScan,
    transfer: transferParcel,
    recount: recountPackage,
    close: closePackage,
    reopen: reopenPackage,
    find: findPackage,
    recent: (ctx, { id }) => recentRows(ctx, { stations: ['bag'], batchId: id }, 0),
    label: drawPackageLabel,
    counts: countPackages,
  })
}
