import { codLimitsOf } from '#contracts/money/cod/cod-limits.ts'
import type { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import type { serviceRules } from '#contracts/commercial/service-rules.ts'
import { sql } from 'kysely'
import { servicesInSight } from '#server/features/platform/users/index.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'

/** A service must be able to take an order, and its weight rule must have what it asks for. */
export const deliveryServiceHooks: Hooks<typeof deliveryServices> = {
  listQuery: (ctx) => servicesInSight(ctx, 't'),
  beforeSave: async (_tx, draft, before) => {
    const row = rowAfter(draft, before)
    const issues: RawIssue[] = []
    if (row.izSingle === false && row.izMult === false)
      issues.push({ path: 'izMult', code: 'service.noPieces' })
    if (row.izSingle === false && row.maxPieces === 1)
      issues.push({ path: 'maxPieces', code: 'service.noPieces' })
    if (row.volumeWhen === 'SIDE_OVER' && !row.volumeSide)
      issues.push({ path: 'volumeSide', code: 'field.required' })
    if (row.volumeWhen === 'RATIO_OVER' && !row.volumeRatio)
      issues.push({ path: 'volumeRatio', code: 'field.required' })
    if (row.transitMin != null && row.transitMax != null && row.transitMin > row.transitMax)
      issues.push({ path: 'transitMax', code: 'field.tooSmall' })
    if (codLimitsOf(row.codLimits) === null)
      issues.push({ path: 'codLimits', code: 'service.codLimits' })
    if (issues.length > 0) failFields(issues)
  },
}

/** A limit that no shipment keeps is refused, by itself or with the others of its kind. */
export const serviceRuleHooks: Hooks<typeof serviceRules> = {
  beforeSave: async (tx, draft, before) => {
    const { serviceId, validType, minValue, maxValue } = rowAfter(draft, before)
    const given = (value: string | null | undefined) => value != null && value !== ''
    if (!given(minValue) && !given(maxValue))
      failFields([{ path: 'maxValue', code: 'field.required' }])
    if (given(minValue) && given(maxValue) && Number(minValue) > Number(maxValue))
      failFields([{ path: 'maxValue', code: 'serviceRule.never' }])
    const clash = await sql<{ min: string | null; max: string | null }>`select
        r.min_value::text as min, r.max_value::text as max
      from ${tx.rows('serviceRule').as('r')}
      where r.service_id = ${serviceId ?? null} and r.valid_type = ${validType ?? null}
        and r.id is distinct from ${before?.id ?? null}::bigint
        and (r.min_value > ${maxValue || null}::numeric
          or r.max_value < ${minValue || null}::numeric)
      limit 1`.execute(tx.db)
    const [other] = clash.rows
    if (other)
      failFields([
        {
          path: given(maxValue) && other.min !== null ? 'maxValue' : 'minValue',
          code: 'serviceRule.clash',
          data: { min: plain(other.min), max: plain(other.max) },
        },
      ])
  },
}
const plain = (value: string | null) => value?.replace(/(?:\.0+|(?<!0)0+)$/, '') ?? '–'
