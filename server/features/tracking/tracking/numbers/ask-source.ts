import { sql } from 'kysely'
import {
  carrierAccount,
  logCalls,
  type FollowResult,
} from '#server/features/carriers/carriers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'

interface Counted {
  id: string
  trackNo: string
  courier: string
}

/**
 * Numbers of a source that counts those it follows (17TRACK) are stopped or taken up there, before
 * they are here. Asked the same again it answers as before, so what fails after this is done again.
 * @returns what became of each, by id; the others have no such source, or are stopped already
 */
export async function followAtSource(
  ctx: Ctx,
  ids: readonly string[],
  action: 'stopTracking' | 'retrack',
): Promise<ReadonlyMap<string, FollowResult>> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<Counted>`select d.id, d.track_no, d.courier
    from ${ctx.rows('deliveryNumber').as('d')}
    where d.id = any(${ids}::bigint[]) and d.voided_at is null and d.courier is not null
      and (d.stopped_at is null or ${action === 'retrack'})`.execute(ctx.db)
  const results = new Map<string, FollowResult>()
  for (const [code, own] of Map.groupBy(found.rows, ({ courier }) => courier)) {
    const account = await carrierAccount(tenant, code)
    if (!account?.adapter[action]) continue
    const numbers = own.map(({ trackNo }) => trackNo)
    const answers = await account.adapter[action](numbers)
    await logCalls(tenant, account)
    own.forEach(({ id }, at) => results.set(id, answers[at]!))
  }
  return results
}

/** Refuses a number its source did not stop or take up. */
export function requireDone(ctx: Ctx, result: FollowResult | undefined): void {
  if (!result || result.outcome === 'done') return
  const { number } = result
  if (result.outcome === 'once') return fail('number.restartedOnce', { number })
  const reason =
    result.outcome === 'refused'
      ? result.reason
      : translate(ctx.lang, 'tracking', `keys.detail.${result.error.kind}`)
  fail('number.sourceRefused', { number, reason })
}
