import { serviceDesk } from '#contracts/commercial/services.ts'
import { myServices } from '#contracts/commercial/services.mine.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { channelDesk } from '#contracts/commercial/channel-desk.ts'
import { supplierDesk } from '#contracts/commercial/supplier-desk.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { assignServices, customersOf, openTo, servicesOfCustomer } from './open-to.ts'
import { cloneService } from './clone.ts'
import { readiness } from './readiness.ts'
import { tablesOf } from './service-tables.ts'
import { serviceHistory } from './history.ts'
import { listMyServices, markFavourite } from './my-services.ts'
import { tariffFile } from './tariff-file.ts'
import { copyChannel, usesOfChannel } from './channel-desk.ts'
import { costTablesOf, usesOfSupplier } from './supplier-desk.ts'
import { switchOffChannel, switchOffSupplier } from './switch-off.ts'
import { setUpService } from './set-up.ts'
import { simulate } from './simulate.ts'

/** What is asked about services, and done with them, beyond their rows. */
export function serviceCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(simulator, { simulate }),
    ...bindEndpoints(channelDesk, {
      uses: usesOfChannel,
      copy: copyChannel,
      switchOff: switchOffChannel,
    }),
    ...bindEndpoints(supplierDesk, {
      uses: usesOfSupplier,
      costTables: costTablesOf,
      switchOff: switchOffSupplier,
    }),
    ...bindEndpoints(myServices, {
      list: listMyServices,
      favourite: markFavourite,
      tariff: tariffFile,
    }),
    ...bindEndpoints(serviceDesk, {
      readiness,
      customers: customersOf,
      openTo,
      assign: assignServices,
      ofCustomer: servicesOfCustomer,
      tables: tablesOf,
      history: serviceHistory,
      clone: cloneService,
      setUp: setUpService,
    }),
  ]
}
