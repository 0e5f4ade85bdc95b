import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { batchIn, BatchSheet } from '#contracts/depot/batch-in.ts'
import { PREDICTED_ROW } from '#contracts/depot/scans.states.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { readPredicted } from '#server/features/depot/predicted/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** A batch with its rows and what came of it weighs against what was declared. */
export async function readSheet(
  ctx: Ctx,
  { id }: In<typeof batchIn.queryById>,
): Promise<BatchSheet> {
  const batch = await readPredicted(ctx, { id })
  const { rows } = await sql<{ declared: string; weighed: string; measured: string | null }>`select
      coalesce(sum(p.weight), 0)::text as declared,
      coalesce(sum(p.weight) filter (where p.measured_weight is not null), 0)::text as weighed,
      sum(p.measured_weight)::text as measured
    from ${ctx.rows('predictedParcel').as('r')} join ${ctx.rows('parcel').as('p')} on p.id = r.parcel_id
    where r.batch_id = ${id} and r.status = ${PREDICTED_ROW.received}`.execute(ctx.db)
  const { declared, weighed, measured } = rows[0]!
  const difference = measured === null ? null : Number(measured) - Number(weighed)
  return {
    ...batch,
    declaredKg: gramsToKg(Number(declared)),
    measuredKg: measured === null ? null : gramsToKg(Number(measured)),
    differenceKg:
      difference === null ? null : `${difference < 0 ? '-' : ''}${gramsToKg(Math.abs(difference))}`,
  }
}
