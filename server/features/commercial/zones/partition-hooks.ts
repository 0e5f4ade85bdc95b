import { asErrorCode } from '#server/kit/http/texts.ts'
import type { partitionConfigs } from '#contracts/commercial/partition-configs.ts'
import type { partitions } from '#contracts/commercial/partitions.ts'
import type { MatchType } from '#contracts/commercial/rating.ts'
import { partitionRowIssue, findClash } from '#server/features/commercial/rating/index.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** A zone is not reached later at least than at most. */
export const partitionHooks: Hooks<typeof partitions> = {
  beforeSave: async (_tx, draft, before) => {
    const { transitMin, transitMax } = rowAfter(draft, before)
    if (transitMin != null && transitMax != null && transitMin > transitMax)
      failFields([{ path: 'transitMax', code: 'field.tooSmall' }])
  },
}

/**
 * A zone's row must match something, and may not describe an address as another zone does, word for
 * word.
 */
export const partitionConfigHooks: Hooks<typeof partitionConfigs> = {
  beforeSave: async (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issue = partitionRowIssue({
      id: before?.id ?? '0',
      country: row.country ?? '',
      // The dictionary's values, which the kit has checked.
      matchType: (row.matchType ?? 'ALL') as MatchType,
      from: row.valueFrom || null,
      to: row.valueTo || null,
      priority: row.priority ?? 0,
      validFrom: row.validFrom ?? null,
      validTo: row.validTo ?? null,
    })
    if (issue)
      failFields([
        {
          path:
            issue.code === 'rate.zone.dates'
              ? 'validTo'
              : issue.code === 'rate.zone.country'
                ? 'country'
                : 'valueFrom',
          code: asErrorCode(issue.code),
          data: issue.params,
        },
      ])
  },
  afterSave: async (tx, row) => {
    const clash = await findClash(tx, row.id)
    if (clash)
      failFields([{ path: 'valueFrom', code: 'zone.taken', data: { zone: clash.partitionName } }])
  },
}
