import { verify } from '@node-rs/argon2'
import type { Pool } from 'pg'

/** The password check alone, with the parameters the stored hash names. */
export async function loginOf(text: string): Promise<string> {
  const { hash, password } = JSON.parse(text) as { hash: string; password: string }
  return JSON.stringify({ success: await verify(hash, password) })
}

/** The exact number of a tenant's orders to one country. */
export async function countOf(pool: Pool, query: URLSearchParams): Promise<string> {
  const { rows } = await pool.query<{ total: number }>({
    name: 'exact',
    text: 'select count(*)::int as total from shipment where tenant_id = $1 and country = $2',
    values: [query.get('tenant'), query.get('country')],
  })
  return JSON.stringify(rows[0])
}

/** One row into the table every scan is noted in. */
export async function scanOf(pool: Pool, text: string): Promise<string> {
  const { tenant, no } = JSON.parse(text) as { tenant: string; no: string }
  const { rows } = await pool.query<{ id: string }>({
    name: 'scan',
    text: `insert into scan_log (tenant_id, station, no, code, create_by)
      values ($1, 'into', $2, 200, 'bench') returning id`,
    values: [tenant, no],
  })
  return JSON.stringify({ scanId: rows[0]?.id })
}

/** The newest orders with these parts of words. */
export async function findOf(pool: Pool, query: URLSearchParams): Promise<string> {
  const { rows } = await pool.query<object>({
    name: 'find',
    text: `select id, serial_number, consignee_name, city from shipment
      where tenant_id = $1 and id = any(array(select record_id from search_words
        where tenant_id = $1 and kind = 'shipment' and keys @> $2::int[]
        order by record_id + 0 desc limit 4))`,
    values: [query.get('tenant'), `{${query.get('keys')}}`],
  })
  return JSON.stringify({ found: rows })
}
