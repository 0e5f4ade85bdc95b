import { feeCells } from '#contracts/commercial/fee-cells.ts'
import { fees } from '#contracts/commercial/fees.ts'
import { fuelRates } from '#contracts/commercial/prices/fuel-rates.ts'
import { remotePostcodes } from '#contracts/commercial/prices/remote-postcodes.ts'
import { surcharges } from '#contracts/commercial/surcharges.ts'
import { hooked, type Hooked } from '#server/kit/resource/crud.ts'
import { fuelRateHooks } from './fuel-rates.ts'
import { feeCellHooks, feeHooks } from './price-hooks.ts'
import { remotePostcodeHooks } from './remote-lists.ts'
import { surchargeHooks } from './surcharge-hooks.ts'

/** What price tables and their lists add to the kit's calls. */
export const priceEntities: readonly Hooked[] = [
  hooked(fees, feeHooks),
  hooked(feeCells, feeCellHooks),
  hooked(surcharges, surchargeHooks),
  hooked(fuelRates, fuelRateHooks),
  hooked(remotePostcodes, remotePostcodeHooks),
]
