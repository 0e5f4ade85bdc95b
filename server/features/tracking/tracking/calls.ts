import { pollingChanged } from '#contracts/carriers/couriers.events.ts'
import { courierDesk } from '#contracts/tracking/courier-desk.ts'
import { deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { carrierHooks, tracking } from '#contracts/tracking/tracking.ts'
import { trackResults } from '#contracts/tracking/track-results.ts'
import { testTrack } from '#contracts/tracking/test-track.ts'
import type { Database } from '#server/kit/db/database.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { defineJob, schedule, subscribe } from '#server/kit/jobs/jobs.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dailyLimit } from './public/daily-limit.ts'
import { processWebhook, readPush } from './push/process-webhook.ts'
import { listUnmapped } from './mapping/list-unmapped.ts'
import { replayEvents } from './mapping/mapping-hooks.ts'
import { registerEventHandlers } from './events/sync-scan-events.ts'
import { pollDue } from './polling/poll-parcels.ts'
import { followParcel } from './mails/follow-parcel.ts'
import { mailAct, mailPage } from './mails/mail-page.ts'
import { pageLook } from './public/page-look.ts'
import { parcelDetails } from './public/parcel-details.ts'
import { plainPage } from './public/plain-page.ts'
import { publicQuery } from './public/query-public.ts'
import { askNow, refreshJob, refreshParcels } from './polling/refresh-parcels.ts'
import { endReplay, replayAll, replayMapping } from './mapping/replay-mapping.ts'
import { searchParcels } from './search-parcels.ts'
import { addEvent, readEvents, setVisible } from './events/staff-events.ts'
import { addFromTemplate } from './templates/add-from-template.ts'
import { activeTemplates } from './templates/load-template.ts'
import { withdrawEvent } from './templates/change-event.ts'
import { numberHistory } from './numbers/number-history.ts'
import {
  addLeg,
  addNumberEvent,
  changeCourier,
  recogniseNumber,
  refreshNumbers,
  restartNumbers,
  setThird,
  stopNumbers,
} from './numbers/number-verbs.ts'
import { correctResult, queryResult, rawResult } from './results/track-result.ts'
import { runPayload } from './trial/run-payload.ts'
import { forgetCase, keepCase, pushTrial, scenario, trialCases } from './trial/trial-cases.ts'
import { planPolling } from './couriers/plan-polling.ts'
import { viewCourier } from './couriers/view-courier.ts'
import { watchParcels } from './alerts/watch-parcels.ts'
import { foldDeliveryTimes } from './expected/expected-delivery.ts'
import { sweepLogs } from './sweep-logs.ts'
import { takePush } from './push/receive-webhook.ts'
import './mails/mail-moves.ts'
import './polling/refresh-type.ts'

const PER_ADDRESS_AND_DAY = 200

registerEventHandlers()
subscribe(pollingChanged, 'tracking.onPollingChanged', planPolling)
defineJob(readPush, processWebhook)
defineJob(askNow, refreshJob)
// One of some codes alone has no progress to end.
defineJob(replayEvents, replayMapping, async (ctx, payload) => {
  if (!payload.codes) await endReplay(ctx, payload)
})
schedule('tracking.poll', '* * * * *', pollDue)
schedule('tracking.sweep', '20 3 * * *', sweepLogs)
schedule('tracking.alerts', '8,23,38,53 * * * *', watchParcels)
schedule('tracking.deliveryTimes', '40 3 * * *', foldDeliveryTimes)

/** Tracking for visitors and for staff. `limited` is off for measuring and in tests. */
export function trackingCalls({ db, limited }: { db: Database; limited: boolean }) {
  const query = publicQuery(db, limited ? dailyLimit(PER_ADDRESS_AND_DAY) : null)
  const calls = bindEndpoints(tracking, {
    query,
    search: searchParcels,
    events: readEvents,
    refresh: refreshParcels,
    addEvent,
    setVisible,
    unmapped: listUnmapped,
    replay: (ctx, { courier }) => inTx(ctx, (tx) => replayAll(tx, courier)),
  })
  const byHand = bindEndpoints(parcelEvents, {
    templates: activeTemplates,
    addFromTemplate,
    withdraw: withdrawEvent,
  })
  const numbers = bindEndpoints(deliveryNumbers, {
    recognise: recogniseNumber,
    refresh: refreshNumbers,
    changeCourier,
    stop: stopNumbers,
    restart: restartNumbers,
    setThird,
    addLeg,
    addEvent: addNumberEvent,
    history: numberHistory,
  })
  const trial = bindEndpoints(testTrack, {
    run: runPayload,
    scenario,
    cases: trialCases,
    keep: keepCase,
    forget: forgetCase,
    push: pushTrial,
  })
  const results = bindEndpoints(trackResults, {
    query: queryResult,
    raw: rawResult,
    correct: correctResult,
    setVisible,
  })
  const desk = bindEndpoints(courierDesk, { view: viewCourier })
  const pages = bindEndpoints(parcelPages, {
    details: parcelDetails,
    follow: followParcel,
    look: pageLook,
    plain: plainPage(query),
    mailPage,
    mailAct,
  })
  return [...pages, ...calls, ...byHand, ...numbers, ...trial, ...results, ...desk]
}

/** Where carriers push to. */
export function carrierHookCalls() {
  return bindEndpoints(carrierHooks, { push: takePush })
}
