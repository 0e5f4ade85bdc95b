import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { shippers, shipperList } from '#contracts/parties/shippers.ts'
import { addressCheck } from '#server/features/parties/addresses/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { rowById } from '#server/kit/resource/resource-rows.ts'
import { requireOwn } from './shipper-hooks.ts'
import { change } from '#server/kit/db/change.ts'

type Row = Awaited<ReturnType<typeof shipperRow>>

export async function shipperRow(ctx: Ctx, id: string, lock = false) {
  return (await rowById(ctx, shipperList, id, lock))?.wire ?? failMissing()
}

async function validate(
  ctx: Ctx,
  { ids }: In<typeof shippers.validate>,
): Promise<Out<typeof shippers.validate>> {
  const check = await addressCheck(ctx)
  return eachRow(ctx, ids, async (tx, id) => {
    const row = await shipperRow(tx, id)
    check(row)
    return String(row.name)
  })
}

/** A sub-account is not whom the account names as its contact. */
async function propose(
  ctx: Ctx,
  { customerId }: In<typeof shippers.propose>,
): Promise<Out<typeof shippers.propose>> {
  const own = ctx.principal.customerId
  if (own === null && !ctx.can('base:customer:list')) return null
  const whose = own ?? customerId ?? null
  // All of the customer's senders count, also those a sub-account does not see.
  const all = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    name: string | null
    company: string
    country: string | null
    city: string | null
    postalCode: string | null
    street: string | null
  }>`select
      case when ${ctx.principal.dataScope !== 'sub'}::boolean then coalesce(c.contact, c.name) end as name,
      coalesce(c.legal_name, c.name) as company, c.country, c.invoice_city as city,
      c.invoice_postal_code as postal_code, c.invoice_street as street
    from ${ctx.rows('customer').as('c')}
    where c.id = ${whose} and not exists (select 1 from ${all.rows('shipper').as('h')}
      where h.customer_id = c.id)`.execute(ctx.db)
  return found.rows[0] ?? null
}

function share(
  ctx: Ctx,
  { ids, shared }: In<typeof shippers.share>,
): Promise<Out<typeof shippers.share>> {
  return eachRow(ctx, ids, async (tx, id) => {
    const before = await shipperRow(tx, id, true)
    requireOwn(tx, before)
    await change(tx, 'shipper', { id }, { izShared: shared })
    return String(before.name)
  })
}

/** Locks shippers that are to become one, in the order of their ids; all must be one customer's. */
export async function lockMerged(tx: Tx, remainId: string, ids: readonly string[]): Promise<Row[]> {
  const all = [...new Set([remainId, ...ids])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const rows: Row[] = []
  for (const id of all) rows.push(await shipperRow(tx, id, true))
  if (rows.length < 2) fail('merge.one')
  if (new Set(rows.map(({ customerId }) => customerId)).size > 1) fail('merge.customers')
  for (const row of rows) requireOwn(tx, row)
  return rows
}

/** Takes away the shippers whose orders name another one now. */
export async function removeMerged(tx: Tx, rows: readonly Row[], remainId: string): Promise<void> {
  const gone = rows.filter(({ id }) => id !== remainId)
  const wasDefault = gone.some(({ izDefault }) => izDefault === true)
  await sql`delete from shipper as s where ${tx.rows('shipper').where('s')}
    and s.id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  const remains = await shipperRow(tx, remainId)
  if (wasDefault && remains.izDefault !== true)
    await change(tx, 'shipper', { id: remainId }, { izDefault: true }, { unlogged: 'all' })
  await tx.auditMany(
    'shipper',
    'delete',
    gone.map((row) => ({ id: row.id, before: row, after: null })),
  )
  await tx.audit('shipper', remainId, 'edit', remains, {
    ...(await shipperRow(tx, remainId)),
    mergedIds: gone.map(({ id }) => id).join(','),
  })
}

export const shipperFeature = (): BoundEndpoint[] =>
  bindEndpoints(shippers, { propose, validate, share })
