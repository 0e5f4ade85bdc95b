import { sql } from 'kysely'
import type { numberPools } from '#contracts/commercial/numbers/number-pools.entity.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** An S10 number is not used again within a year (UPU). */
const S10_DAYS = 365

export const poolHooks: Hooks<typeof numberPools> = {
  beforeSave: async (tx, draft, before) => {
    const { scheme, reuseDays } = rowAfter(draft, before)
    if (scheme === 'S10' && typeof reuseDays === 'number' && reuseDays < S10_DAYS)
      failFields([{ path: 'reuseDays', code: 'pool.s10Reuse', data: { days: S10_DAYS } }])
    // Its numbers were checked by the scheme they came under.
    if (before && draft.scheme !== undefined && (draft.scheme ?? '') !== (before.scheme ?? '')) {
      const any = await sql`select 1 from ${tx.rows('numberPoolNumber').as('n')}
        where n.pool_id = ${before.id} limit 1`.execute(tx.db)
      if (any.rows.length > 0) failFields([{ path: 'scheme', code: 'pool.hasNumbers' }])
    }
  },
}
