import type { ClientBase } from 'pg'

/**
 * What a big world is copied into. Primary keys and unique serials stay: they rise with the rows
 * and cost little.
 */
const TABLES = [
  'shipment',
  'parcel',
  'parcel_product',
  'tracking_number',
  'tracking_event',
  'predicted_batch',
  'predicted_parcel',
  'out_batch',
  'out_batch_channel',
  'out_batch_parcel',
  'scan_log',
]
/** Ten million keys in random order: sorted once is far cheaper than found a place one by one. */
const SCATTERED = ['tracking_event_tenant_id_parcel_id_event_key_key']

/**
 * Takes indexes and foreign keys off the tables while millions of rows come in, and keeps the
 * statements that bring them back in the world's row: who continues with the world, or with the
 * database, finds them there. Only for a database without any shipment, which no other process works in.
 */
export async function dropIndexes(client: ClientBase, worldId: string): Promise<void> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ off: string; back: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname,
           pg_get_constraintdef(oid)) as back, 2 as place
       from pg_constraint
       where conrelid = any($1::regclass[])
         and (contype = 'f' or (contype = 'u' and conname = any($2::name[])))
       union all
       select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
       from pg_index i
       where indrelid = any($1::regclass[])
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
       order by place, back`,
      [TABLES, SCATTERED],
    )
    await client.query('update demo_world set dropped_indexes = $2 where id = $1', [
      worldId,
      JSON.stringify(rows.map(({ back }) => back)),
    ])
    for (const { off } of rows) await client.query(off)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Brings back what was laid aside, each in a transaction that also crosses it off. Answers how much
 * there was.
 */
export async function restoreIndexes(
  client: ClientBase,
  onStep?: (left: number) => void,
): Promise<number> {
  const { rows } = await client.query<{ id: string; statements: string[] }>(
    `select id::text, dropped_indexes as statements from demo_world where dropped_indexes <> '[]'
      order by id`,
  )
  let done = 0
  for (const { id, statements } of rows) {
    for (let left = statements.length; left > 0; left--, done++) {
      onStep?.(left)
      await client.query('begin')
      try {
        await client.query(
          `set local statement_timeout = 0; set local lock_timeout = 0; set local maintenance_work_mem = '512MB'`,
        )
        await client.query(statements[statements.length - left] ?? 'select 1')
        await client.query(
          'update demo_world set dropped_indexes = dropped_indexes - 0 where id = $1',
          [id],
        )
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    }
  }
  return done
}
