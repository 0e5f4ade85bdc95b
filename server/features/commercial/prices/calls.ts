import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { raises } from '#contracts/commercial/prices/raises.ts'
import { fuelPaste } from '#contracts/commercial/prices/fuel-rates.ts'
import { remoteSheets } from '#contracts/commercial/prices/remote-lists.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { assignCustomers } from './assign-customers.ts'
import { compareVersions } from './compare.ts'
import { pasteFuel } from './fuel-rates.ts'
import { makeRaise, previewRaise } from './raises/raise.ts'
import { takeBackRaise } from './raises/take-back.ts'
import { findRemote, importRemote } from './remote-lists.ts'
import { exportSheet, importPrices } from './sheet-file.ts'
import { readSheetOf, saveSheet } from './sheet.ts'
import { activateVersion, cloneVersion, dropVersion, withdrawVersion } from './versions.ts'

/** Versions of price tables and their prices. */
export function priceCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(raises, {
      preview: previewRaise,
      make: makeRaise,
      takeBack: takeBackRaise,
    }),
    ...bindEndpoints(fuelPaste, { paste: pasteFuel }),
    ...bindEndpoints(remoteSheets, { importPostcodes: importRemote, find: findRemote }),
    ...bindEndpoints(feePrices, {
      sheet: readSheetOf,
      assign: assignCustomers,
      clone: cloneVersion,
      save: saveSheet,
      activate: activateVersion,
      withdraw: withdrawVersion,
      drop: dropVersion,
      compare: compareVersions,
      exportXls: exportSheet,
      importExcel: importPrices,
    }),
  ]
}
