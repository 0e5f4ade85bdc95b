import { sql } from 'kysely'
import { executorOf, makeCtx, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { findParcels, type Match } from './find-parcels.ts'

/** What one scanned number turned out to be. */
export type Scanned =
  | { kind: 'one'; match: Match }
  | { kind: 'several'; count: number }
  | { kind: 'elsewhere'; depot: string }
  | { kind: 'unknown' }

/**
 * The parcel a scanned number means. An order's number or a reference may stand for several: those
 * a scan could move go first, and where more than one is left the station asks for the parcel's own
 * number. A parcel in another depot of this tenant is reported with the depot's name, for staff
 * only.
 */
export async function findScanned(
  tx: Tx,
  no: string,
  prefer: (match: Match) => boolean,
): Promise<Scanned> {
  const [found = []] = await findParcels(tx, [no])
  const apt = found.filter(prefer)
  const only =
    found.length === 1
      ? found[0]
      : apt.length === 1
        ? apt[0]
        : apt.length === 0
          ? found[0]
          : undefined
  if (only) return { kind: 'one', match: only }
  if (apt.length > 1) return { kind: 'several', count: apt.length }
  const elsewhere = await depotOf(tx, no)
  return elsewhere === null ? { kind: 'unknown' } : { kind: 'elsewhere', depot: elsewhere }
}

async function depotOf(tx: Tx, no: string): Promise<string | null> {
  if (tx.principal.depotIds === null || tx.principal.customerId !== null) return null
  const [found = []] = await findParcels(acrossDepots(tx), [no])
  return found[0] ? depotCode(tx, found[0].depotId) : null
}

/** The same caller without the limit to depots, with tenant, owner and data rules. */
function acrossDepots(ctx: Ctx): Ctx {
  return makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    log: ctx.log,
    deps: ctx.deps,
    http: ctx.http,
    executor: executorOf(ctx),
    principal: { ...ctx.principal, depotIds: null },
  })
}

export async function depotCode(ctx: Ctx, id: string): Promise<string> {
  return (
    (
      await sql<{
        code: string
      }>`select code from ${ctx.rows('depot').as('d')} where d.id = ${id}`.execute(ctx.db)
    ).rows[0]?.code ?? ''
  )
}
