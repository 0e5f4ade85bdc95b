import { sql } from 'kysely'
import type { podList } from '#contracts/billing/pods.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

/** `age`: proofs that have not come so many days after the delivery. */
export const podHooks: Hooks<typeof podList> = {
  listQuery: (_ctx, query) => {
    const days = Number(query.age)
    return query.age !== undefined && Number.isSafeInteger(days)
      ? [sql`(t.file_id is null and t.delivered_at <= now() - make_interval(days => ${days}::int))`]
      : []
  },
}
