import type { Pool } from 'pg'

const QUERY = `select t.number, t.courier_code as code, c.name, c.name_en,
    p.tracking_status as status, p.tracking_sub as sub, s.country, e.events
  from tracking_number t
  join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
  join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
  left join courier c on c.tenant_id = t.tenant_id and c.code = t.courier_code
  left join lateral (
    select json_agg(json_build_array(v.at, v.offset_min, v.local_time, v.place, v.country, v.status,
        v.sub, v.raw_text) order by v.at desc nulls last, v.id desc) as events
    from tracking_event v
    where v.tenant_id = p.tenant_id and v.parcel_id = p.id and v.visible and not v.cancelled
      and v.effect = 'move'
  ) e on true
  where t.number = $1 and t.state = 1 and t.visible`

export async function trackOf(pool: Pool, no: string): Promise<string> {
  const { rows } = await pool.query<object>({ name: 'track', text: QUERY, values: [no] })
  return JSON.stringify({ items: rows })
}
