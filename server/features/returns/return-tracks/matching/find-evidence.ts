import { sql } from 'kysely'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { findParcels } from '#server/features/depot/scans/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import type { Evidence } from './score-owners.ts'
import { addressCodes, lastSix, wordsOfLabel } from './words-of-label.ts'

/** What is known of a box. */
export interface BoxFacts {
  trackNo: string | null
  senderText: string | null
  senderPostalCode: string | null
  skus: readonly string[]
}

interface Row {
  customerId: string
  found: string
  shipmentId: string | null
  predictedId: string | null
}

/**
 * Everything in the tenant that points to an owner of a box, whatever the caller may see: who scans
 * has to know whose it is.
 */
export async function findEvidence(ctx: Ctx, box: BoxFacts): Promise<Evidence[]> {
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const text = box.senderText ?? ''
  const words = wordsOfLabel(text)
  return [
    ...(await announced(tenant, box.trackNo)),
    ...(await outbound(tenant, box.trackNo)),
    ...(await ofWords(
      tenant,
      box.trackNo === null ? words : [box.trackNo.toUpperCase(), ...words],
    )),
    ...(await ofAddress(tenant, addressCodes(text))),
    ...(await ofOrders(tenant, words)),
    ...(await ofGoods(tenant, box.skus)),
    ...(await ofLastSix(tenant, box)),
  ]
}

const as = (kind: Evidence['kind'], rows: readonly Row[]): Evidence[] =>
  rows.map((row) => ({ kind, ...row }))

async function announced(ctx: Ctx, no: string | null): Promise<Evidence[]> {
  if (no === null) return []
  const { rows } = await sql<Row>`select p.customer_id, p.track_no as found,
      null::bigint as shipment_id, p.id as predicted_id
    from ${ctx.rows('predictedReturn').as('p')}
    where p.state = '0' and upper(p.track_no) = any(${spellingsOf(no)}::text[])`.execute(ctx.db)
  return as('announced', rows)
}

async function outbound(ctx: Ctx, no: string | null): Promise<Evidence[]> {
  if (no === null) return []
  const [found = []] = await findParcels(ctx, [no])
  // A customer's reference may be used by others as well; numbers of ours may not.
  return found.slice(0, 20).map(({ customerId, shipmentId, rank }) => ({
    kind: rank <= 2 ? ('outbound' as const) : ('orderNo' as const),
    customerId,
    shipmentId,
    predictedId: null,
    found: no,
  }))
}

/** Shorter texts, and those without a digit, are words of any label. */
const TELLING = 6

/** Return and order numbers that were announced, and codes of customers. */
async function ofWords(ctx: Ctx, words: readonly string[]): Promise<Evidence[]> {
  if (words.length === 0) return []
  const list = sql`${words}::text[]`
  const { rows } = await sql<Row & { kind: 'rma' | 'orderNo' | 'customerCode' | 'serial' }>`
    select 'rma' as kind, p.customer_id, p.rma as found, null::bigint as shipment_id,
      p.id as predicted_id
    from ${ctx.rows('predictedReturn').as('p')} where p.state = '0' and upper(p.rma) = any(${list})
      and length(p.rma) >= ${TELLING} and p.rma ~ '[0-9]'
    union all
    select 'rma', p.customer_id, p.no, null, p.id
    from ${ctx.rows('predictedReturn').as('p')} where p.state = '0' and p.no = any(${list})
    union all
    select 'orderNo', p.customer_id, p.order_no, null, p.id
    from ${ctx.rows('predictedReturn').as('p')}
    where p.state = '0' and upper(p.order_no) = any(${list})
    union all
    select 'serial', p.customer_id, s.serial, null, p.id
    from ${ctx.rows('predictedReturnLine').as('l')}
      join ${ctx.rows('predictedReturn').as('p')} on p.id = l.predicted_id and p.state = '0'
      cross join lateral unnest(l.serials) as s(serial)
    where l.serials && ${list} and s.serial = any(${list})
      and length(s.serial) >= ${TELLING} and s.serial ~ '[0-9]'
    union all
    select 'customerCode', c.id, c.code, null, null
    from ${ctx.rows('customer').as('c')} where upper(c.code) = any(${list}) and c.status = 1
    limit 50`.execute(ctx.db)
  return rows.map(({ kind, ...row }) => ({ kind, ...row }))
}

async function ofAddress(ctx: Ctx, codes: readonly string[]): Promise<Evidence[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<Row>`select k.customer_id, k.address_code as found,
      null::bigint as shipment_id, null::bigint as predicted_id
    from ${ctx.rows('returnConfig').as('k')}
    where k.customer_id is not null and upper(k.address_code) = any(${codes}::text[])
    union
    select u.customer_id, u.depot_code, null, null from ${ctx.rows('userDepot').as('u')}
    where upper(u.depot_code) = any(${codes}::text[])`.execute(ctx.db)
  return as('addressCode', rows)
}

/** Orders whose numbers or references are written on the label. */
async function ofOrders(ctx: Ctx, words: readonly string[]): Promise<Evidence[]> {
  const numbers = words.filter((word) => /\d/.test(word)).slice(0, 40)
  if (numbers.length === 0) return []
  const found = await findParcels(ctx, numbers)
  return found.flatMap((matches, at) =>
    matches.slice(0, 5).map(({ customerId, shipmentId }) => ({
      kind: 'orderNo' as const,
      customerId,
      shipmentId,
      predictedId: null,
      found: numbers[at]!,
    })),
  )
}

/** Codes of goods only one customer has. */
async function ofGoods(ctx: Ctx, skus: readonly string[]): Promise<Evidence[]> {
  if (skus.length === 0) return []
  const { rows } = await sql<Row>`select min(k.customer_id) as customer_id, x.code as found,
      null::bigint as shipment_id, null::bigint as predicted_id
    from unnest(${skus}::text[]) as x(code)
      join ${ctx.rows('stockSku').as('k')} on k.sku = x.code or k.barcode_list @> array[x.code]
    group by x.code having count(distinct k.customer_id) = 1`.execute(ctx.db)
  return as('sku', rows)
}

/** What was sent to the sender's postcode with a number that ends like this. */
async function ofLastSix(ctx: Ctx, box: BoxFacts): Promise<Evidence[]> {
  const end = lastSix(box.trackNo ?? '')
  if (end.length < 6 || !box.senderPostalCode) return []
  const { rows } = await sql<Row>`select p.customer_id, p.track_no as found, s.id as shipment_id,
      null::bigint as predicted_id
    from ${ctx.rows('shipment').as('s')} join ${ctx.rows('parcel').as('p')} on p.shipment_id = s.id
    where s.postal_code = ${box.senderPostalCode} and p.track_no like ${`%${likeText(end)}`}
    limit 5`.execute(ctx.db)
  return as('lastSix', rows)
}
