import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { POOL_ACTIONS, type poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { FREE, RESERVED, stateName, stateOf, VOID } from './pool-states.ts'

const PART = 5_000

interface NumberRow {
  id: string
  number: string
  state: number
  thirdId: string | null
  thirdMark: string | null
  fileName: string | null
  reservedFor: string | null
  reservedUntil: string | null
  takenAt: string | null
  voidedAt: string | null
}

export async function listNumbers(
  ctx: Ctx,
  { poolId, state, number, pageNo, pageSize }: In<typeof poolNumbers.numbers>,
): Promise<Out<typeof poolNumbers.numbers>> {
  const start = number ? normaliseNumber(number) : ''
  const filters: RawBuilder<SqlBool>[] = [sql<SqlBool>`n.pool_id = ${poolId}`]
  if (state) filters.push(sql<SqlBool>`n.state = ${stateOf(state)}`)
  if (start)
    filters.push(
      sql<SqlBool>`(n.number between ${start} and ${`${start}~`} or n.third_id = ${number})`,
    )
  const where = sql<SqlBool>`${sql.join(filters, sql` and `)}`
  const [found, counted] = await Promise.all([
    sql<NumberRow>`select n.id, n.number, n.state, n.third_id, n.third_mark, i.file_name,
        n.reserved_for, n.reserved_until, n.taken_at, n.voided_at
      from ${ctx.rows('numberPoolNumber').as('n')}
        left join number_import i on i.tenant_id = n.tenant_id and i.id = n.import_id
      where ${where} order by n.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from (
        select 1 from ${ctx.rows('numberPoolNumber').as('n')} where ${where}
        limit 10001) as counted`.execute(ctx.db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return {
    records: found.rows.map((row) => ({ ...row, state: stateName(row.state) })),
    total: Math.min(total, 10_000),
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(Math.min(total, 10_000) / pageSize),
    capped: total > 10_000,
  }
}

interface Locked {
  number: string
  state: number
  scheme: string | null
  reuseDays: number | null
  days: number | null
}

async function lockNumber(tx: Tx, id: string): Promise<Locked> {
  const found = await sql<Locked>`select n.number, n.state, p.scheme, p.reuse_days,
      floor(extract(epoch from now() - n.voided_at) / 86400)::int as days
    from number_pool_number as n
      join number_pool p on p.tenant_id = n.tenant_id and p.id = n.pool_id
    where ${tx.rows('numberPoolNumber').where('n')} and n.id = ${id} for update of n`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

const allows = (action: keyof typeof POOL_ACTIONS, state: number) =>
  (POOL_ACTIONS[action] as readonly string[]).includes(stateName(state))

/** Withdraws numbers no parcel has. */
export function voidPoolNumbers(
  ctx: Ctx,
  { ids }: In<typeof poolNumbers.voidNumbers>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const { number, state } = await lockNumber(tx, id)
    name(number)
    if (!allows('void', state)) fail('poolNumber.notVoidable')
    await sql`update number_pool_number as n set state = ${VOID}, voided_at = now(),
        reserved_until = null
      where ${tx.rows('numberPoolNumber').where('n')} and n.id = ${id}`.execute(tx.db)
    await tx.audit('number_pool_number', id, 'edit', { number, state }, { number, state: VOID })
    return number
  })
}

/** Reserved numbers are free again; void ones where the pool's rule allows it by now. */
export function releaseNumbers(
  ctx: Ctx,
  { ids }: In<typeof poolNumbers.release>,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const { number, state, reuseDays, days } = await lockNumber(tx, id)
    name(number)
    if (!allows('release', state)) fail('poolNumber.notReleasable')
    if (state === VOID) {
      if (reuseDays === null) fail('poolNumber.neverAgain')
      if ((days ?? 0) < reuseDays) fail('poolNumber.notYet', { days: reuseDays - (days ?? 0) })
    }
    await sql`update number_pool_number as n set state = ${FREE}, voided_at = null,
        parcel_id = null, taken_at = null, reserved_until = null, reserved_by = null,
        reserved_for = null
      where ${tx.rows('numberPoolNumber').where('n')} and n.id = ${id}`.execute(tx.db)
    await tx.audit('number_pool_number', id, 'edit', { number, state }, { number, state: FREE })
    return number
  })
}

/** Keeps the next free numbers from orders: all that are asked for, or none. */
export function reserveNumbers(
  ctx: Ctx,
  { poolId, count, minutes, reservedFor }: In<typeof poolNumbers.reserve>,
): Promise<Out<typeof poolNumbers.reserve>> {
  return inTx(ctx, async (tx) => {
    const pool = await sql<{ status: string }>`select p.status
      from ${tx.rows('numberPool').as('p')} where p.id = ${poolId}`.execute(tx.db)
    if ((pool.rows[0] ?? failFields([{ path: 'poolId', code: 'field.ref' }])).status === '3')
      fail('pool.closed')
    const picked = await sql<{ id: string; number: string }>`select n.id, n.number
      from number_pool_number as n
      where ${tx.rows('numberPoolNumber').where('n')} and n.pool_id = ${poolId}
        and n.state = ${FREE}
      order by n.id limit ${count} for update skip locked`.execute(tx.db)
    if (picked.rows.length < count)
      failFields([{ path: 'count', code: 'pool.tooFew', data: { free: picked.rows.length } }])
    await sql`update number_pool_number as n set state = ${RESERVED},
        reserved_by = ${tx.principal.username}, reserved_for = ${reservedFor},
        reserved_until = now() + make_interval(mins => ${minutes ?? null}::int)
      where ${tx.rows('numberPoolNumber').where('n')}
        and n.id = any(${picked.rows.map(({ id }) => id)}::bigint[])`.execute(tx.db)
    const [first, last] = [picked.rows[0]!.number, picked.rows.at(-1)!.number]
    await tx.audit('number_pool', poolId, 'edit', null, {
      reserved: count,
      reservedFor,
      minutes: minutes ?? null,
      first,
      last,
    })
    return { count, first, last }
  })
}

/** The free numbers of a pool with what came with them, as a sheet of the import's layout. */
export async function exportUnused(
  ctx: Ctx,
  { poolId, exportFormat }: In<typeof poolNumbers.exportUnused>,
): Promise<FileReply> {
  const pool = await sql<{ code: string }>`select p.code
    from ${ctx.rows('numberPool').as('p')} where p.id = ${poolId}`.execute(ctx.db)
  const { code } = pool.rows[0] ?? failMissing()
  const t = (key: string) => translate(ctx.lang, 'numbers', key)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for (let after = '0'; ;) {
      const part = await sql<{
        id: string
        number: string
        thirdId: string | null
        thirdMark: string | null
      }>`select n.id, n.number, n.third_id, n.third_mark
        from ${ctx.rows('numberPoolNumber').as('n')}
        where n.pool_id = ${poolId} and n.state = ${FREE} and n.id > ${after}
        order by n.id limit ${PART}`.execute(ctx.db)
      for (const { number, thirdId, thirdMark } of part.rows) yield [number, thirdId, thirdMark]
      if (part.rows.length < PART) return
      after = part.rows.at(-1)!.id
    }
  }
  return sheetReply(
    `${code}-${t('export.unused')}`,
    {
      columns: [
        { title: t('file.number'), width: 26 },
        { title: t('file.thirdId'), width: 26 },
        { title: t('file.thirdMark'), width: 20 },
      ],
      rows: rows(),
    },
    exportFormat,
  )
}
