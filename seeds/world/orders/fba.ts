import type { ClientBase } from 'pg'
import { kindOf, kindsThat } from '#contracts/orders/kinds/kinds.ts'

const CONFIRMED = 20
const BAGGED = 60
const OUTBOUND = 70
const DELIVERED = 90
const GATES = ['Gate 4', 'Gate 7', 'Wareneingang 2', 'Inbound B']

/**
 * The way of orders into a warehouse, by how far each is: delivered ones had a slot, those on their
 * way have one ahead or have asked for it, some were refused at the gate. Proofs are asked for;
 * the files come with the product. Hours are the warehouse's own.
 */
export async function seedDeliveries(client: ClientBase, tenantId: string): Promise<void> {
  await openOrders(client, tenantId)
  await client.query(
    `with due as (
        select f.id, f.warehouse_code, s.shipment_status as status, w.time_zone as zone,
          f.id % 20 as turn,
          coalesce((select max(p.delivered_at) from parcel p
            where p.tenant_id = f.tenant_id and p.shipment_id = f.id), s.create_time) as arrived
        from fba_order f join shipment s using (tenant_id, id)
          join fba_warehouse w on w.tenant_id = f.tenant_id and w.code = f.warehouse_code
        where f.tenant_id = $1 and f.appointment_state = 'NONE' and f.delivery_state = 'PENDING'),
      -- A slot of one hour, between eight and four: around the delivery, or in the next days.
      slots as (select *,
          case when status = $3
            then (date_trunc('day', arrived at time zone zone) + make_interval(hours => 8 + (turn % 9)::int))
            else (date_trunc('day', now() at time zone zone)
              + make_interval(days => 1 + (turn % 6)::int, hours => 8 + (turn % 9)::int))
          end at time zone zone as slot
        from due),
      ways as (select *,
          case when status = $3 then 'DELIVERED'
            when status >= $2 and turn = 7 then 'REFUSED' else 'PENDING' end as delivery,
          case when status = $3 then 'CONFIRMED'
            when status >= $2 and turn = 7 then 'NONE'
            when status >= $2 and turn % 4 <> 1 then 'CONFIRMED'
            when status >= $2 then 'REQUESTED'
            when turn % 4 = 1 then 'REQUESTED' when turn % 4 = 3 then 'NONE'
            else 'CONFIRMED' end as appointment
        from slots)
    update fba_order f set appointment_state = x.appointment, delivery_state = x.delivery,
      requested_time = case when x.appointment <> 'NONE' then x.slot end,
      appointment_no = case when x.appointment = 'CONFIRMED'
        then '1' || lpad(((x.id * 7919) % 10000000000)::text, 10, '0') end,
      slot_from = case when x.appointment = 'CONFIRMED' then x.slot end,
      slot_to = case when x.appointment = 'CONFIRMED' then x.slot + interval '1 hour' end,
      expected_time = case when x.appointment = 'CONFIRMED' then x.slot + interval '20 minutes' end,
      real_time = case when x.delivery = 'DELIVERED'
        then least(x.slot + make_interval(mins => (x.turn * 4)::int), now()) end,
      received_by = case when x.delivery = 'DELIVERED'
        then ($4::text[])[1 + (x.turn % 4)::int] end,
      detention_minutes = case when x.delivery = 'DELIVERED' then (x.turn % 5)::int * 15 end,
      refused_time = case when x.delivery = 'REFUSED' then now() - interval '20 hours' end,
      refused_reason = case when x.delivery = 'REFUSED' then 'No free dock, come back' end,
      bol_no = case when x.appointment = 'CONFIRMED' then 'BOL' || lpad(x.id::text, 8, '0') end,
      batch_no = case when x.appointment = 'CONFIRMED' then 'LKW-' || to_char(x.slot, 'MMDD') end,
      pod_state = case when x.delivery <> 'DELIVERED' then 'EXPECTED'
        when x.turn = 3 then 'MISSING' when x.turn % 3 = 0 then 'REQUESTED' else 'EXPECTED' end,
      pod_time = case when x.delivery = 'DELIVERED' and x.turn % 3 = 0
        then x.slot + interval '1 day' end
    from ways x where f.tenant_id = $1 and f.id = x.id`,
    [tenantId, OUTBOUND, DELIVERED, GATES],
  )
}

/** Orders that are to wait for a waybill. */
const WAITING = 6

/**
 * Parcels that go by sea have long left; orders still in the depot are made ones into a warehouse
 * of their country. The numbers the guide names stay what they are.
 */
async function openOrders(client: ClientBase, tenantId: string): Promise<void> {
  const [code] = kindsThat('hasCartons')
  const { rows } = await client.query<{ id: string }>(
    `with houses as (select *, row_number() over (order by code) - 1 as place, count(*) over () as n
        from fba_warehouse where tenant_id = $1 and country = 'DE' and enabled),
      chosen as (select s.id, row_number() over (order by s.serial_number) as turn from shipment s
        where s.tenant_id = $1 and s.shipment_status between $2 and $3 and s.country = 'DE'
          and substr(s.serial_number, 3) > '0000000100' and s.shipment_resource <> all($4::text[])
          and s.customs is null and s.fba is null
        order by s.shipment_pieces desc, s.serial_number limit $5)
    update shipment s set shipment_resource = $6,
      serial_number = $7 || substr(s.serial_number, 3),
      fba_code = 'FBA15DJ' || lpad((s.id % 100000)::text, 5, '0'),
      fba = jsonb_build_object('warehouseCode', h.code, 'referenceId', 'REF' || s.id),
      consignee_name = h.code, company = h.name, state = h.state, city = h.city,
      postal_code = h.postal_code, street = h.street, house = h.house, address2 = null
    from chosen c join houses h on h.place = c.turn % h.n
    where s.tenant_id = $1 and s.id = c.id returning s.id`,
    [tenantId, CONFIRMED, BAGGED, kindsThat('usesStock'), WAITING, code, kindOf(code!).prefix],
  )
  await client.query(
    `update parcel p set serial_number = s.serial_number || '-' || p.seq,
        fba_code = s.fba_code || 'U' || lpad(p.seq::text, 6, '0')
      from shipment s where p.tenant_id = $1 and s.tenant_id = p.tenant_id and s.id = p.shipment_id
        and p.shipment_id = any($2::bigint[])`,
    [tenantId, rows.map(({ id }) => id)],
  )
}
