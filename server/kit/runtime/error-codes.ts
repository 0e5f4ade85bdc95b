import type carrierLabels from '#locales/en_US/carriers/carrier-labels.json'
import type couriers from '#locales/en_US/carriers/couriers.json'
import type bills from '#locales/en_US/billing/bills.json'
import type pods from '#locales/en_US/billing/pods.json'
import type labelDesigns from '#locales/en_US/commercial/label-designs.json'
import type channels from '#locales/en_US/commercial/channels.json'
import type numbers from '#locales/en_US/commercial/numbers.json'
import type rating from '#locales/en_US/commercial/rating.json'
import type prices from '#locales/en_US/commercial/prices.json'
import type routing from '#locales/en_US/commercial/routing.json'
import type services from '#locales/en_US/commercial/services.json'
import type zones from '#locales/en_US/commercial/zones.json'
import type batchIn from '#locales/en_US/depot/batch-in.json'
import type handovers from '#locales/en_US/depot/handovers.json'
import type outboundTracks from '#locales/en_US/depot/outbound-tracks.json'
import type intercepts from '#locales/en_US/depot/intercepts.json'
import type packages from '#locales/en_US/depot/packages.json'
import type sorting from '#locales/en_US/depot/sorting.json'
import type fbaTrucks from '#locales/en_US/depot/fba-trucks.json'
import type waybills from '#locales/en_US/depot/waybills.json'
import type warehouse from '#locales/en_US/depot/scans.json'
import type dashboards from '#locales/en_US/insight/dashboards.json'
import type dataSources from '#locales/en_US/insight/data-sources.json'
import type reports from '#locales/en_US/insight/reports.json'
import type bankLines from '#locales/en_US/money/bank-lines.json'
import type cod from '#locales/en_US/money/cod.json'
import type company from '#locales/en_US/parties/company.json'
import type paymentEvents from '#locales/en_US/money/payment-events.json'
import type accountingExport from '#locales/en_US/money/accounting-export.json'
import type dunning from '#locales/en_US/money/dunning.json'
import type invoices from '#locales/en_US/money/invoices.json'
import type revaluations from '#locales/en_US/money/revaluations.json'
import type recharges from '#locales/en_US/money/recharges.json'
import type tax from '#locales/en_US/money/tax.json'
import type paymentAccounts from '#locales/en_US/money/payment-accounts.json'
import type einvoice from '#locales/en_US/kit/einvoice.json'
import type errors from '#locales/en_US/kit/errors.json'
import type sheets from '#locales/en_US/kit/sheets.json'
import type accountRequests from '#locales/en_US/money/account-requests.json'
import type moneyAccounts from '#locales/en_US/money/accounts.json'
import type trades from '#locales/en_US/money/trades.json'
import type attachments from '#locales/en_US/returns/attachments.json'
import type cases from '#locales/en_US/returns/cases.json'
import type returns from '#locales/en_US/returns/returns.json'
import type ledger from '#locales/en_US/money/ledger.json'
import type charging from '#locales/en_US/orders/charging.json'
import type customsChecks from '#locales/en_US/orders/customs-checks.json'
import type embargoes from '#locales/en_US/orders/embargoes.json'
import type fba from '#locales/en_US/orders/fba.json'
import type labelPrinting from '#locales/en_US/orders/label-printing.json'
import type labelRequests from '#locales/en_US/orders/label-requests.json'
import type revokeTasks from '#locales/en_US/orders/revoke-tasks.json'
import type orderTasks from '#locales/en_US/orders/order-tasks.json'
import type shipmentImports from '#locales/en_US/orders/shipment-imports.json'
import type shipments from '#locales/en_US/orders/shipments.json'
import type stock from '#locales/en_US/orders/stock.json'
import type shippers from '#locales/en_US/parties/shippers.json'
import type userDepots from '#locales/en_US/platform/user-depots.json'
import type suppliers from '#locales/en_US/parties/suppliers.json'
import type depots from '#locales/en_US/parties/depots.json'
import type access from '#locales/en_US/platform/access.json'
import type account from '#locales/en_US/platform/account.json'
import type categories from '#locales/en_US/platform/categories.json'
import type checkRules from '#locales/en_US/platform/check-rules.json'
import type departments from '#locales/en_US/platform/departments.json'
import type dictionaries from '#locales/en_US/platform/dictionaries.json'
import type files from '#locales/en_US/platform/files.json'
import type fillRules from '#locales/en_US/platform/fill-rules.json'
import type gatewayRoutes from '#locales/en_US/platform/gateway-routes.json'
import type identityErrors from '#locales/en_US/platform/identity-errors.json'
import type logs from '#locales/en_US/platform/logs.json'
import type messages from '#locales/en_US/platform/messages.json'
import type notices from '#locales/en_US/platform/notices.json'
import type permissions from '#locales/en_US/platform/permissions.json'
import type roles from '#locales/en_US/platform/roles.json'
import type savedViews from '#locales/en_US/platform/saved-views.json'
import type scheduledJobs from '#locales/en_US/platform/scheduled-jobs.json'
import type sessionErrors from '#locales/en_US/platform/session-errors.json'
import type subAccounts from '#locales/en_US/platform/sub-accounts.json'
import type tenants from '#locales/en_US/platform/tenants.json'
import type userSettings from '#locales/en_US/platform/user-settings.json'
import type users from '#locales/en_US/platform/users.json'
import type deliveryNumbers from '#locales/en_US/tracking/delivery-numbers.json'
import type statusMaps from '#locales/en_US/tracking/status-maps.json'
import type testTrack from '#locales/en_US/tracking/test-track.json'
import type trackResult from '#locales/en_US/tracking/track-result.json'
import type tracking from '#locales/en_US/tracking/tracking.json'

/**
 * Every namespace with texts of refusals; test/labels-parity.test.ts holds that none is missing.
 */
type Texts =
  | keyof typeof carrierLabels
  | keyof typeof couriers
  | keyof typeof bills
  | keyof typeof pods
  | keyof typeof channels
  | keyof typeof numbers
  | keyof typeof rating
  | keyof typeof prices
  | keyof typeof routing
  | keyof typeof services
  | keyof typeof zones
  | keyof typeof warehouse
  | keyof typeof waybills
  | keyof typeof fbaTrucks
  | keyof typeof batchIn
  | keyof typeof intercepts
  | keyof typeof packages
  | keyof typeof sorting
  | keyof typeof dashboards
  | keyof typeof reports
  | keyof typeof dataSources
  | keyof typeof gatewayRoutes
  | keyof typeof einvoice
  | keyof typeof errors
  | keyof typeof paymentAccounts
  | keyof typeof tax
  | keyof typeof bankLines
  | keyof typeof cod
  | keyof typeof paymentEvents
  | keyof typeof recharges
  | keyof typeof company
  | keyof typeof dunning
  | keyof typeof accountingExport
  | keyof typeof invoices
  | keyof typeof revaluations
  | keyof typeof sheets
  | keyof typeof accountRequests
  | keyof typeof moneyAccounts
  | keyof typeof trades
  | keyof typeof attachments
  | keyof typeof cases
  | keyof typeof returns
  | keyof typeof ledger
  | keyof typeof charging
  | keyof typeof customsChecks
  | keyof typeof embargoes
  | keyof typeof fba
  | keyof typeof labelDesigns
  | keyof typeof labelPrinting
  | keyof typeof labelRequests
  | keyof typeof revokeTasks
  | keyof typeof orderTasks
  | keyof typeof shipmentImports
  | keyof typeof shipments
  | keyof typeof stock
  | keyof typeof shippers
  | keyof typeof userDepots
  | keyof typeof depots
  | keyof typeof suppliers
  | keyof typeof access
  | keyof typeof account
  | keyof typeof categories
  | keyof typeof checkRules
  | keyof typeof departments
  | keyof typeof dictionaries
  | keyof typeof files
  | keyof typeof fillRules
  | keyof typeof identityErrors
  | keyof typeof logs
  | keyof typeof messages
  | keyof typeof notices
  | keyof typeof permissions
  | keyof typeof roles
  | keyof typeof savedViews
  | keyof typeof scheduledJobs
  | keyof typeof sessionErrors
  | keyof typeof subAccounts
  | keyof typeof tenants
  | keyof typeof userSettings
  | keyof typeof users
  | keyof typeof deliveryNumbers
  | keyof typeof statusMaps
  | keyof typeof testTrack
  | keyof typeof trackResult
  | keyof typeof handovers
  | keyof typeof outboundTracks
  | keyof typeof tracking

/**
 * The code of a refusal: `shipment.notCancellable` for the text `error.shipment.notCancellable`. A
 * code without a text in the locales does not compile.
 */
export type ErrorCode = Texts extends infer Key
  ? Key extends `error.${infer Code}`
    ? Code
    : never
  : never
