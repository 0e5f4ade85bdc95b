import { sql } from 'kysely'

/** The import that was made of a dry run, `i`. */
export const takenAs = sql`(select t.id from shipment_import t
  where t.tenant_id = i.tenant_id and t.dry_run_id = i.id) as taken_as`
