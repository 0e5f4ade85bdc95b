import { tracking } from '#contracts/tracking.ts'
import type { Database } from '#server/kit/database.ts'
import { feature } from '#server/kit/feature.ts'
import { dailyLimit } from './daily-limit.ts'
import { publicQuery } from './query-public.ts'

const PER_ADDRESS_AND_DAY = 200

/** Tracking for visitors and for staff. */
export function trackingCalls({ db, limited }: { db: Database; limited: boolean }) {
  return feature({ query: tracking.query }, { query: publicQuery(db, limited ? dailyLimit(PER_ADDRESS_AND_DAY) : null) })
}
