import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { sorting } from '#contracts/depot/sorting.ts'
import { switchDepotGate } from '#server/features/parties/depots/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'

/** Closes a gate and names the one that takes its parcels, or opens it. */
export function switchGate(
  ctx: Ctx,
  { id, version, open, rerouteId }: In<typeof sorting.switchGate>,
): Promise<Out<typeof sorting.switchGate>> {
  return inTx(ctx, async (tx) => {
    const gate = await gateInReach(tx, id)
    if (rerouteId && !open) {
      const { rows } = await sql`select 1 from ${tx.rows('depotGate').as('g')}
        where g.id = ${rerouteId} and g.depot_id = ${gate.depotId} and g.enabled
          and g.direction = '1' and g.id <> ${id}`.execute(tx.db)
      if (rows.length === 0) failFields([{ path: 'rerouteId', code: 'field.ref' }])
    }
    return {
      version: await switchDepotGate(tx, id, version, {
        open,
        rerouteId: open ? null : (rerouteId ?? null),
      }),
    }
  })
}

/** The services sorted to a gate by their name alone; another gate of the depot loses them. */
export function saveGateServices(
  ctx: Ctx,
  { id, serviceIds }: In<typeof sorting.saveServices>,
): Promise<Out<typeof sorting.saveServices>> {
  return inTx(ctx, async (tx) => {
    const gate = await gateInReach(tx, id)
    const wanted = [...new Set(serviceIds)]
    const known = await sql`select 1 from ${tx.rows('deliveryService').as('v')}
      where v.id = any(${wanted}::bigint[])`.execute(tx.db)
    if (known.rows.length !== wanted.length) failFields([{ path: 'serviceIds', code: 'field.ref' }])
    const gone = await sql<{ serviceId: string }>`delete from gate_service as x
      where ${tx.rows('gateService').where('x')} and x.gate_id = ${id}
        and x.service_id <> all(${wanted}::bigint[]) returning x.service_id`.execute(tx.db)
    await sql`insert into gate_service (tenant_id, depot_id, service_id, gate_id)
      select ${tx.principal.tenantId}, ${gate.depotId}, v, ${id}
      from unnest(${wanted}::bigint[]) as v order by v
      on conflict (tenant_id, depot_id, service_id) do update
        set gate_id = excluded.gate_id`.execute(tx.db)
    await tx.audit(
      'depot_gate',
      id,
      'edit',
      { services: gone.rows.map(({ serviceId }) => serviceId) },
      { services: wanted },
    )
    return { services: wanted.length }
  })
}

/** A gate of a depot the caller works in. */
async function gateInReach(tx: Tx, id: string): Promise<{ depotId: string }> {
  const { rows } = await sql<{ depotId: string }>`select g.depot_id
    from ${tx.rows('depotGate').as('g')} where g.id = ${id}`.execute(tx.db)
  const gate = rows[0] ?? failMissing()
  if (tx.principal.depotIds && !tx.principal.depotIds.includes(gate.depotId)) failMissing()
  return gate
}

export async function sortedServices(ctx: Ctx): Promise<Out<typeof sorting.services>> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`select v.id, v.code,
      ${nameIn(ctx.lang, 'v.name')} as name
    from ${ctx.rows('deliveryService').as('v')} order by v.code`.execute(ctx.db)
  return rows
}
