import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { consignees, consigneeList } from '#contracts/parties/consignees.ts'
import { customers } from '#contracts/parties/customers.ts'
import { addressCheck } from '#server/features/parties/addresses/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { rowById } from '#server/kit/resource/resource-rows.ts'
import { blacklisted } from './blacklisted.ts'

async function rowOf(ctx: Ctx, id: string, lock = false) {
  return (await rowById(ctx, consigneeList, id, lock))?.wire ?? failMissing()
}

async function validate(
  ctx: Ctx,
  { ids }: In<typeof consignees.validate>,
): Promise<Out<typeof consignees.validate>> {
  const check = await addressCheck(ctx)
  return eachRow(ctx, ids, async (tx, id) => {
    const row = await rowOf(tx, id)
    check(row)
    return String(row.name)
  })
}

/** Puts consignees on the blacklist, with a reason, or takes them off it. */
function blacklist(
  ctx: Ctx,
  { ids, blacklisted: on, reason }: In<typeof consignees.blacklist>,
): Promise<Out<typeof consignees.blacklist>> {
  if (on && !reason) failFields([{ path: 'reason', code: 'field.required' }])
  return eachRow(ctx, ids, async (tx, id) => {
    const before = await rowOf(tx, id, true)
    await change(
      tx,
      'consignee',
      { id },
      { blacklisted: on, blacklistReason: on ? (reason ?? null) : null },
    )
    return String(before.name)
  })
}

async function warn(
  ctx: Ctx,
  { customerId, ...receiver }: In<typeof consignees.warn>,
): Promise<Out<typeof consignees.warn>> {
  const own = ctx.principal.customerId ?? customerId
  // Only within reach: another customer's warnings are not revealed.
  if (!own || !(await rowById(ctx, customers, own))) return null
  return (await blacklisted(ctx, own, [receiver]))[0] ?? null
}

type Row = Awaited<ReturnType<typeof rowOf>>
const PLACE = ['country', 'postalCode', 'city', 'street'] as const
const DETAILS = ['state', 'house', 'address1', 'address2'] as const

/** The newest of the rows at the same place with no detail that differs: an address is never mixed. */
function sameAddress(remains: Row, rows: readonly Row[]): string | null {
  const word = (row: Row, key: (typeof PLACE | typeof DETAILS)[number]) =>
    String(row[key] ?? '')
      .trim()
      .toLowerCase()
  const found = rows.findLast(
    (row) =>
      PLACE.every((key) => word(row, key) === word(remains, key)) &&
      DETAILS.every(
        (key) => !word(remains, key) || ['', word(remains, key)].includes(word(row, key)),
      ),
  )
  return found ? String(found.id) : null
}

/** Several consignees become one; it takes what it has not, and a warning stays a warning. */
function merge(
  ctx: Ctx,
  { remainId, ids }: In<typeof consignees.merge>,
): Promise<Out<typeof consignees.merge>> {
  const all = [...new Set([remainId, ...ids])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  return inTx(ctx, async (tx) => {
    if (all.length < 2) fail('merge.one')
    const rows = []
    for (const id of all) rows.push(await rowOf(tx, id, true))
    if (new Set(rows.map(({ customerId }) => customerId)).size > 1) fail('merge.customers')
    const gone = rows.filter(({ id }) => id !== remainId)
    const before = rows.find(({ id }) => id === remainId) ?? failMissing()
    const goneIds = gone.map(({ id }) => id)
    await sql`update consignee as c set company = coalesce(c.company, o.company),
        phone = coalesce(c.phone, o.phone),
        email = coalesce(c.email, o.email),
        tax_number = coalesce(c.tax_number, o.tax_number),
        state = coalesce(c.state, a.state),
        house = coalesce(c.house, a.house),
        address1 = coalesce(c.address1, a.address1),
        address2 = coalesce(c.address2, a.address2),
        remark = coalesce(c.remark, o.remark),
        blacklist_reason = coalesce(c.blacklist_reason, o.blacklist_reason),
        blacklisted = c.blacklisted or o.blacklisted, version = c.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      from (select (array_agg(company order by id desc) filter (where company is not null))[1] as company,
          (array_agg(phone order by id desc) filter (where phone is not null))[1] as phone,
          (array_agg(email order by id desc) filter (where email is not null))[1] as email,
          (array_agg(tax_number order by id desc) filter (where tax_number is not null))[1] as tax_number,
          (array_agg(remark order by id desc) filter (where remark is not null))[1] as remark,
          (array_agg(blacklist_reason order by id desc) filter (where blacklist_reason is
          not null))[1] as blacklist_reason,
          bool_or(blacklisted) as blacklisted
        from ${tx.rows('consignee').as('g')} where g.id = any(${goneIds}::bigint[])) as o
        left join ${tx.rows('consignee').as('a')} on a.id = ${sameAddress(before, gone)}
      where ${tx.rows('consignee').where('c')} and c.id = ${remainId}`.execute(tx.db)
    await sql`delete from consignee as c where ${tx.rows('consignee').where('c')}
      and c.id = any(${goneIds}::bigint[])`.execute(tx.db)
    await tx.auditMany(
      'consignee',
      'delete',
      gone.map((row) => ({ id: row.id, before: row, after: null })),
    )
    await tx.audit('consignee', remainId, 'edit', before, {
      ...(await rowOf(tx, remainId)),
      mergedIds: goneIds.join(','),
    })
    return { merged: gone.length }
  })
}

export const consigneeFeature = (): BoundEndpoint[] =>
  bindEndpoints(consignees, { validate, blacklist, warn, merge })
