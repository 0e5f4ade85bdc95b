import { sql } from 'kysely'
import { SCAN } from '#contracts/depot/scans.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import { findRoutes } from '#server/features/commercial/routing/index.ts'
import type { LockedParcel } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import type { LockedPackage } from './lock-package.ts'

/** The weight that goes on the truck: measured where a scale saw the parcel, declared otherwise. */
export const HEAVY = sql`coalesce(p.measured_weight, p.weight)`

/** What is in a bag. Its rules go by the parcel that came first. */
export interface Content {
  pieces: number
  grams: number
  serviceId: string | null
  serviceName: string | null
  country: string | null
  sortCode: string | null
}

export async function contentOf(ctx: Ctx, id: string): Promise<Content> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    pieces: number
    grams: string
    serviceId: string | null
    serviceName: string | null
    country: string | null
    sortCode: string | null
  }>`select count(*)::int as pieces, coalesce(sum(${HEAVY}), 0)::text as grams,
      (array_agg(p.service_id order by o.create_time, o.parcel_id))[1] as service_id,
      (array_agg(${nameIn(ctx.lang, 'v.name')} order by o.create_time, o.parcel_id))[1]
        as service_name,
      (array_agg(s.country order by o.create_time, o.parcel_id))[1] as country,
      (array_agg(o.sort_code order by o.create_time, o.parcel_id))[1] as sort_code
    from ${tenant.rows('outPackageParcel').as('o')}
      join ${tenant.rows('parcel').as('p')} on p.id = o.parcel_id
      join ${tenant.rows('shipment').as('s')} on s.id = p.shipment_id
      join ${tenant.rows('deliveryService').as('v')} on v.id = p.service_id
    where o.package_id = ${id}`.execute(ctx.db)
  const row = rows[0]!
  return { ...row, grams: Number(row.grams) }
}

/** What the rules of a bag ask of a parcel. */
export interface Target {
  country: string
  sortCode: string | null
  serviceName: string
}

/** Where a parcel goes: its country, and the sort code of its label. */
export async function targetOf(ctx: Ctx, parcel: LockedParcel): Promise<Target> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    country: string
    postalCode: string | null
    state: string | null
    city: string
    serviceName: string
  }>`select s.country, s.postal_code, s.state, s.city,
      ${nameIn(ctx.lang, 'v.name')} as service_name
    from ${tenant.rows('shipment').as('s')}
      join ${tenant.rows('deliveryService').as('v')} on v.id = ${parcel.serviceId}
    where s.id = ${parcel.shipmentId}`.execute(ctx.db)
  const { country, postalCode, state, city, serviceName } = rows[0]!
  const [route = null] = await findRoutes(ctx, [
    {
      serviceId: parcel.serviceId,
      address: { country, postalCode: postalCode ?? '', state, city },
      date: await businessDay(ctx),
    },
  ])
  return { country, sortCode: route?.sortCode ?? null, serviceName }
}

interface Broken {
  code: number
  words: string
  data: Record<string, unknown>
}

/** The first rule of a bag a parcel breaks; null where it may go in. */
export function brokenRule(
  bag: Pick<LockedPackage, 'no' | 'oneService' | 'oneTarget' | 'maxPieces' | 'maxGrams'>,
  content: Content,
  parcel: { serviceId: string; grams: number },
  target: Target,
): Broken | null {
  const broken = (words: string, data: Record<string, unknown>): Broken => ({
    code: SCAN.bagRule,
    words,
    data: { bag: bag.no, ...data },
  })
  if (content.pieces >= bag.maxPieces) return broken('scan.bag.full', { max: bag.maxPieces })
  if (content.grams + parcel.grams > Number(bag.maxGrams))
    return broken('scan.bag.tooHeavy', {
      max: gramsToKg(Number(bag.maxGrams)),
      would: gramsToKg(content.grams + parcel.grams),
    })
  if (bag.oneTarget === '2' && target.sortCode === null) return broken('scan.bag.noSortCode', {})
  if (content.pieces === 0) return null
  if (bag.oneService && content.serviceId !== parcel.serviceId)
    return broken('scan.bag.service', {
      here: content.serviceName ?? '',
      service: target.serviceName,
    })
  if (bag.oneTarget === '1' && content.country !== target.country)
    return broken('scan.bag.country', { here: content.country ?? '', country: target.country })
  if (bag.oneTarget === '2' && content.sortCode !== target.sortCode)
    return broken('scan.bag.sortCode', {
      here: content.sortCode ?? '',
      sortCode: target.sortCode ?? '',
    })
  return null
}
