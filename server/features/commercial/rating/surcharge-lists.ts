import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { cachedByConfigVersion } from '#server/kit/db/config-version.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { remoteList, type RemoteEntry } from './remote-list.ts'
import type { FuelIndex, RemoteList, Surcharge } from './tariff.ts'
import type { StoredSurcharge } from './versions/version-prices.ts'

interface ListHead {
  id: string
  name: string
  nameEn: string | null
  version: number
}
interface Lists {
  fuel: ReadonlyMap<string, FuelIndex>
  remote: ReadonlyMap<string, ListHead>
}

const listsOf = cachedByConfigVersion(async (system): Promise<Lists> => {
  const fuel = (
    await sql<FuelIndex & { id: string }>`select i.id, i.name, i.name_en,
        (select coalesce(json_agg(json_build_object('month', r.month, 'rateBp', r.rate_bp)
            order by r.month desc), '[]')
          from ${system.rows('fuelRate').as('r')} where r.index_id = i.id) as rates
      from ${system.rows('fuelIndex').as('i')}`.execute(system.db)
  ).rows
  const remote = (
    await sql<ListHead>`select l.id, l.name, l.name_en, l.version
      from ${system.rows('remoteList').as('l')}`.execute(system.db)
  ).rows
  return {
    fuel: new Map(fuel.map(({ id, ...index }) => [id, index])),
    remote: new Map(remote.map((head) => [head.id, head])),
  }
})

/** Of all tenants; a list has up to 200,000 lines. */
const LISTS_MAX = 40
const kept = perApp(() => keepLoaded<RemoteList>({ name: 'surcharges', max: LISTS_MAX }))

function remoteOf(ctx: Ctx, head: ListHead): Promise<RemoteList> {
  const { tenantId } = ctx.principal
  return kept
    .of(ctx.deps)
    .get(
      `${tenantId}:${head.id}`,
      () => readRemote(asSystem(ctx, tenantId), head),
      String(head.version),
    )
}

async function readRemote(system: Ctx, { id, name, nameEn }: ListHead): Promise<RemoteList> {
  const entries = await sql<RemoteEntry>`select e.country, e.value_from as "from",
      e.value_to as "to", e.valid_from, e.valid_to
    from ${system.rows('remotePostcode').as('e')} where e.list_id = ${id}
    order by e.id`.execute(system.db)
  return remoteList({ name, nameEn }, entries.rows)
}

/** Surcharges with the fuel rates and remote postcodes they name, as they are now. */
export async function withLists(
  ctx: Ctx,
  surcharges: readonly StoredSurcharge[],
  known: string,
): Promise<readonly Surcharge[]> {
  if (surcharges.every((one) => one.fuelIndexId === null && one.remoteListId === null))
    return surcharges
  const lists = await listsOf(ctx, 'surcharge-lists', known)
  return Promise.all(
    surcharges.map(async (one): Promise<Surcharge> => {
      const head = one.remoteListId === null ? undefined : lists.remote.get(one.remoteListId)
      return {
        ...one,
        fuel: one.fuelIndexId === null ? null : (lists.fuel.get(one.fuelIndexId) ?? null),
        remote: head ? await remoteOf(ctx, head) : null,
      }
    }),
  )
}
