import { sql } from 'kysely'
import { numbersLow } from '#contracts/commercial/numbers/numbers.events.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { countPools, countSegments, type Counted } from './count-sources.ts'
import { FREE, RESERVED, VOID } from './pool-states.ts'

const LEVELS = ['ok', 'low', 'empty'] as const
/** Days a file that was tried but not taken is kept, and days of tallies. */
const FILE_DAYS = 7
/** Numbers that become free in one transaction. */
const PART = 5_000

schedule('numbers.watch', '*/5 * * * *', watchNumbers)

/** Looks after the numbers of every tenant; one that fails does not keep the others. */
function watchNumbers(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'numbers not watched', watchTenant)
}

async function watchTenant(ctx: Ctx): Promise<void> {
  await inTx(ctx, addUp)
  while ((await inTx(ctx, freeNumbers)) === PART);
  await sql`update number_import as i set file = null
    where ${ctx.rows('numberImport').where('i')} and i.file is not null and i.status = 'done'
      and i.create_time < now() - make_interval(days => ${FILE_DAYS})`.execute(ctx.db)
  await noteLevels(ctx, 'segment', await countSegments(ctx, null))
  await noteLevels(ctx, 'pool', await countPools(ctx, null))
}

/**
 * One row per source, day and state instead of many. Rows older than the forecast looks back keep
 * counting, as one.
 */
async function addUp(tx: Tx): Promise<void> {
  await sql`with gone as (
      delete from number_tally as y where ${tx.rows('numberTally').where('y')}
      returning y.source, y.source_id, y.day, y.state, y.count)
    insert into number_tally (tenant_id, source, source_id, day, state, count)
    select ${tx.principal.tenantId}::bigint, source, source_id,
      greatest(day, current_date - 31), state, sum(count)
    from gone group by 2, 3, 4, 5 having sum(count) <> 0`.execute(tx.db)
}

/** Reservations that are over, and void numbers their pool's rule makes free by now. */
async function freeNumbers(tx: Tx): Promise<number> {
  const freed = await sql<{ id: string; number: string; poolId: string }>`with due as (
      select n.id from number_pool_number as n
        join number_pool p on p.tenant_id = n.tenant_id and p.id = n.pool_id
      where ${tx.rows('numberPoolNumber').where('n')}
        and ((n.state = ${RESERVED} and n.reserved_until < now())
          or (n.state = ${VOID} and p.reuse_days is not null and n.parcel_id is not null
            and n.voided_at < now() - make_interval(days => p.reuse_days)))
      order by n.id limit ${PART} for update of n skip locked)
    update number_pool_number as n set state = ${FREE}, parcel_id = null, taken_at = null,
      voided_at = null, reserved_until = null, reserved_by = null, reserved_for = null
    from due where ${tx.rows('numberPoolNumber').where('n')} and n.id = due.id
    returning n.id, n.number, n.pool_id`.execute(tx.db)
  if (freed.rows.length > 0)
    await tx.auditMany(
      'number_pool_number',
      'edit',
      freed.rows.map(({ id, number }) => ({ id, before: null, after: { number, state: FREE } })),
    )
  return freed.rows.length
}

/** A source that has fallen to another mark is reported, once; one that has risen is forgotten. */
async function noteLevels(
  ctx: Ctx,
  source: 'segment' | 'pool',
  counted: readonly Counted[],
): Promise<void> {
  const table = sql.table(source === 'pool' ? 'number_pool' : 'number_segment')
  const rows = ctx.rows(source === 'pool' ? 'numberPool' : 'numberSegment')
  for (const { id, code, service, status, lowLevel, ...counts } of counted) {
    // A draft or closed one is not asked for numbers, nor one whose service takes them elsewhere.
    const watched = (status === '1' || status === '2') && counts.inUse
    const level = watched ? LEVELS.indexOf(counts.level) : 0
    if (level === lowLevel) continue
    await inTx(ctx, async (tx) => {
      const changed = await sql`update ${table} as x set low_level = ${level}
        where ${rows.where('x')} and x.id = ${id} and x.low_level = ${lowLevel}`.execute(tx.db)
      if (changed.numAffectedRows !== 1n || level < lowLevel) return
      await tx.emit(numbersLow, {
        source,
        id,
        code,
        service,
        level: level === 2 ? 'empty' : 'low',
        free: counts.free,
        daysLeft: counts.daysLeft,
        crossing: nowIso(),
      })
    })
  }
}
