import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { myServices } from '#contracts/commercial/services.mine.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { isOpenTo, servicesInSight } from '#server/features/platform/users/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { whoseServices } from './whose.ts'

interface Row {
  id: string
  code: string
  name: string
  tradeType: string
  transType: string
  transitMin: number | null
  transitMax: number | null
  izSingle: boolean
  izMult: boolean
  maxPieces: number | null
  limits: { validType: string; min: string | null; max: string | null }[]
  countries: string[]
  favourite: boolean
}

/** Services that are open to a customer, of them those in the caller's sight; favourites first. */
export async function openTo(
  ctx: Ctx,
  customerId: string | null,
  id: string | null = null,
): Promise<Row[]> {
  const system = asSystem(ctx, ctx.principal.tenantId)
  const sight = sql.join([sql`true`, ...servicesInSight(ctx, 's')], sql` and `)
  const found = await sql<Row>`select s.id, s.code, ${nameIn(ctx.lang, 's.name')} as name,
      s.trade_type, s.trans_type, s.iz_single, s.iz_mult, s.max_pieces,
      d.transit_min, d.transit_max,
      (select coalesce(json_agg(json_build_object('validType', r.valid_type,
          'min', trim_scale(r.min_value)::text, 'max', trim_scale(r.max_value)::text)
          order by r.valid_type, r.id), '[]')
        from ${system.rows('serviceRule').as('r')} where r.service_id = s.id) as limits,
      array(select distinct g.country from ${system.rows('partitionConfig').as('g')}
        join ${system.rows('deliveryPartition').as('p')} on p.id = g.partition_id
        where p.service_id = s.id and (g.valid_from is null or g.valid_from <= ${await businessDay(ctx)}::date)
          and (g.valid_to is null or g.valid_to >= ${await businessDay(ctx)}::date)
        order by g.country) as countries,
      exists (select 1 from ${system.rows('serviceFavourite').as('f')}
        where f.service_id = s.id and f.user_id = ${ctx.principal.userId})::boolean as favourite
    from ${system.rows('deliveryService').as('s')}
    left join lateral (select
        min(case when z.transit_max is null then coalesce(z.transit_min, s.transit_min)
          else z.transit_min end) as transit_min,
        max(case when z.transit_min is null then coalesce(z.transit_max, s.transit_max)
          else z.transit_max end) as transit_max
      from ${system.rows('deliveryPartition').as('z')} where z.service_id = s.id) as d on true
    where ${isOpenTo(ctx, 's', customerId)} and (${id}::bigint is null or s.id = ${id}::bigint) and ${sight}
    order by favourite desc, s.code`.execute(ctx.db)
  return found.rows
}

export async function listMyServices(
  ctx: Ctx,
  { customerId }: In<typeof myServices.list>,
): Promise<Out<typeof myServices.list>> {
  return openTo(ctx, await whoseServices(ctx, customerId ?? null))
}

/** Marks a service for the caller alone. */
export async function markFavourite(
  ctx: Ctx,
  { id, on }: In<typeof myServices.favourite>,
): Promise<null> {
  const known = await sql`select 1 from ${ctx.rows('deliveryService').as('s')}
    where s.id = ${id} ${sql.join(
      servicesInSight(ctx, 's').map((one) => sql`and ${one}`),
      sql` `,
    )}`.execute(ctx.db)
  if (known.rows.length === 0) failMissing()
  const { userId, tenantId } = ctx.principal
  await inTx(ctx, async (tx) => {
    const done = on
      ? await sql<{ serviceId: string }>`insert into service_favourite (tenant_id, user_id,
            service_id) values (${tenantId}, ${userId}, ${id}) on conflict do nothing
          returning service_id`.execute(tx.db)
      : await sql<{ serviceId: string }>`delete from service_favourite as f
          where ${tx.rows('serviceFavourite').where('f')} and f.user_id = ${userId}
            and f.service_id = ${id} returning f.service_id`.execute(tx.db)
    if (done.rows.length > 0)
      await tx.audit(
        'service_favourite',
        id,
        on ? 'add' : 'delete',
        on ? null : { userId },
        on ? { userId } : null,
      )
  })
  return null
}
