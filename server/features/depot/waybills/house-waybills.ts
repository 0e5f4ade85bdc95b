import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import type { houseWaybills } from '#contracts/depot/house-waybills.ts'
import { checkStored, verdictOf } from '#server/features/orders/customs/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockWaybill, recount, type Waybill } from './lock-waybill.ts'

interface Group {
  customerId: string
  consigneeName: string
  country: string
  city: string | null
  goods: string | null
}

/** One house waybill for each customer and consignee among the parcels that are in none. */
export function generateHawbs(
  ctx: Ctx,
  { waybillId }: In<typeof houseWaybills.generate>,
): Promise<Out<typeof houseWaybills.generate>> {
  return inTx(ctx, async (tx) => {
    const waybill = await lockWaybill(tx, waybillId)
    const groups = await openGroups(tx, waybillId)
    if (groups.length === 0) fail('house.nothing', { label: waybill.no })
    const nos = await nextSerialNumbers(tx, 'house_waybill', 'HB', groups.length)
    const column = <K extends keyof Group>(key: K) => groups.map((one) => one[key])
    const { rows } = await sql<{ id: string }>`insert into house_waybill (tenant_id, no, waybill_id,
        customer_id, consignee_name, consignee_country, consignee_city, goods, create_by)
      select ${tx.principal.tenantId}, g.no, ${waybillId}, g.customer_id, g.name, g.country, g.city,
        coalesce(g.goods, ''), ${tx.principal.username}
      from unnest(${nos}::text[], ${column('customerId')}::bigint[],
        ${column('consigneeName')}::text[], ${column('country')}::text[], ${column('city')}::text[],
        ${column('goods')}::text[]) as g(no, customer_id, name, country, city, goods)
      returning id`.execute(tx.db)
    const made = rows.map(({ id }) => id)
    const linked = await sql<{ one: number }>`update waybill_parcel as x set house_id = h.id
      from parcel p, shipment s, house_waybill h
      where ${tx.rows('waybillParcel').where('x')} and x.waybill_id = ${waybillId}
        and x.house_id is null and p.tenant_id = x.tenant_id and p.id = x.parcel_id
        and s.tenant_id = p.tenant_id and s.id = p.shipment_id and h.tenant_id = x.tenant_id
        and h.id = any(${made}::bigint[]) and h.customer_id = p.customer_id
        and h.consignee_name = s.consignee_name and h.consignee_country = s.country
        and h.consignee_city is not distinct from s.city returning 1 as one`.execute(tx.db)
    await tx.auditMany(
      'house_waybill',
      'add',
      made.map((id, at) => ({ id, before: null, after: { no: nos[at], waybill: waybill.no } })),
    )
    await counted(tx, waybill, made)
    return { made: made.length, parcels: linked.rows.length }
  })
}

async function openGroups(tx: Tx, waybillId: string): Promise<Group[]> {
  const { rows } = await sql<Group>`select p.customer_id, s.consignee_name, s.country, s.city,
      left((select string_agg(distinct coalesce(g.name_en, g.name_cn), ', ')
        from parcel_product g where g.tenant_id = p.tenant_id
          and g.parcel_id = any(array_agg(p.id))), 200) as goods
    from ${tx.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where x.waybill_id = ${waybillId} and x.house_id is null
    group by p.tenant_id, p.customer_id, s.consignee_name, s.country, s.city
    order by p.customer_id, s.consignee_name, s.country, s.city`.execute(tx.db)
  return rows
}

/** Pieces and weights, and what the parcels of these house waybills are declared as, by currency. */
async function counted(tx: Tx, waybill: Waybill, ids: readonly string[]): Promise<void> {
  await recount(tx, waybill)
  const { rows } = await sql<{ id: string; currency: string | null; minor: string }>`select h.id,
      g.currency, coalesce(sum(g.quantity * g.unit_price), 0)::text as minor
    from ${tx.rows('houseWaybill').as('h')}
      left join waybill_parcel x on x.tenant_id = h.tenant_id and x.house_id = h.id
      left join parcel_product g on g.tenant_id = x.tenant_id and g.parcel_id = x.parcel_id
    where h.id = any(${ids}::bigint[]) group by h.id, g.currency order by h.id, g.currency`.execute(
    tx.db,
  )
  for (const [id, sums] of Map.groupBy(rows, (row) => row.id)) {
    const declared = sums
      .flatMap(({ currency, minor }) =>
        currency === null ? [] : `${currency} ${formatMoney({ minor: BigInt(minor), currency })}`,
      )
      .join(', ')
    await change(tx, 'houseWaybill', id, { declared: declared || null })
  }
}

interface Hawb {
  id: string
  no: string
  waybillId: string
  customerId: string
}
async function lockHawb(tx: Tx, id: string): Promise<{ hawb: Hawb; waybill: Waybill }> {
  const found = await sql<Hawb>`select h.id, h.no, h.waybill_id, h.customer_id
    from ${tx.rows('houseWaybill').as('h')} where h.id = ${id}`.execute(tx.db)
  const hawb = found.rows[0] ?? failMissing()
  return { hawb, waybill: await lockWaybill(tx, hawb.waybillId) }
}

export async function hawbParcels(
  ctx: Ctx,
  { id }: In<typeof houseWaybills.parcels>,
): Promise<Out<typeof houseWaybills.parcels>> {
  const { rows } = await sql<{
    id: string
    no: string
    orderNo: string
    grams: number
    country: string
  }>`select p.id, coalesce(p.track_no, p.serial_number) as no, s.serial_number as order_no,
      coalesce(p.measured_weight, p.weight) as grams, s.country
    from ${ctx.rows('houseWaybill').as('h')}
      join waybill_parcel x on x.tenant_id = h.tenant_id and x.house_id = h.id
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
    where h.id = ${id} order by s.serial_number, p.seq limit 20000`.execute(ctx.db)
  return rows.map(({ grams, ...row }) => ({ ...row, weightKg: gramsToKg(grams) }))
}

/** Links parcels of the same customer and waybill batch; each number by itself. */
export function linkParcels(
  ctx: Ctx,
  { id, numbers }: In<typeof houseWaybills.link>,
): Promise<BulkResult> {
  return eachRow(ctx, numbers, async (tx, number, name) => {
    name(number)
    const { hawb, waybill } = await lockHawb(tx, id)
    const { rows } = await sql<{ id: string; customerId: string; houseNo: string | null }>`select
        p.id, p.customer_id, (select h.no from house_waybill h
          where h.tenant_id = x.tenant_id and h.id = x.house_id) as house_no
      from ${tx.rows('waybillParcel').as('x')}
        join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
      where x.waybill_id = ${hawb.waybillId}
        and (p.serial_number = any(${spellingsOf(number)}::text[])
          or p.track_no = any(${spellingsOf(number)}::text[]))`.execute(tx.db)
    const parcel = rows[0] ?? fail('house.notOn', { no: number, label: waybill.no })
    if (parcel.customerId !== hawb.customerId)
      fail('house.otherCustomer', { no: number, label: hawb.no })
    if (parcel.houseNo !== null) fail('house.linked', { no: number, label: parcel.houseNo })
    await sql`update waybill_parcel as x set house_id = ${id}
      where ${tx.rows('waybillParcel').where('x')} and x.waybill_id = ${hawb.waybillId}
        and x.parcel_id = ${parcel.id}`.execute(tx.db)
    await counted(tx, waybill, [id])
    return number
  })
}

export function unlinkParcels(
  ctx: Ctx,
  { id, parcelIds }: In<typeof houseWaybills.unlink>,
): Promise<Out<typeof houseWaybills.unlink>> {
  return inTx(ctx, async (tx) => {
    const { waybill } = await lockHawb(tx, id)
    const { rows } = await sql<{ parcelId: string }>`update waybill_parcel as x set house_id = null
      where ${tx.rows('waybillParcel').where('x')} and x.house_id = ${id}
        and x.parcel_id = any(${parcelIds}::bigint[]) returning x.parcel_id`.execute(tx.db)
    await counted(tx, waybill, [id])
    await tx.audit('house_waybill', id, 'edit', { parcelIds }, { unlinked: rows.length })
    return { removed: rows.length }
  })
}

/** What the customs rules of orders find about those of a house waybill. */
export async function checkHawb(
  ctx: Ctx,
  { id }: In<typeof houseWaybills.checkCustoms>,
): Promise<Out<typeof houseWaybills.checkCustoms>> {
  const { rows } = await sql<{ id: string }>`select distinct p.shipment_id as id
    from ${ctx.rows('houseWaybill').as('h')}
      join waybill_parcel x on x.tenant_id = h.tenant_id and x.house_id = h.id
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
    where h.id = ${id} order by 1`.execute(ctx.db)
  const orders = await checkStored(
    ctx,
    rows.map((row) => row.id),
  )
  return orders.flatMap(({ serialNumber, needed, findings }) =>
    verdictOf(ctx, needed, findings).findings.map(({ severity, message }) => ({
      orderNo: serialNumber,
      severity,
      message,
    })),
  )
}
