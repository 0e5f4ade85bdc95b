import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { returnConfigs } from '#contracts/returns/return-configs.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { decideAction, ruleWords } from './decide-action.ts'
import { rulesOf } from './terms.ts'

/** Days of returns the standing instructions are tried on. */
const DRY_DAYS = 31
const MOST = 500

interface Row {
  id: string
  no: string
  trackNo: string | null
  goods: string | null
  grade: string | null
  value: string | null
  currency: string
  weight: number | null
  action: string | null
  skus: string[]
}

/** What the rules would decide about the returns of the last month: read, never written. */
export async function dryRunRules(
  ctx: Ctx,
  { customerId }: In<typeof returnConfigs.dryRun>,
): Promise<Out<typeof returnConfigs.dryRun>> {
  const of = ctx.principal.customerId ?? customerId
  if (!of) return failFields([{ path: 'customerId', code: 'field.required' }])
  const seen = await sql`select 1 from ${ctx.rows('customer').as('c')} where c.id = ${of}`.execute(
    ctx.db,
  )
  if (seen.rows.length === 0) failMissing()
  const rules = await rulesOf(ctx, of)
  const { rows } = await sql<Row>`select t.id, t.no, t.track_no, t.goods, t.grade, t.value,
      t.currency, t.weight, t.action,
      coalesce((select array_agg(distinct i.sku) from return_item i
        where i.tenant_id = t.tenant_id and i.track_id = t.id), '{}') as skus
    from ${ctx.rows('returnTrack').as('t')}
    where t.customer_id = ${of} and t.arrived_at > now() - ${DRY_DAYS} * interval '1 day'
    order by t.arrived_at desc, t.id desc limit ${MOST}`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  const word = (action: string | null) => (action === null ? '' : texts('return_action', action))
  return {
    days: DRY_DAYS,
    rows: rows.map(({ value, action, skus, weight, currency, ...row }) => {
      const rule = decideAction(rules, {
        skus,
        grade: row.grade,
        value: value === null ? null : BigInt(value),
        currency,
        weight,
      })
      return {
        ...row,
        was: word(action),
        would: rule ? word(rule.action) : '',
        reason: rule
          ? [String(rule.priority), ruleWords(rule)].filter(Boolean).join(' · ')
          : translate(ctx.lang, 'returns', 'noRule'),
        differs: (rule?.action ?? null) !== action,
      }
    }),
  }
}
