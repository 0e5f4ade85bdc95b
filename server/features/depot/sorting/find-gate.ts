import { sql } from 'kysely'
import { sortCodesOf } from '#contracts/parties/depot-gates.ts'
import { findRoutes } from '#server/features/commercial/routing/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** A gate parcels are sorted to. */
export interface Gate {
  id: string
  code: string
  name: string | null
  /** 1 to outbound, 3 exceptions. */
  direction: string
  sortCodes: string | null
  closedAt: string | null
  rerouteId: string | null
}
/** Why a gate: code of the words, and what goes into them. */
export interface Why {
  code: string
  data: Record<string, string>
}
export interface Decided {
  gate: Gate | null
  sortCode: string | null
  why: Why
  /** No rule has a gate for it, or its gate is closed. */
  exception: boolean
}

const OUTBOUND = '1'
const EXCEPTIONS = '3'

/** The depot a station sorts for: the one it names, or the caller's own where that is one. */
export async function stationDepot(
  ctx: Ctx,
  depotId: string | undefined,
): Promise<{ id: string; code: string }> {
  const { depotIds } = ctx.principal
  const id = depotId ?? (depotIds?.length === 1 ? depotIds[0] : undefined)
  if (id === undefined) failFields([{ path: 'depotId', code: 'field.required' }])
  const { rows } = await sql<{ id: string; code: string }>`select d.id, d.code
    from ${ctx.rows('depot').as('d')} where d.id = ${id}`.execute(ctx.db)
  if (!rows[0] || (depotIds && !depotIds.includes(id)))
    failFields([{ path: 'depotId', code: 'field.ref' }])
  return rows[0]
}

/** Gates parcels leave through and those for exceptions. */
export async function gatesOf(ctx: Ctx, depotId: string): Promise<Gate[]> {
  const { rows } = await sql<Gate>`select g.id, g.code, g.name, g.direction, g.sort_codes,
      g.closed_at, g.reroute_id
    from ${ctx.rows('depotGate').as('g')}
    where g.depot_id = ${depotId} and g.enabled and g.direction in (${OUTBOUND}, ${EXCEPTIONS})
    order by g.code, g.id`.execute(ctx.db)
  return rows
}

interface Facts {
  country: string
  postalCode: string | null
  state: string | null
  city: string
  service: string
  serviceGate: string | null
}

/**
 * The gate of a parcel: by the routing tables of its service, else by its service, else the one for
 * exceptions. A closed gate sends on to the one that takes its parcels.
 */
export async function decideGate(
  ctx: Ctx,
  parcel: { shipmentId: string; serviceId: string; depotId: string },
): Promise<Decided> {
  const gates = await gatesOf(ctx, parcel.depotId)
  const facts = await factsOf(ctx, parcel)
  const address = {
    country: facts.country,
    postalCode: facts.postalCode ?? '',
    state: facts.state,
    city: facts.city,
  }
  const [route = null] = await findRoutes(ctx, [
    { serviceId: parcel.serviceId, address, date: await businessDay(ctx) },
  ])
  const sortCode = route?.sortCode ?? null
  const outbound = gates.filter(({ direction }) => direction === OUTBOUND)
  const named = outbound.find(({ code }) => code === route?.gate)
  const bySortCode = outbound.find(
    (gate) => sortCode !== null && sortCodesOf(gate.sortCodes).includes(sortCode),
  )
  const byService = outbound.find(({ id }) => id === facts.serviceGate)
  const choice = named ?? bySortCode ?? byService
  const place = [facts.country, facts.postalCode].filter(Boolean).join(' ')
  if (!choice)
    return toException(gates, sortCode, {
      code: route?.gate ? 'noSuchGate' : 'noRule',
      data: { place, service: facts.service, gate: route?.gate ?? '', sortCode: sortCode ?? '' },
    })
  const open = openGate(choice, outbound)
  if (!open) return toException(gates, sortCode, { code: 'closed', data: { gate: choice.code } })
  const why: Why =
    open !== choice
      ? { code: 'rerouted', data: { from: choice.code, gate: open.code } }
      : named || bySortCode
        ? { code: 'postal', data: { place, sortCode: sortCode ?? '' } }
        : { code: 'service', data: { service: facts.service } }
  return { gate: open, sortCode, why, exception: false }
}

function toException(gates: readonly Gate[], sortCode: string | null, why: Why): Decided {
  const gate = exceptionGate(gates)
  return { gate, sortCode, why, exception: true }
}

export const exceptionGate = (gates: readonly Gate[]): Gate | null =>
  gates.find((gate) => gate.direction === EXCEPTIONS && gate.closedAt === null) ?? null

/** Follows closed gates to one that is open; null where they lead nowhere or in a circle. */
function openGate(from: Gate, gates: readonly Gate[]): Gate | null {
  const seen = new Set<string>()
  let gate: Gate | undefined = from
  while (gate && gate.closedAt !== null && !seen.has(gate.id)) {
    seen.add(gate.id)
    const next: string | null = gate.rerouteId
    gate = gates.find(({ id }) => id === next)
  }
  return gate?.closedAt === null ? gate : null
}

/** Asked for the tenant: the order of a parcel in reach counts, wherever it was entered. */
async function factsOf(
  ctx: Ctx,
  { shipmentId, serviceId, depotId }: { shipmentId: string; serviceId: string; depotId: string },
): Promise<Facts> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<Facts>`select s.country, s.postal_code, s.state, s.city,
      ${nameIn(ctx.lang, 'v.name')} as service,
      (select g.gate_id from ${tenant.rows('gateService').as('g')}
        where g.depot_id = ${depotId} and g.service_id = ${serviceId}) as service_gate
    from ${tenant.rows('shipment').as('s')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = ${serviceId}
    where s.id = ${shipmentId}`.execute(ctx.db)
  return rows[0]!
}
