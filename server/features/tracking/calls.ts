import { carrierHooks, tracking } from '#contracts/tracking.ts'
import type { Database } from '#server/kit/database.ts'
import { feature } from '#server/kit/feature.ts'
import { defineJob, schedule } from '#server/kit/jobs.ts'
import { inTx } from '#server/kit/tx.ts'
import { dailyLimit } from './daily-limit.ts'
import { digestPush } from './digest-push.ts'
import { listUnmapped } from './list-unmapped.ts'
import { replayLater } from './mapping-hooks.ts'
import { listenToScans } from './on-news.ts'
import { pollDue } from './poll-parcels.ts'
import { publicQuery } from './query-public.ts'
import { refreshJob, refreshParcels } from './refresh-parcels.ts'
import { replayMapping } from './replay-mapping.ts'
import { searchParcels } from './search-parcels.ts'
import { addEvent, readEvents, setVisible } from './staff-events.ts'
import { sweepLogs } from './sweep-logs.ts'
import { takeDhlPush } from './take-push.ts'
import './refresh-type.ts'

const PER_ADDRESS_AND_DAY = 200

listenToScans()
defineJob('tracking.digest', digestPush)
defineJob('tracking.refresh', refreshJob)
defineJob('tracking.replay', replayMapping)
schedule('tracking.poll', '* * * * *', pollDue)
schedule('tracking.sweep', '20 3 * * *', sweepLogs)

/** Tracking for visitors and for staff. `limited` is off for measuring and in tests. */
export function trackingCalls({ db, limited }: { db: Database; limited: boolean }) {
  return feature(tracking, {
    query: publicQuery(db, limited ? dailyLimit(PER_ADDRESS_AND_DAY) : null),
    search: searchParcels,
    events: readEvents,
    refresh: refreshParcels,
    addEvent,
    setVisible,
    unmapped: listUnmapped,
    replay: (ctx, { courier }) =>
      inTx(ctx, (tx) => replayLater(tx, courier, null)).then(() => null),
  })
}

/** Where carriers push to. */
export function carrierHookCalls() {
  return feature(carrierHooks, { dhl: takeDhlPush })
}
