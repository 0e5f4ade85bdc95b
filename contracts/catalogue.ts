import { isCrud, type Crud } from './kit/crud.ts'
import type { Entity } from './kit/entity.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { categories } from './platform/lists/categories.ts'
import { checkRules, checkRuleList } from './platform/rules/check-rules.ts'
import { countryList, countries } from './platform/lists/countries.ts'
import { dicts } from './platform/lists/dictionaries.ts'
import { dictItems } from './platform/lists/dictionaries.items.ts'
import { dictLookups } from './platform/lists/dictionaries.lookups.ts'
import { fillRules, fillRuleList } from './platform/rules/fill-rules.ts'
import { duplicates, genericLists } from './platform/lists/generic-lists.ts'
import { printSets, printSetList } from './platform/operations/print-sets.ts'
import { channels } from './commercial/channels.ts'
import { consignees, consigneeList } from './parties/consignees.ts'
import { customers } from './parties/customers.ts'
import { deliveryServices } from './commercial/delivery-services.ts'
import { stockFeatures, stockLists } from './catalogue.stock.ts'
import { depotCalls, depotLists } from './catalogue.depot.ts'
import { trackingCalls, trackingLists } from './catalogue.tracking.ts'
import { returnCalls, returnLists } from './catalogue.returns.ts'
import { billingCalls, billingLists } from './catalogue.billing.ts'
import { deskCalls, deskLists } from './catalogue.desks.ts'
import { depots } from './parties/depots.ts'
import { depotGates } from './parties/depot-gates.ts'
import { feeCells } from './commercial/fee-cells.ts'
import { exchangeRates } from './commercial/exchange-rates.ts'
import { customs } from './orders/customs/customs.calls.ts'
import { documents } from './orders/documents.ts'
import { embargoes } from './orders/customs/embargoes.ts'
import { vagueWords } from './orders/customs/vague-words.ts'
import { fees } from './commercial/fees.ts'
import { feePrices, feeVersions } from './commercial/fee-versions.ts'
import { labelDesignCalls } from './commercial/labels/designs.ts'
import { labelTemplates } from './commercial/label-templates.ts'
import { numberPools } from './commercial/numbers/number-pools.entity.ts'
import { poolNumbers } from './commercial/numbers/number-pools.ts'
import { numberSegments } from './commercial/numbers/number-segments.calls.ts'
import { numberSegmentList } from './commercial/numbers/number-segments.entity.ts'
import { moneyCalls, moneyLists } from './catalogue.money.ts'
import { partitionConfigs } from './commercial/partition-configs.ts'
import { partitions } from './commercial/partitions.ts'
import { postalRules } from './commercial/postal-rules.ts'
import { routing } from './commercial/zones/routing.ts'
import { routingCodes } from './commercial/zones/routing-codes.ts'
import { routingTables } from './commercial/zones/routing-tables.ts'
import { zones } from './commercial/zones/zones.ts'
import { serviceRules } from './commercial/service-rules.ts'
import { userDepots } from './parties/user-depot-calls.ts'
import { myServices } from './commercial/services.mine.ts'
import { serviceDesk } from './commercial/services.ts'
import { simulator } from './commercial/simulate.ts'
import { addresses } from './parties/addresses.ts'
import { addressUsage } from './insight/address-usage.ts'
import { shippers, shipperMerges, shipperList } from './parties/shippers.ts'
import { messageChannels } from './platform/messaging/message-channels.ts'
import { messageTemplateList, messageTemplates } from './platform/messaging/message-templates.ts'
import { messageList, messageSecrets, messages } from './platform/messaging/messages.ts'
import { blockedAddresses } from './platform/operations/blocked-addresses.ts'
import { dataLogs, logs, onlineUsers } from './platform/operations/logs.ts'
import { scheduledJobs } from './platform/operations/scheduled-jobs.ts'
import { serviceChoices, serviceChoiceList } from './orders/service-choices.ts'
import { priceTrials } from './orders/price-trials.ts'
import { fuelIndexes } from './commercial/prices/fuel-indexes.ts'
import { fuelPaste, fuelRates } from './commercial/prices/fuel-rates.ts'
import { raises } from './commercial/prices/raises.ts'
import { remoteLists, remoteSheets } from './commercial/prices/remote-lists.ts'
import { remotePostcodes } from './commercial/prices/remote-postcodes.ts'
import { surcharges } from './commercial/surcharges.ts'
import { userDepotList } from './platform/people/user-depots.ts'
import { userList } from './platform/people/users.ts'
import { users } from './platform/people/users.calls.ts'
import { userAgents } from './platform/people/users.agents.ts'
import { departUsers, roleUsers } from './platform/people/users.departments.ts'
import { addressBook } from './platform/people/address-book.ts'
import { positions, positionList } from './platform/people/positions.ts'
import { roles, roleList } from './platform/access/roles.ts'
import { subAccounts } from './platform/people/sub-accounts.ts'
import { tenantPacks } from './platform/operations/tenant-packs.ts'
import { tenants, tenantList } from './platform/operations/tenants.ts'
import { identity, registrationList, registrations } from './platform/session/identity.ts'
import { thirdLogin, thirdProviders } from './platform/session/identity-third.ts'
import { account } from './platform/session/account.ts'
import { files, recordFiles } from './platform/operations/files.ts'
import { fileStore, storedFiles } from './platform/operations/file-store.ts'
import { accountSecurity } from './platform/session/account-security.ts'
import { apiDocs } from './platform/operations/api-docs.ts'
import { dashboards } from './insight/dashboards.ts'
import { actuator, monitoring } from './insight/monitoring.ts'
import { earnings } from './insight/earnings.ts'
import { fbaConfig, fbaOrders } from './orders/fba/fba.ts'
import { fbaOrderList } from './orders/fba/fba-orders.ts'
import { fbaWarehouses } from './orders/fba/fba-warehouses.ts'
import { labelRequestList, labelRequests } from './orders/label-requests.ts'
import { revokeTaskList, revokeTasks } from './orders/revoke-tasks.ts'
import { corrections } from './orders/corrections.ts'
import { labelPreviews } from './orders/label-previews.ts'
import { labels } from './orders/labels.ts'
import { problemReports } from './platform/messaging/problem-reports.ts'
import { noticeList, notices, receivedNotices } from './platform/messaging/notices.ts'
import { departments, departmentList } from './platform/departments/departments.ts'
import { departRoles } from './platform/departments/departments.roles.ts'
import { permissions } from './platform/access/permissions.ts'
import { grants } from './platform/access/permissions.grants.ts'
import { accessTests } from './platform/access/permissions.access.ts'
import { quickSearch } from './insight/quick-search.ts'
import { gatewayRoutes } from './platform/operations/gateway-routes.ts'
import { dataSources, dataSourceList } from './insight/data-sources.ts'
import { onlineReportList, onlineReports } from './insight/online-reports.ts'
import { reports } from './insight/reports.ts'
import { savedViews } from './platform/people/saved-views.ts'
import { impersonation, dictionaries, places, session } from './platform/session/session.ts'
import { importMappings } from './orders/imports/import-mappings.ts'
import { orderChanges } from './orders/order-changes.ts'
import { orderTasks } from './orders/order-tasks.ts'
import { shipmentImports } from './orders/imports/shipment-imports.ts'
import { parcels } from './orders/parcels.ts'
import { shipmentList, shipments } from './orders/shipments.ts'
import { userSettings } from './platform/people/user-settings.ts'

/** Entities, one line each. */
const described = [
  onlineReportList,
  dataSourceList,
  customers,
  shipperList,
  consigneeList,
  depots,
  depotGates,
  userDepotList,
  ...deskLists,
  ...depotLists,
  ...returnLists,
  ...billingLists,
  ...moneyLists,
  channels,
  deliveryServices,
  serviceRules,
  partitions,
  partitionConfigs,
  routingTables,
  routingCodes,
  fees,
  feeVersions,
  feeCells,
  surcharges,
  serviceChoiceList,
  fuelIndexes,
  fuelRates,
  remoteLists,
  remotePostcodes,
  numberSegmentList,
  numberPools,
  labelTemplates,
  postalRules,
  exchangeRates,
  embargoes,
  vagueWords,
  ...trackingLists,
  userList,
  roleList,
  positionList,
  tenantList,
  departmentList,
  shipmentList,
  parcels,
  ...stockLists,
  fbaWarehouses,
  fbaOrderList,
  revokeTaskList,
  labelRequestList,
  noticeList,
  registrationList,
  messageList,
  messageTemplateList,
  checkRuleList,
  fillRuleList,
  countryList,
  printSetList,
  storedFiles,
] as const
export const entities: readonly Entity[] = described
/** Those with the standard calls. */
export const cruds: readonly Crud[] = entities.filter(isCrud)

/** Hand-written calls, one line per feature. */
const written = {
  session,
  places,
  acting: impersonation,
  identity,
  registrations,
  thirdLogin,
  thirdProviders,
  files,
  recordFiles,
  fileStore,
  account,
  accountSecurity,
  dictionaries,
  addresses,
  feePrices,
  fuelPaste,
  raises,
  priceTrials,
  choiceCalls: serviceChoices,
  remoteSheets,
  poolNumbers,
  segmentCalls: numberSegments,
  simulator,
  zones,
  routing,
  serviceDesk,
  myServices,
  shipperCalls: shippers,
  userDepotCalls: userDepots,
  ...deskCalls,
  ...depotCalls,
  ...returnCalls,
  ...billingCalls,
  ...moneyCalls,
  shipperMerges,
  consigneeCalls: consignees,
  addressUsage,
  shipments,
  orderChanges,
  orderTasks,
  shipmentImports,
  customs,
  documents,
  importMappings,
  labels,
  labelPreviews,
  labelDesignCalls,
  ...stockFeatures,
  fbaOrders,
  revokeTasks,
  corrections,
  labelRequests,
  fbaConfig,
  ...trackingCalls,
  notices,
  receivedNotices,
  problemReports,
  dashboards,
  monitoring,
  actuator,
  earnings,
  apiDocs,
  quickSearch,
  reports,
  onlineReports,
  gatewayRoutes,
  dataSources,
  userSettings,
  savedViews,
  messages,
  messageSecrets,
  templateCalls: messageTemplates,
  messageChannels,
  scheduledJobs,
  logs,
  dataLogs,
  onlineUsers,
  blockedAddresses,
  departCalls: departments,
  departRoles,
  permissions,
  grants,
  accessTests,
  userCalls: users,
  departUsers,
  userAgents,
  roleUsers,
  roleCalls: roles,
  positionCalls: positions,
  addressBook,
  subAccounts,
  tenantCalls: tenants,
  tenantPackCalls: tenantPacks,
  dictCalls: dicts,
  dictItemCalls: dictItems,
  dictLookups,
  categories,
  checkRuleCalls: checkRules,
  fillRuleCalls: fillRules,
  duplicates,
  genericLists,
  countryCalls: countries,
  printSetCalls: printSets,
}
export const features: Record<string, Record<string, Endpoint>> = written
/** The declarations as they are written, for types made of them. */
export type Described = (typeof described)[number]
export type Written = typeof written
