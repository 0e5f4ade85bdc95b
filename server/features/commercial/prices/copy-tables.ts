import { sql, type SqlBool } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import { copyRows, type Copies } from '#server/kit/resource/copy-rows.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

/** What is copied for whom: tables of `from` for the service `to`, whose zones are copies, too. */
export interface CopyTables {
  from: string
  to: string
  /** What the new tables' codes begin with. */
  code: string
  zones: Copies
  /** The customers that have tables of their own keep theirs there. */
  customers: boolean
}

const CODE_MAX = 32

/**
 * The price tables of a service with the prices and surcharges that hold now, as drafts: nothing is
 * sold by them before they are activated.
 */
export async function copyTables(
  tx: Tx,
  { from, to, code, zones, customers }: CopyTables,
): Promise<Copies> {
  const found = await sql<{ id: string; code: string; versionId: string | null }>`select f.id,
      f.code,
      (select v.id from ${tx.rows('feeVersion').as('v')} where v.fee_id = f.id
        order by (v.valid_from <= now() and (v.valid_to is null or v.valid_to > now())) desc
          nulls last, v.version_no desc limit 1) as version_id
    from ${tx.rows('fee').as('f')}
    where (f.service_id = ${from} or exists (select 1 from ${tx.rows('deliveryService').as('s')}
        where s.id = ${from} and s.fee_id = f.id))
      and (${customers} or f.kind = '2' or not exists (select 1
        from ${tx.rows('feeCustomer').as('a')} where a.fee_id = f.id and a.service_id = ${from}))
    order by f.id`.execute(tx.db)
  const validFrom = await businessDay(tx)
  const codes = await freeCodes(tx, code, found.rows)
  const tables = await copyRows(tx, 'fee', {
    where: sql`r.id = any(${found.rows.map(({ id }) => id)}::bigint[])`,
    change: (id) => ({
      code: codes.get(id),
      service_id: to,
      status: '0',
      valid_from: validFrom,
      valid_to: null,
    }),
  })
  await followCopies(tx, tables)
  const versions = await copyRows(tx, 'feeVersion', {
    where: sql`r.id = any(${found.rows.flatMap(({ versionId }) => versionId ?? [])}::bigint[])`,
    change: {
      version_no: 1,
      valid_from: null,
      valid_to: null,
      published_at: null,
      published_by: null,
      replaced: null,
    },
    follow: { fee_id: tables },
  })
  const within = sql<SqlBool>`r.version_id = any(${[...versions.keys()]}::bigint[])`
  await copyRows(tx, 'feeCell', {
    where: sql`${within} and r.partition_id = any(${[...zones.keys()]}::bigint[])`,
    follow: { fee_id: tables, version_id: versions, partition_id: zones },
  })
  await copyRows(tx, 'surcharge', {
    where: within,
    follow: { fee_id: tables, version_id: versions },
  })
  if (customers)
    await sql`insert into fee_customer (tenant_id, service_id, customer_id, fee_id)
      select a.tenant_id, ${to}::bigint, a.customer_id, x.next
      from ${tx.rows('feeCustomer').as('a')}
      join unnest(${[...tables.keys()]}::bigint[], ${[...tables.values()]}::bigint[])
        as x(id, next) on x.id = a.fee_id
      where a.service_id = ${from}`.execute(tx.db)
  await tx.auditMany(
    'fee',
    'add',
    [...tables].map(([old, id]) => ({
      id,
      before: null,
      after: { code: codes.get(old), serviceId: to, copyOf: old },
    })),
  )
  return tables
}

/** A table that follows another one of the same service follows its copy. */
async function followCopies(tx: Tx, tables: Copies): Promise<void> {
  await sql`update fee as f set base_fee_id = x.next
    from unnest(${[...tables.keys()]}::bigint[], ${[...tables.values()]}::bigint[])
      as x(id, next)
    where ${tx.rows('fee').where('f')} and f.id = any(${[...tables.values()]}::bigint[])
      and f.base_fee_id = x.id`.execute(tx.db)
}

/** A code for a copy of each table that no other table has; `plain`: the prefix alone where it is free. */
export async function freeCodes(
  tx: Tx,
  prefix: string,
  tables: readonly { id: string; code: string }[],
  plain = false,
): Promise<Map<string, string>> {
  const taken = new Set(
    (
      await sql<{ code: string }>`select f.code from ${tx.rows('fee').as('f')}
        where starts_with(f.code, ${prefix.slice(0, CODE_MAX - 6)})`.execute(tx.db)
    ).rows.map(({ code }) => code),
  )
  const codes = new Map<string, string>()
  for (const [at, { id }] of tables.entries()) {
    let no = at + 1
    const named = () => `${prefix.slice(0, CODE_MAX - 6)}-P${no}`
    while (taken.has(named())) no++
    const code = plain && prefix.length <= CODE_MAX && !taken.has(prefix) ? prefix : named()
    taken.add(code)
    codes.set(id, code)
  }
  return codes
}
