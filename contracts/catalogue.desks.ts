import { depotUse } from './depot/depot-use.ts'
import { channelDesk } from './commercial/channel-desk.ts'
import { supplierDesk } from './commercial/supplier-desk.ts'
import { channelHealth } from './orders/channel-health.ts'
import { depotDesk } from './parties/depot-desk.ts'
import { supplierContacts } from './parties/supplier-contacts.ts'
import { suppliers } from './parties/suppliers.ts'
import { depotUsers } from './platform/people/users.depots.ts'

/** Calls of the pages of channels, suppliers and depots. */
export const deskCalls = {
  channelDesk,
  channelHealth,
  supplierDesk,
  depotDesk,
  depotUse,
  depotUsers,
}

/** Entities of those pages. */
export const deskLists = [suppliers, supplierContacts] as const
