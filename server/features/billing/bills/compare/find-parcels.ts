import { sql } from 'kysely'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { numberForms } from './bill-numbers.ts'

export interface Wanted {
  id: string
  key: string
  references: readonly string[]
  damaged: boolean
}
export interface Found {
  parcelId: string
  how: 'track' | 'third' | 'reference'
  isVoid: boolean
}
interface Hit extends Found {
  form: string
}

/**
 * The parcels of billed numbers, by every number a parcel ever had: on its label, of a carrier it was
 * handed to, replaced or void, our own; then by our own numbers among its references. A number of several
 * parcels finds none. What customers write themselves finds none either: it may be anything.
 */
export async function findParcels(
  ctx: Ctx,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  const readable = wanted.filter(({ key, damaged }) => key !== '' && !damaged)
  const forms = new Map(readable.map(({ key }) => [key, numberForms(key)]))
  const byForm = Map.groupBy(await byNumber(ctx, [...forms.values()].flat()), ({ form }) => form)
  for (const { id, key } of readable) {
    const one = firstOf(forms.get(key)!.map((form) => byForm.get(form) ?? []))
    if (one) found.set(id, one)
  }
  const left = wanted.filter(({ id, references }) => !found.has(id) && references.length > 0)
  if (left.length > 0) {
    const asked = left.flatMap(({ references }) => references)
    const byText = Map.groupBy(await byReference(ctx, asked), ({ form }) => form)
    for (const { id, references } of left) {
      const one = firstOf(references.map((text) => byText.get(text) ?? []))
      if (one) found.set(id, one)
    }
  }
  return found
}

/** Of the first form that has any: the parcel, where it is one; a live number goes before a void one. */
function firstOf(hits: readonly (readonly Hit[])[]): Found | null {
  for (const of of hits) {
    if (of.length === 0) continue
    const tracks = of.filter(({ how }) => how === 'track')
    const best = tracks.length > 0 ? tracks : of
    if (new Set(best.map(({ parcelId }) => parcelId)).size > 1) return null
    const { parcelId, how, isVoid } = best.find((one) => !one.isVoid) ?? best[0]!
    return { parcelId, how, isVoid }
  }
  return null
}

async function byNumber(ctx: Ctx, forms: readonly string[]): Promise<Hit[]> {
  if (forms.length === 0) return []
  const distinct = [...new Set(forms)]
  const { rows } = await sql<Hit>`select t.number as form, t.parcel_id, 'track' as how,
      t.state = 2 as is_void
    from ${ctx.rows('trackingNumber').as('t')} where t.number = any(${distinct}::text[])
    union all
    select t.third_id, t.parcel_id, 'third', false
    from ${ctx.rows('trackingNumber').as('t')} where t.third_id = any(${distinct}::text[])
    union all
    select p.track_no, p.id, 'track', false
    from ${ctx.rows('parcel').as('p')} where p.track_no = any(${distinct}::text[])
      and not exists (select 1 from ${ctx.rows('trackingNumber').as('u')}
        where u.number = p.track_no)
    union all
    select p.serial_number, p.id, 'track', false
    from ${ctx.rows('parcel').as('p')} where p.serial_number = any(${distinct}::text[])
    union all
    select c.carrier_no, c.parcel_id, 'third', c.void_state is not distinct from 'void'
    from ${ctx.rows('carrierShipment').as('c')} where c.carrier_no = any(${distinct}::text[])`.execute(
    ctx.db,
  )
  return rows
}

/** Parcels by our own numbers: theirs, or that of their order. */
async function byReference(ctx: Ctx, texts: readonly string[]): Promise<Hit[]> {
  const distinct = [...new Set(texts)]
  const { rows } = await sql<Hit>`select p.serial_number as form, p.id as parcel_id,
      'reference' as how, false as is_void
    from ${ctx.rows('parcel').as('p')} where p.serial_number = any(${distinct}::text[])
    union all
    select s.serial_number, p.id, 'reference', false
    from ${ctx.rows('shipment').as('s')}
      join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
    where s.serial_number = any(${distinct}::text[])
      and p.parcel_status > ${PARCEL.CANCELLED}`.execute(ctx.db)
  return rows
}
