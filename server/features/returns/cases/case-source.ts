import { sql, type RawBuilder } from 'kysely'
import { isId } from '#contracts/kit/envelope.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { cases } from '#contracts/returns/cases/cases.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** What a case is opened from, as far as it shows whose it is and where. */
export interface SourceRecord {
  id: string | null
  no: string | null
  customerId: string | null
  depotId: string | null
  /** What a number turned out to be, where it is no parcel's. */
  source?: 'shipment'
}

type Source = In<typeof cases.add>['source']
const NOTHING: SourceRecord = { id: null, no: null, customerId: null, depotId: null }

/** The record within the caller's reach. */
export async function sourceRecord(
  ctx: Ctx,
  source: Source,
  record: string | null | undefined,
): Promise<SourceRecord> {
  if (source === 'none') return NOTHING
  if (!record) failFields([{ path: 'record', code: 'field.required' }])
  const missing = () => failFields([{ path: 'record', code: 'field.ref' }])
  if (source !== 'number' && !isId(record)) missing()
  const { rows } = await sql<SourceRecord>`${recordQuery(ctx, source, record)} limit 1`.execute(
    ctx.db,
  )
  const [found] = rows.length > 0 || source !== 'number' ? rows : await orderOf(ctx, record)
  return found ?? missing()
}

/** By our number; by the reference for its customer only, as others may use the same. */
async function orderOf(ctx: Ctx, record: string): Promise<readonly SourceRecord[]> {
  const own = ctx.principal.customerId
  const { rows } = await sql<SourceRecord>`select s.id, s.serial_number as no, s.customer_id,
      s.depot_id, 'shipment' as source
    from ${ctx.rows('shipment').as('s')}
    where s.serial_number = ${record.toUpperCase()}
      or (s.customer_id = ${own} and s.reference = ${record})
    order by s.id desc limit 1`.execute(ctx.db)
  return rows
}

function recordQuery(
  ctx: Ctx,
  source: Exclude<Source, 'none'>,
  record: string,
): RawBuilder<SourceRecord> {
  switch (source) {
    case 'shipment':
      return sql<SourceRecord>`select s.id, s.serial_number as no, s.customer_id, s.depot_id
        from ${ctx.rows('shipment').as('s')} where s.id = ${record}`
    case 'parcel':
      return sql<SourceRecord>`select p.id, coalesce(p.track_no, p.serial_number) as no,
          p.customer_id, p.depot_id
        from ${ctx.rows('parcel').as('p')} where p.id = ${record}`
    case 'returnTrack':
      return sql<SourceRecord>`select t.id, t.no, t.customer_id, t.depot_id
        from ${ctx.rows('returnTrack').as('t')} where t.id = ${record}`
    case 'trade':
      return sql<SourceRecord>`select t.id, coalesce(t.parcel_no, t.shipment_no, t.id::text) as no,
          t.customer_id, s.depot_id
        from ${ctx.rows('trade').as('t')}
          left join shipment s on s.tenant_id = t.tenant_id and s.id = t.shipment_id
        where t.id = ${record}`
    case 'number':
      return sql<SourceRecord>`select p.id, n.number as no, p.customer_id, p.depot_id
        from ${ctx.rows('trackingNumber').as('n')}
          join ${ctx.rows('parcel').as('p')} on p.id = n.parcel_id
        where n.number = any(${spellingsOf(record)}::text[])`
  }
}
