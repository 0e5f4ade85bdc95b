import { dataSourceList } from '#contracts/insight/data-sources.ts'
import { onlineReportList } from '#contracts/insight/online-reports.ts'
import { parcels } from '#contracts/orders/parcels.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import { roleList } from '#contracts/platform/access/roles.ts'
import { carrierAccountList } from '#contracts/carriers/carrier-accounts.ts'
import { carrierBatchList } from '#contracts/carriers/carrier-batches.ts'
import { carrierShipmentList } from '#contracts/carriers/carrier-shipments.ts'
import { couriers } from '#contracts/carriers/couriers.ts'
import { statusMaps } from '#contracts/tracking/status-maps.ts'
import { userList } from '#contracts/platform/people/users.ts'
import { customers } from '#contracts/parties/customers.ts'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { paymentAccounts } from '#contracts/money/payment-accounts.ts'
import { taxRates } from '#contracts/money/tax-rates.ts'
import { depots } from '#contracts/parties/depots.ts'
import { invoiceList } from '#contracts/money/invoices.ts'
import { accountList } from '#contracts/money/accounts.ts'
import { tradeList } from '#contracts/money/trades.ts'
import { depotGates } from '#contracts/parties/depot-gates.ts'
import { eventTemplates } from '#contracts/tracking/event-templates.ts'
import { shipperList } from '#contracts/parties/shippers.ts'
import { userDepotList } from '#contracts/platform/people/user-depots.ts'
import { labelTemplates } from '#contracts/commercial/label-templates.ts'
import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { serviceRules } from '#contracts/commercial/service-rules.ts'
import { partitionConfigs } from '#contracts/commercial/partition-configs.ts'
import { partitions } from '#contracts/commercial/partitions.ts'
import { routingCodes } from '#contracts/commercial/zones/routing-codes.ts'
import { routingTables } from '#contracts/commercial/zones/routing-tables.ts'
import { predictedBatchList } from '#contracts/depot/predicted.ts'
import { fbaWaybillList } from '#contracts/depot/fba-waybills.ts'
import { houseWaybillList } from '#contracts/depot/house-waybills.ts'
import { waybillBatchList } from '#contracts/depot/waybills.ts'
import { stockPlaces } from '#contracts/orders/stock/stock-places.ts'
import { stockShortageList } from '#contracts/orders/stock/stock-shortages.ts'
import { stockBalanceList } from '#contracts/orders/stock/stock-balances.ts'
import { stockSkuList } from '#contracts/orders/stock/stock-skus.ts'
import { noticeList } from '#contracts/platform/messaging/notices.ts'
import { messageTemplateList } from '#contracts/platform/messaging/message-templates.ts'
import { checkRuleList } from '#contracts/platform/rules/check-rules.ts'
import { fillRuleList } from '#contracts/platform/rules/fill-rules.ts'
import { printSetList } from '#contracts/platform/operations/print-sets.ts'
import { consigneeList } from '#contracts/parties/consignees.ts'
import { postalRules } from '#contracts/commercial/postal-rules.ts'
import { embargoes } from '#contracts/orders/customs/embargoes.ts'
import {
  carrierAccountHooks,
  carrierBatchHooks,
  carrierShipmentHooks,
} from './features/carriers/carrier-labels/index.ts'
import { courierHooks } from './features/carriers/carriers/index.ts'
import { postalRuleHooks } from './features/platform/countries/index.ts'
import { printSetHooks } from './features/platform/print-sets/index.ts'
import { checkRuleHooks, fillRuleHooks } from './features/platform/rules/index.ts'
import { requirePostalCode } from './features/parties/addresses/index.ts'
import { shipperHooks } from './features/parties/shippers/index.ts'
import { priceEntities } from './features/commercial/prices/index.ts'
import { routingCodeHooks, routingTableHooks } from './features/commercial/routing/index.ts'
import { partitionConfigHooks, partitionHooks } from './features/commercial/zones/index.ts'
import { taxRateHooks } from './features/money/tax/index.ts'
import { paymentAccountHooks } from './features/money/payment-accounts/index.ts'
import { invoiceHooks } from './features/money/invoices/index.ts'
import { accountHooks, tradeHooks } from './features/money/accounts/index.ts'
import { customerHooks } from './features/parties/company/index.ts'
import { supplierHooks } from './features/parties/suppliers/index.ts'
import { depotGateHooks, fillZone } from './features/parties/depots/index.ts'
import { userDepotHooks } from './features/parties/user-depots/index.ts'
import { labelTemplateHooks } from './features/commercial/label-templates/index.ts'
import { numberHooks } from './features/commercial/numbers/index.ts'
import {
  deliveryServiceHooks,
  refuseUsed,
  requireUnusedSupplier,
  serviceRuleHooks,
} from './features/commercial/services/index.ts'
import { templateHooks } from './features/platform/messages/index.ts'
import { labelRequestList } from '#contracts/orders/label-requests.ts'
import { revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { fbaOrderList } from '#contracts/orders/fba/fba-orders.ts'
import { fbaWarehouses } from '#contracts/orders/fba/fba-warehouses.ts'
import { fbaOrderHooks, fbaWarehouseHooks } from './features/orders/fba/index.ts'
import { channels } from '#contracts/commercial/channels.ts'
import { channelHooks } from './features/orders/channels/index.ts'
import { labelRequestHooks } from './features/orders/label-requests/index.ts'
import { serviceChoiceList } from '#contracts/orders/service-choices.ts'
import { choiceHooks } from './features/orders/service-choices/index.ts'
import { revokeTaskHooks } from './features/orders/revoke-tasks/index.ts'
import { noticeHooks } from './features/platform/notices/index.ts'
import { userHooks } from './features/platform/users/index.ts'
import { roleHooks } from './features/platform/roles/index.ts'
import { embargoHooks } from './features/orders/customs/index.ts'
import { orderHooks, parcelHooks } from './features/orders/shipments/index.ts'
import { balanceHooks, placeHooks, shortageHooks, skuHooks } from './features/orders/stock/index.ts'
import { eventTemplateHooks, mappingHooks } from './features/tracking/tracking/index.ts'
import { refuseUsedDepot } from './features/depot/depot-use/index.ts'
import { fbaWaybillHooks } from './features/depot/fba-waybills/index.ts'
import { hawbHooks, waybillHooks } from './features/depot/waybills/index.ts'
import { predictedBatchHooks } from './features/depot/predicted/index.ts'
import { returnHooks } from './returns.ts'
import { billingHooks } from './billing.ts'
import { dataSourceHooks } from './features/insight/data-sources/index.ts'
import { onlineReportHooks } from './features/insight/reports/index.ts'
import { hooked, type Hooked } from './kit/resource/crud.ts'

/** What entities add to the kit's verbs. */
export const hooks: readonly Hooked[] = [
  hooked(onlineReportList, onlineReportHooks),
  hooked(dataSourceList, dataSourceHooks),
  hooked(roleList, roleHooks),
  hooked(userList, userHooks),
  hooked(couriers, courierHooks),
  hooked(carrierAccountList, carrierAccountHooks),
  hooked(carrierBatchList, carrierBatchHooks),
  hooked(carrierShipmentList, carrierShipmentHooks),
  hooked(statusMaps, mappingHooks),
  hooked(eventTemplates, eventTemplateHooks),
  hooked(customers, customerHooks),
  hooked(shipperList, shipperHooks),
  hooked(consigneeList, { beforeSave: requirePostalCode }),
  hooked(suppliers, {
    beforeSave: async (tx, draft, before) => {
      await supplierHooks.beforeSave?.(tx, draft, before)
      await refuseUsed('supplier')(tx, draft, before)
    },
    beforeDelete: requireUnusedSupplier,
  }),
  hooked(paymentAccounts, paymentAccountHooks),
  hooked(taxRates, taxRateHooks),
  hooked(accountList, accountHooks),
  hooked(invoiceList, invoiceHooks),
  hooked(tradeList, tradeHooks),
  hooked(channels, {
    ...channelHooks,
    beforeSave: async (tx, draft, before) => {
      await channelHooks.beforeSave?.(tx, draft, before)
      await refuseUsed('channel')(tx, draft, before)
    },
  }),
  hooked(depots, {
    beforeSave: async (tx, draft, before) => {
      fillZone(draft, before)
      await refuseUsedDepot(tx, draft, before)
    },
  }),
  hooked(depotGates, depotGateHooks),
  hooked(userDepotList, userDepotHooks),
  hooked(shipmentList, orderHooks),
  hooked(parcels, parcelHooks),
  ...numberHooks,
  hooked(partitionConfigs, partitionConfigHooks),
  hooked(partitions, partitionHooks),
  ...priceEntities,
  hooked(routingTables, routingTableHooks),
  hooked(routingCodes, routingCodeHooks),
  hooked(labelTemplates, labelTemplateHooks),
  hooked(deliveryServices, deliveryServiceHooks),
  hooked(serviceRules, serviceRuleHooks),
  hooked(predictedBatchList, predictedBatchHooks),
  ...returnHooks,
  ...billingHooks,
  hooked(waybillBatchList, waybillHooks),
  hooked(houseWaybillList, hawbHooks),
  hooked(fbaWaybillList, fbaWaybillHooks),
  hooked(stockSkuList, skuHooks),
  hooked(stockBalanceList, balanceHooks),
  hooked(stockPlaces, placeHooks),
  hooked(stockShortageList, shortageHooks),
  hooked(noticeList, noticeHooks),
  hooked(messageTemplateList, templateHooks),
  hooked(checkRuleList, checkRuleHooks),
  hooked(fillRuleList, fillRuleHooks),
  hooked(printSetList, printSetHooks),
  hooked(postalRules, postalRuleHooks),
  hooked(embargoes, embargoHooks),
  hooked(fbaOrderList, fbaOrderHooks),
  hooked(serviceChoiceList, choiceHooks),
  hooked(revokeTaskList, revokeTaskHooks),
  hooked(labelRequestList, labelRequestHooks),
  hooked(fbaWarehouses, fbaWarehouseHooks),
]
