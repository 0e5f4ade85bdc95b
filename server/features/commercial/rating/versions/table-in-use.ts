import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { setupOf } from '../load-tariff.ts'
import { chosenVersion, versionIn, type Found, type TableHead } from './choose-version.ts'

interface TableInUse extends Found {
  /** The customer's own, not the one of the service. */
  own: boolean
  /** When other prices count, also those of another table or none. */
  changesAt: string | null
}

/** What prices a customer by a service now, chosen as for orders; null without prices. */
export async function tableInUse(
  ctx: Ctx,
  serviceId: string,
  customerId: string,
  known: string,
): Promise<TableInUse | null> {
  const setup = await setupOf(ctx, serviceId, known)
  if (!setup) return null
  const own = setup.feeOf.get(customerId) ?? null
  const foundAt = (at: string, day: string) => {
    const when = { at, day, announced: false }
    const found = chosenVersion(setup, { customerId, cost: false, ...when })
    if (!found || found.table.baseFeeId === null) return found && { found, base: null }
    const base = versionIn(setup.tables.get(found.table.baseFeeId), when)
    return base && { found, base }
  }
  const now = nowIso()
  const counts = foundAt(now, await businessDay(ctx))
  if (!counts) return null
  const named = [own, setup.feeId].flatMap((id) => setup.tables.get(id ?? '') ?? [])
  const under = named.flatMap(({ baseFeeId }) => setup.tables.get(baseFeeId ?? '') ?? [])
  const turns = (await turnsOf(ctx, [...named, ...under]))
    .filter((at) => Date.parse(at) > Date.parse(now))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
  let changesAt: string | null = null
  for (const at of turns) {
    const then = foundAt(at, await businessDay(ctx, Date.parse(at)))
    const same =
      then?.found.version.id === counts.found.version.id &&
      then.base?.version.id === counts.base?.version.id
    if (same) continue
    changesAt = at
    break
  }
  return { ...counts.found, own: counts.found.table.id === own, changesAt }
}

/** The moments tables and their versions begin and end. */
async function turnsOf(ctx: Ctx, tables: readonly TableHead[]): Promise<string[]> {
  const turns: string[] = []
  for (const { validFrom, validTo, versions } of tables) {
    if (validFrom !== null) turns.push((await businessSpan(ctx, validFrom)).first)
    if (validTo !== null) turns.push((await businessSpan(ctx, validTo)).next)
    for (const one of versions) turns.push(one.validFrom, ...(one.validTo ? [one.validTo] : []))
  }
  return turns
}
