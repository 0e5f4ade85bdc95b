import { sql } from 'kysely'
import { DEPOT_USES_MAX, depotUse, type DepotUse } from '#contracts/depot/depot-use.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import type { DraftOf, RowOf } from '#contracts/kit/entity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { depots } from '#contracts/parties/depots.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { editRow } from '#server/kit/resource/resource-write.ts'

type Uses = Out<typeof depotUse.uses>['uses']
/** Of each kind these many are named. */
const NAMED = 5
/** Between confirming and leaving the depot. */
const COMING = [
  PARCEL.PREDICTED,
  PARCEL.CONFIRMED,
  PARCEL.LABELLED,
  PARCEL.RECEIVED,
  PARCEL.HELD,
  PARCEL.SORTED,
  PARCEL.BAGGED,
]

/** Of the whole company, whatever the caller may browse: counts and names of what is affected. */
async function readUses(ctx: Ctx, id: string): Promise<Uses> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ kind: DepotUse; count: number; names: string[] }>`
    with used as (
      (select 'orders' as kind, s.serial_number as name from ${system.rows('shipment').as('s')}
        where s.depot_id = ${id} and s.shipment_status = any(${COMING}::int[])
        limit ${DEPOT_USES_MAX})
      union all
      (select 'predicted', b.no from ${system.rows('predictedBatch').as('b')}
        where b.depot_id = ${id} and b.status in ('1', '2') limit ${DEPOT_USES_MAX})
      union all
      (select 'outbound', o.no from ${system.rows('outBatch').as('o')}
        where o.depot_id = ${id} and o.status in ('0', '2') limit ${DEPOT_USES_MAX})
      union all
      (select 'bags', k.no from ${system.rows('outPackage').as('k')}
        where k.depot_id = ${id} and k.status in ('0', '1') limit ${DEPOT_USES_MAX})
      union all
      (select distinct 'stock', k.sku from ${system.rows('stockBalance').as('q')}
          join ${system.rows('stockSku').as('k')} on k.id = q.sku_id
        where q.depot_id = ${id} and q.on_hand > 0 limit ${DEPOT_USES_MAX})
      union all
      (select 'userDepots', u.depot_code from ${system.rows('userDepot').as('u')}
        where u.depot_id = ${id} limit ${DEPOT_USES_MAX})
      union all
      (select 'staff', p.realname from ${system.rows('sysUserDepot').as('w')}
          join ${system.rows('sysUser').as('p')} on p.id = w.user_id
        where w.depot_id = ${id} and p.del_flag = 0 limit ${DEPOT_USES_MAX})
    )
    select kind, count(*)::int as count, (array_agg(name order by name))[1:${NAMED}] as names
    from used group by kind`.execute(ctx.db)
  return found.rows
}

async function usesOfDepot(ctx: Ctx, { id }: In<typeof depotUse.uses>) {
  const known = await sql`select 1 from ${ctx.rows('depot').as('d')} where d.id = ${id}`.execute(
    ctx.db,
  )
  if (known.rows.length === 0) failMissing()
  return { uses: await readUses(ctx, id) }
}

async function requireSeen(tx: Tx, id: string, seen: readonly string[]): Promise<void> {
  const uses = await readUses(tx, id)
  if (uses.every(({ kind }) => seen.includes(kind))) return
  const names = uses.map(({ kind, count }) =>
    translate(tx.lang, 'depots', `uses.${kind}`, {
      count: count < DEPOT_USES_MAX ? count : `${DEPOT_USES_MAX - 1}+`,
    }),
  )
  fail('depot.stillUsed', { names: names.join(', ') })
}

/** What is used is not taken out of use by the way: `switchOff` does it, with what is affected. */
export async function refuseUsedDepot(
  tx: Tx,
  draft: DraftOf<typeof depots>,
  before: RowOf<typeof depots> | null,
): Promise<void> {
  if (before?.enabled && draft.enabled === false) await requireSeen(tx, before.id, [])
}

function switchOffDepot(
  ctx: Ctx,
  { id, version, seen }: In<typeof depotUse.switchOff>,
): Promise<Out<typeof depotUse.switchOff>> {
  return inTx(ctx, async (tx) => {
    const known = await sql`select 1 from ${tx.rows('depot').as('d')} where d.id = ${id}`.execute(
      tx.db,
    )
    if (known.rows.length === 0) failMissing()
    await requireSeen(tx, id, seen)
    const saved = await editRow(tx, depots as Crud, id, version, { enabled: false }, {})
    return { version: saved.version }
  })
}

/** What goes by a depot, and its end. */
export function depotUseCalls(): BoundEndpoint[] {
  return bindEndpoints(depotUse, { uses: usesOfDepot, switchOff: switchOffDepot })
}
