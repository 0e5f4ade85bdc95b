import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/** What travels together: batches, waybills, bags. They lie in an area above this one. */
export interface GroupNumbers {
  /** A query of `no` and the `id` of a parcel: those of groups with these numbers within reach. */
  parcels(ctx: Ctx, nos: readonly string[]): RawBuilder<unknown>
}

/** Filled by `app.ts`; without it no number stands for a group. */
export const groupNumbers = perApp<GroupNumbers>(() => ({
  parcels: () => sql`select null::text as no, null::bigint as id where false`,
}))
