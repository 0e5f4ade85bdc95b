import type { Resource } from './kit/resource.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { categories } from './categories.ts'
import { checkRuleCalls, checkRules } from './check-rules.ts'
import { countries, countryCalls } from './countries.ts'
import { dictCalls, dictItemCalls, dictLookups } from './dictionaries.ts'
import { fillRuleCalls, fillRules } from './fill-rules.ts'
import { duplicates, genericLists } from './generic-lists.ts'
import { printSetCalls, printSets } from './print-sets.ts'
import { channels } from './channels.ts'
import { consignees } from './consignees.ts'
import { couriers } from './couriers.ts'
import { customers } from './customers.ts'
import { deliveryServices } from './delivery-services.ts'
import { depots } from './depots.ts'
import { feeCells } from './fee-cells.ts'
import { fees } from './fees.ts'
import { labelTemplates } from './label-templates.ts'
import { numberSegments } from './number-segments.resource.ts'
import { partitionConfigs } from './partition-configs.ts'
import { partitions } from './partitions.ts'
import { postalRules } from './postal-rules.ts'
import { serviceRules } from './service-rules.ts'
import { shippers } from './shippers.ts'
import { statusMaps } from './status-maps.ts'
import { messageChannels } from './message-channels.ts'
import { messageTemplates, templateCalls } from './message-templates.ts'
import { messageList, messages } from './messages.ts'
import { dataLogs, logs, onlineUsers } from './logs.ts'
import { scheduledJobs } from './scheduled-jobs.ts'
import { suppliers } from './suppliers.ts'
import { surcharges } from './surcharges.ts'
import { userDepots } from './user-depots.ts'
import { users } from './users.ts'
import { departUsers, roleUsers, userAgents, userCalls } from './users.calls.ts'
import { addressBook } from './address-book.ts'
import { positionCalls, positions } from './positions.ts'
import { roleCalls, roles } from './roles.ts'
import { subAccounts } from './sub-accounts.ts'
import { tenantCalls, tenants } from './tenants.ts'
import { identity, registrationList, registrations } from './identity.ts'
import { thirdLogin, thirdProviders } from './identity-third.ts'
import { account } from './account.ts'
import { accountSecurity } from './account-security.ts'
import { apiDocs } from './api-docs.ts'
import { carriers } from './carriers.ts'
import { dashboards } from './dashboards.ts'
import { labels } from './labels.ts'
import { noticeList, notices, receivedNotices } from './notices.ts'
import { departCalls, departments, departRoles } from './departments.ts'
import { accessTests, grants, permissions } from './permissions.ts'
import { quickSearch } from './quick-search.ts'
import { reports } from './reports.ts'
import { savedViews } from './saved-views.ts'
import { acting, dictionaries, places, session } from './session.ts'
import { shipmentImports } from './shipment-imports.ts'
import { shipmentList, shipments } from './shipments.ts'
import { carrierHooks, tracking } from './tracking.ts'
import { userSettings } from './user-settings.ts'
import {
  intoParcel,
  outBatches,
  outBatchList,
  predictedBatches,
  predictedBatchList,
} from './warehouse.ts'

/** Plain entities, one line each. */
export const resources: readonly Resource[] = [
  customers,
  shippers,
  consignees,
  depots,
  userDepots,
  suppliers,
  channels,
  deliveryServices,
  serviceRules,
  partitions,
  partitionConfigs,
  fees,
  feeCells,
  surcharges,
  numberSegments,
  labelTemplates,
  postalRules,
  couriers,
  statusMaps,
  users,
  roles,
  positions,
  tenants,
  departments,
  shipmentList,
  predictedBatchList,
  outBatchList,
  noticeList,
  registrationList,
  messageList,
  messageTemplates,
  checkRules,
  fillRules,
  countries,
  printSets,
]

/** Hand-written calls, one line per feature. */
export const features: Record<string, Record<string, Endpoint>> = {
  session,
  places,
  acting,
  identity,
  registrations,
  thirdLogin,
  thirdProviders,
  account,
  accountSecurity,
  dictionaries,
  shipments,
  shipmentImports,
  labels,
  predictedBatches,
  intoParcel,
  outBatches,
  tracking,
  carriers,
  carrierHooks,
  notices,
  receivedNotices,
  dashboards,
  apiDocs,
  quickSearch,
  reports,
  userSettings,
  savedViews,
  messages,
  templateCalls,
  messageChannels,
  scheduledJobs,
  logs,
  dataLogs,
  onlineUsers,
  departCalls,
  departRoles,
  permissions,
  grants,
  accessTests,
  userCalls,
  departUsers,
  userAgents,
  roleUsers,
  roleCalls,
  positionCalls,
  addressBook,
  subAccounts,
  tenantCalls,
  dictCalls,
  dictItemCalls,
  dictLookups,
  categories,
  checkRuleCalls,
  fillRuleCalls,
  duplicates,
  genericLists,
  countryCalls,
  printSetCalls,
}
