import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import type { CalledSource, DrawnSource, LabelService, LabelSource } from './label-source.ts'

/** Where labels come from, the first that serves a service goes before the others. */
export interface LabelSources {
  called: CalledSource[]
  /** Serves what no other does. */
  own: DrawnSource
}

/** Filled by `app.ts`. */
export const labelSources = perApp<LabelSources>(() => {
  throw new Error('the app has named no sources of labels')
})

/**
 * The source of each service, by its id: the one its channel names, else the first that serves it.
 * With our own labels alone nothing is asked.
 */
export async function chooseSources(
  ctx: Ctx,
  services: readonly LabelService[],
): Promise<ReadonlyMap<string, LabelSource>> {
  const { called, own } = labelSources.of(ctx.deps)
  const distinct = [...new Map(services.map((one) => [one.id, one])).values()]
  const chosen = new Map<string, LabelSource>()
  if (called.length > 0)
    for (const { id, adapter } of await namedSources(ctx, distinct)) {
      const named = [own, ...called].find(({ code }) => code === adapter)
      if (named) chosen.set(id, named)
    }
  for (const source of called) {
    const left = distinct.filter(({ id }) => !chosen.has(id))
    if (left.length === 0) break
    const served = await source.serves(ctx, left)
    for (const { id } of left) if (served.has(id)) chosen.set(id, source)
  }
  for (const { id } of distinct) if (!chosen.has(id)) chosen.set(id, own)
  return chosen
}

async function namedSources(
  ctx: Ctx,
  services: readonly LabelService[],
): Promise<{ id: string; adapter: string }[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{ id: string; adapter: string }>`select s.id, c.adapter
    from ${tenant.rows('deliveryService').as('s')}
      join ${tenant.rows('channel').as('c')} on c.id = s.channel_id
    where s.id = any(${services.map(({ id }) => id)}::bigint[])
      and c.adapter is not null`.execute(ctx.db)
  return found.rows
}

/** Codes of the sources of this process. */
export const knownSources = (ctx: Ctx): string[] =>
  labelSources.of(ctx.deps).called.map(({ code }) => code)

/** The source of a label there is; null where this version knows it no more. */
export const calledSource = (ctx: Ctx, code: string): CalledSource | null =>
  labelSources.of(ctx.deps).called.find((source) => source.code === code) ?? null
