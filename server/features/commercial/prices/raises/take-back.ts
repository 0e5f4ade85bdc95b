import { sql } from 'kysely'
import type { raises } from '#contracts/commercial/prices/raises.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { pgErrorKind } from '#server/kit/db/pg-error.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import {
  extendBefore,
  lockVersion,
  momentOf,
  readVersions,
  type PriceTable,
  type Version,
} from '../price-tables.ts'
import { headOf } from '../versions.ts'
import { requireEditor } from './raise.ts'

type Calls = typeof raises

/** Versions that do not count yet are gone again; what was before goes on where they would begin. */
export function takeBackRaise(
  ctx: Ctx,
  { ids }: In<Calls['takeBack']>,
): Promise<Out<Calls['takeBack']>> {
  requireEditor(ctx)
  return eachRow(ctx, ids, async (tx, id, name) => {
    const { table, version } = await lockVersion(tx, id)
    const label = `${table.code} ${version.versionNo}`
    name(label)
    const at = Date.parse(await momentOf(tx))
    if (headOf(version, at).state !== 'scheduled') fail('feeVersion.notScheduled')
    await sql`delete from fee_version as v
      where ${tx.rows('feeVersion').where('v')} and v.id = ${id}`.execute(tx.db)
    await extendBefore(tx, version)
    await tx.audit('fee_version', id, 'delete', { versionNo: version.versionNo }, null)
    if (version.replaced) await giveBack(tx, table, version.replaced)
    return label
  })
}

/** With its last raised version gone, the customers have again what the table was given instead of. */
async function giveBack(
  tx: Tx,
  table: PriceTable,
  replaced: NonNullable<Version['replaced']>,
): Promise<void> {
  if ((await readVersions(tx, table.id)).some((one) => one.replaced !== null)) return
  const before = JSON.stringify(replaced)
  await sql`update fee_customer as a set fee_id = f.id
    from jsonb_each_text(${before}::jsonb) as x(customer_id, fee_id)
      join ${tx.rows('fee').as('f')} on f.id = x.fee_id::bigint
    where ${tx.rows('feeCustomer').where('a')} and a.fee_id = ${table.id}
      and a.customer_id = x.customer_id::bigint and f.service_id = a.service_id`.execute(tx.db)
  await sql`delete from fee_customer as a
    where ${tx.rows('feeCustomer').where('a')} and a.fee_id = ${table.id}
      and ${before}::jsonb ? a.customer_id::text`.execute(tx.db)
  await tx.audit('fee', table.id, 'edit', { customers: Object.keys(replaced) }, { customers: [] })
  await dropUnused(tx, table)
}

/** Orders, services and tables that follow it keep a table; so do customers, drafts and raises. */
async function dropUnused(tx: Tx, table: PriceTable): Promise<void> {
  const used =
    await sql`select 1 from ${tx.rows('feeCustomer').as('a')} where a.fee_id = ${table.id}
    union all select 1 from ${tx.rows('feeVersion').as('v')}
      where v.fee_id = ${table.id} and v.published_at is null
    union all select 1 from ${tx.rows('feeVersion').as('v')}
      cross join jsonb_each_text(v.replaced) as x(customer_id, fee_id)
      where x.fee_id = ${table.id}::text
    limit 1`.execute(tx.db)
  if (used.rows.length > 0) return
  try {
    await inTx(tx, async (part) => {
      await sql`delete from fee as f
        where ${part.rows('fee').where('f')} and f.id = ${table.id}`.execute(part.db)
      await part.audit('fee', table.id, 'delete', { code: table.code }, null)
    })
  } catch (error) {
    if (pgErrorKind(error) !== 'foreignKey') throw error
  }
}
