import type { World } from '#test/harness.ts'

/**
 * So many copies of an order with its parcels, put into the tables in one go; answers their ids in
 * the order they were made.
 */
export async function copyOrder(world: World, id: string, count: number): Promise<string[]> {
  const { pool } = world.db
  const columns = async (table: string, but: readonly string[]): Promise<string> => {
    const found = await pool.query<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      [table],
    )
    return found.rows
      .map(({ name }) => name)
      .filter((name) => !but.includes(name))
      .join(', ')
  }
  const order = await columns('shipment', ['id', 'serial_number', 'reference'])
  const box = await columns('parcel', ['id', 'serial_number', 'shipment_id', 'track_no'])
  const made = await pool.query<{ id: string }>(
    `insert into shipment (${order}, serial_number, reference)
      select ${order}, serial_number || '-' || n, reference || '-' || n
      from shipment, generate_series(1, $2::int) n where id = $1 returning id`,
    [id, count],
  )
  const ids = made.rows.map((row) => row.id)
  await pool.query(
    `insert into parcel (${box}, serial_number, shipment_id)
      select ${box}, serial_number || '-' || n.id, n.id
      from parcel, unnest($2::bigint[]) n (id) where shipment_id = $1`,
    [id, ids],
  )
  return ids
}
