import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { cruds, entities } from '#contracts/catalogue.ts'
import { fileCalls } from './features/platform/files/index.ts'
import { accountCalls } from './features/platform/account/index.ts'
import { carrierLabelCalls } from './features/carriers/carrier-labels/index.ts'
import { carrierCalls } from './features/carriers/carriers/index.ts'
import { identityCalls } from './features/platform/identity/index.ts'
import { apiDocsCalls } from './features/platform/api-docs/index.ts'
import { categoryCalls } from './features/platform/categories/index.ts'
import { countryFeature } from './features/platform/countries/index.ts'
import { companyCalls } from './features/parties/company/index.ts'
import { taxCalls } from './features/money/tax/index.ts'
import { invoiceCalls } from './features/money/invoices/index.ts'
import { ledgerCalls } from './features/money/ledger/index.ts'
import { printSetFeature } from './features/platform/print-sets/index.ts'
import { keepRules, ruleCalls } from './features/platform/rules/index.ts'
import { packageCountries } from '#seeds/reference/countries.ts'
import { dashboardCalls } from './features/insight/dashboards/index.ts'
import { earningCalls } from './features/insight/earnings/index.ts'
import {
  dictionaryCalls,
  clearDictionaryCache,
  itemsIn,
} from './features/platform/dictionaries/index.ts'
import { addressCalls } from './features/parties/addresses/index.ts'
import { consigneeFeature } from './features/parties/consignees/index.ts'
import { shipperMergeCalls } from './features/orders/shipper-merges/index.ts'
import { addressUsageCalls } from './features/insight/address-usage/index.ts'
import { paymentAccountCalls } from './features/money/payment-accounts/index.ts'
import { rechargeCalls } from './features/money/recharges/index.ts'
import { monthEndCalls } from './features/money/month-end/index.ts'
import { accountingExportCalls } from './features/money/accounting-export/index.ts'
import { codCalls } from './features/money/cod/index.ts'
import { shipperFeature } from './features/parties/shippers/index.ts'
import { serviceChoiceCalls } from './features/orders/service-choices/index.ts'
import { priceTrialCalls } from './features/orders/price-trials/index.ts'
import { moneyAccountCalls } from './features/money/accounts/index.ts'
import { priceCalls } from './features/commercial/prices/index.ts'
import { routingCalls } from './features/commercial/routing/index.ts'
import { depotFeature } from './features/parties/depots/index.ts'
import { userDepotFeature } from './features/parties/user-depots/index.ts'
import { labelTemplateCalls } from './features/commercial/label-templates/index.ts'
import { numberCalls } from './features/commercial/numbers/index.ts'
import { serviceCalls } from './features/commercial/services/index.ts'
import { zoneCalls } from './features/commercial/zones/index.ts'
import { monitoringCalls, startSampling } from './features/insight/monitoring/index.ts'
import { quickSearchCalls } from './features/insight/quick-search/index.ts'
import { gatewayRouteCalls, proxyRoutes } from './features/platform/gateway-routes/index.ts'
import { dataSourceCalls } from './features/insight/data-sources/index.ts'
import { reportCalls, reportDatabase } from './features/insight/reports/index.ts'
import { messageCalls } from './features/platform/messages/index.ts'
import { isBlocked, logCalls } from './features/platform/logs/index.ts'
import { scheduledJobCalls } from './features/platform/scheduled-jobs/index.ts'
import { fbaCalls } from './features/orders/fba/index.ts'
import { channelCalls } from './features/orders/channels/index.ts'
import { labelRequestCalls } from './features/orders/label-requests/index.ts'
import { labelCalls } from './features/orders/labels/index.ts'
import { orderEnds, revokeTaskCalls } from './features/orders/revoke-tasks/index.ts'
import { noticeCalls, noticeTitles } from './features/platform/notices/index.ts'
import {
  accountNameReader,
  principals,
  resolveApiKey,
  sessionCalls,
  socketSessions,
} from './features/platform/session/index.ts'
import { roleCalls } from './features/platform/roles/index.ts'
import { tenantCalls } from './features/platform/tenants/index.ts'
import { userCalls } from './features/platform/users/index.ts'
import { savedViewCalls } from './features/platform/saved-views/index.ts'
import { departmentCalls } from './features/platform/departments/index.ts'
import { permissionCalls } from './features/platform/permissions/index.ts'
import { customsCalls } from './features/orders/customs/index.ts'
import { documentCalls } from './features/orders/documents/index.ts'
import {
  exampleOrder,
  importMappingCalls,
  shipmentImportCalls,
} from './features/orders/shipment-imports/index.ts'
import { chargingCalls } from './features/orders/charging/index.ts'
import { shipmentCalls } from './features/orders/shipments/index.ts'
import { orderTaskCalls } from './features/orders/order-tasks/index.ts'
import { waveCalls } from './features/orders/waves/index.ts'
import { stockCalls } from './features/orders/stock/index.ts'
import { carrierHookCalls, trackingCalls } from './features/tracking/tracking/index.ts'
import { userSettingCalls } from './features/platform/user-settings/index.ts'
import { depotUseCalls } from './features/depot/depot-use/index.ts'
import { inboundCalls } from './features/depot/inbound/index.ts'
import { scanCountCalls } from './features/depot/scans/index.ts'
import { outboundCalls } from './features/depot/outbound/index.ts'
import { handoverCalls } from './features/depot/handovers/index.ts'
import { outboundTrackCalls } from './features/depot/outbound-tracks/index.ts'
import { returnFeatureCalls } from './returns.ts'
import { billingFeatureCalls } from './billing.ts'
import { fillPorts } from './ports.ts'
import { stationCalls } from './stations.ts'
import { predictedCalls } from './features/depot/predicted/index.ts'
import { openBus } from './kit/realtime/bus-listener.ts'
import { jobCtx, migrateJobs, startJobs } from './kit/jobs/jobs.ts'
import type { AppDeps } from './kit/start/lifecycle.ts'
import { mount, type MountDeps } from './kit/http/mount.ts'
import { bindCrud, declareEntities } from './kit/resource/crud.ts'
import { describeApi } from './kit/http/description/api-description.ts'
import { accountNames } from './kit/http/account-names.ts'
import { dictReader } from './kit/http/dict-texts.ts'
import { answerErrors } from './kit/http/error-answers.ts'
import { forgetLoaded } from './kit/db/keep-loaded.ts'
import { openServer } from './kit/http/open-server.ts'
import { diskWatch } from './kit/http/load/disk-watch.ts'
import { healthRoutes } from './kit/http/load/health.ts'
import { countCalls } from './kit/http/call-figures.ts'
import { traceCalls } from './kit/http/telemetry.ts'
import { startOpLog } from './kit/http/op-log/op-log.ts'
import { limitUrls, parseJson } from './kit/http/json-body.ts'
import { countRefused } from './kit/http/refused-calls.ts'
import { limitCalls, limitUnknownTokens, rateLimits } from './kit/http/rate-limits.ts'
import { limitLoad } from './kit/http/load/shed-load.ts'
import { securityHeaders } from './kit/http/security-headers.ts'
import { socketRoute } from './kit/realtime/sockets-handshake.ts'
import { webPages } from './kit/http/web-pages.ts'
import { hooks } from './hooks.ts'
import { declareTables } from './tables.ts'
import { bootstrapInstallation, seedTenantIn } from './setup.ts'

/** The table of contents: plugins, cruds, features, errors. */
export async function buildApp(given: AppDeps): Promise<FastifyInstance> {
  const { env, db, log, lifecycle } = given
  const app = openServer(env, log)
  app.decorateRequest('principal', null)
  app.decorateRequest('entered', false)
  countCalls(app)
  await traceCalls(app, env.traceCollector)
  parseJson(app)
  limitUrls(app)
  const disk = diskWatch(env.dataDir)
  answerErrors(app, env.basePath, countRefused(app, db, log), disk.note)
  securityHeaders(app, env.frameSources)
  // Bodies are taken as they are: nothing we are sent needs unpacking, and a small body can unpack
  // to a large one.
  await app.register(compress, {
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
  })
  await app.register(multipart, {
    limits: { fileSize: 20 * 1024 * 1024, files: 1, parts: 30, headerPairs: 100 },
  })
  await limitLoad(app, { pressure: env.rateLimits, queue: !env.checkAnswers })
  if (env.rateLimits) await limitCalls(app)
  const describe = describeApi(app)

  declareTables()
  declareEntities(entities)
  dictReader.set(given, itemsIn)
  accountNames.set(given, accountNameReader())
  fillPorts(given)
  const known = principals(db)
  const bus = openBus(db.url, log)
  bus.subscribe((received) => {
    if (received.kind === 'dict') clearDictionaryCache(given, received.tenantId)
    if (received.kind === 'authz') known.forget(received.userIds)
    if (received.kind === 'missed') forgetLoaded()
  })
  const isRefused = (ip: string, tenantId: string) => isBlocked(jobCtx(given, '0'), ip, tenantId)
  const deps: MountDeps = {
    app: given,
    db,
    log,
    base: env.basePath,
    resolve: known.resolve,
    resolveKey: (key, ip) => resolveApiKey(db.kysely, key, ip),
    isBlocked: isRefused,
    limits: env.rateLimits ? rateLimits.classes : null,
    countUnknown: env.rateLimits ? limitUnknownTokens(app) : async () => {},
    checkAnswers: env.checkAnswers,
    onDone: startOpLog(app, db, log),
  }
  healthRoutes(app, {
    base: env.basePath,
    url: db.url,
    disk,
    draining: () => lifecycle.draining,
    ready: () => installation.ready,
  })
  mount(app, deps, sessionCalls())
  mount(app, deps, fileCalls())
  mount(app, deps, accountCalls())
  mount(app, deps, identityCalls())
  mount(app, deps, dictionaryCalls())
  mount(app, deps, departmentCalls())
  mount(app, deps, permissionCalls())
  mount(app, deps, roleCalls())
  mount(app, deps, userCalls())
  mount(app, deps, tenantCalls(seedTenantIn))
  mount(app, deps, ruleCalls())
  mount(app, deps, categoryCalls())
  mount(app, deps, countryFeature(packageCountries))
  mount(app, deps, printSetFeature())
  mount(app, deps, userSettingCalls())
  mount(app, deps, messageCalls())
  mount(app, deps, [...scheduledJobCalls(), ...logCalls()])
  mount(app, deps, gatewayRouteCalls())
  await proxyRoutes(app, deps)
  mount(app, deps, savedViewCalls())
  mount(app, deps, stockCalls())
  mount(app, deps, addressCalls())
  mount(app, deps, ledgerCalls())
  mount(app, deps, taxCalls())
  mount(app, deps, moneyAccountCalls())
  mount(app, deps, priceCalls())
  mount(app, deps, priceTrialCalls())
  mount(app, deps, serviceChoiceCalls())
  mount(app, deps, numberCalls())
  mount(app, deps, labelTemplateCalls())
  mount(app, deps, serviceCalls())
  mount(app, deps, zoneCalls())
  mount(app, deps, routingCalls())
  mount(app, deps, rechargeCalls())
  mount(app, deps, companyCalls())
  mount(app, deps, paymentAccountCalls())
  mount(app, deps, [...invoiceCalls(), ...codCalls()])
  mount(app, deps, [...accountingExportCalls(), ...monthEndCalls()])
  mount(app, deps, shipperFeature())
  mount(app, deps, depotFeature())
  mount(app, deps, userDepotFeature())
  mount(app, deps, depotUseCalls())
  mount(app, deps, consigneeFeature())
  mount(app, deps, shipperMergeCalls())
  mount(app, deps, monitoringCalls())
  mount(app, deps, addressUsageCalls())
  mount(app, deps, shipmentCalls(orderEnds))
  mount(app, deps, chargingCalls())
  mount(app, deps, shipmentImportCalls())
  mount(app, deps, customsCalls())
  mount(app, deps, documentCalls())
  mount(app, deps, importMappingCalls())
  mount(app, deps, labelCalls())
  mount(app, deps, revokeTaskCalls())
  mount(app, deps, channelCalls())
  mount(app, deps, labelRequestCalls())
  mount(app, deps, waveCalls())
  mount(app, deps, fbaCalls())
  mount(app, deps, orderTaskCalls())
  mount(app, deps, quickSearchCalls())
  mount(app, deps, reportCalls())
  mount(app, deps, dataSourceCalls())
  app.addHook('onListen', () => reportDatabase.of(given).look())
  app.addHook('onClose', () => reportDatabase.of(given).close())
  mount(app, deps, dashboardCalls())
  mount(app, deps, earningCalls())
  mount(app, deps, apiDocsCalls(describe, { '/erp/shipment/add': exampleOrder }))
  mount(app, deps, trackingCalls({ db, limited: env.rateLimits }))
  mount(app, deps, carrierHookCalls())
  mount(app, deps, carrierCalls())
  mount(app, deps, carrierLabelCalls())
  mount(app, deps, predictedCalls())
  mount(app, deps, stationCalls())
  mount(app, deps, returnFeatureCalls())
  mount(app, deps, billingFeatureCalls())
  mount(app, deps, scanCountCalls())
  mount(app, deps, inboundCalls())
  mount(app, deps, outboundCalls())
  mount(app, deps, handoverCalls())
  mount(app, deps, outboundTrackCalls())
  mount(app, deps, noticeCalls())
  for (const of of cruds)
    mount(app, deps, bindCrud(of, keepRules(of, hooks.find((one) => one.of === of)?.hooks)))
  await socketRoute(app, env.basePath, {
    ...socketSessions(db),
    bus,
    log,
    limited: env.rateLimits,
    isBlocked: isRefused,
    titleOf: noticeTitles(given),
  })
  await webPages(app, env.basePath, { samples: !env.production })

  await migrateJobs(db)
  const installation = await bootstrapInstallation(given)
  await bus.start()
  const jobs = await startJobs(given)
  startSampling(app, given)
  app.addHook('onClose', async () => {
    await bus.stop()
    await installation.close()
    await jobs.stop()
  })
  return app
}
