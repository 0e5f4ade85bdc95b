import { sql } from 'kysely'
import type { Ctx } from '../access/ctx.ts'

/**
 * The moments (ISO 8601, UTC) of times as a place's clock shows them: `2026-03-01 08:30`, also with
 * a T or as a day alone, which is its first minute. An hour the clock leaves out in spring is the
 * one after, one it shows twice in autumn the first, as PostgreSQL has it. `timeZone` must be an IANA
 * name.
 */
export async function momentsIn<K extends string>(
  ctx: Ctx,
  timeZone: string,
  times: Readonly<Record<K, string>>,
): Promise<Record<K, string>> {
  const given = Object.entries(times) as [K, string][]
  const { rows } = await sql<{ key: K; at: string }>`select x.key,
      (x.time::timestamp at time zone ${timeZone}) as at
    from unnest(${given.map(([key]) => key)}::text[],
      ${given.map(([, time]) => time.replace('T', ' '))}::text[]) as x(key, time)`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ key, at }) => [key, at])) as Record<K, string>
}
