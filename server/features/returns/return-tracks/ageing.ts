import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { AGEING, DONE, POOLED, RETURN } from '#contracts/returns/return-tracks.states.ts'
import type { returnPools } from '#contracts/returns/return-pools.ts'
import { returnNoticed } from '#contracts/returns/returns.events.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { photosOf } from './names.ts'
import { releaseOne } from './pools.ts'
import { rematch } from './rematch.ts'
import { secondToDestroy } from './second-to-destroy.ts'
import { lockTrack, moveTrack, refuseStep, tracksIn, type Track } from './track.ts'

const DAY = 86_400_000
/** Tracks of one step a day at most. */
const MOST = 5000
const DAYS = (days: number): string => new Date(now() - days * DAY).toISOString()

schedule('returns.ageing', '40 3 * * *', (ctx) =>
  inEachTenant(ctx, 'returns not aged', async (tenant) => {
    await rematch(tenant)
    await ageReturns(tenant)
  }),
)

/**
 * Every day: what is about to happen is announced the day before, then it happens. Each track is a
 * transaction of its own, so a run that broke off goes on with what is left.
 */
export async function ageReturns(ctx: Ctx): Promise<void> {
  await each(
    ctx,
    sql<SqlBool>`state = ${RETURN.UNCONFIRMED} and arrived_at <= ${DAYS(AGEING.toCommon - 1)}
      and arrived_at > ${DAYS(AGEING.toCommon)}`,
    (tx, track) => announce(tx, track, 'toCommon'),
  )
  await each(
    ctx,
    sql<SqlBool>`state = ${RETURN.UNCONFIRMED} and arrived_at <= ${DAYS(AGEING.toCommon)}
      and arrived_at > ${DAYS(AGEING.destroy)} and due_at <= now()`,
    async (tx, track) => {
      await releaseOne(tx, track)
    },
  )
  await each(
    ctx,
    sql<SqlBool>`state = ${RETURN.COMMON} and pooled_until <= now()
      and due_step is distinct from 'destroy'`,
    (tx, track) => announce(tx, track, 'remind'),
  )
  await each(
    ctx,
    sql<SqlBool>`state = any(${POOLED}::int[]) and arrived_at <= ${DAYS(AGEING.destroy)}
      and due_step is distinct from 'destroy'`,
    async (tx, track) => {
      await change(tx, 'returnTrack', track, {
        dueStep: 'destroy',
        dueAt: new Date(now()).toISOString(),
      })
      await tx.emit(returnNoticed, {
        what: 'destroyProposed',
        subject: `${track.id}:destroy`,
        customerId: null,
        no: track.no,
      })
    },
  )
  await each(ctx, sql<SqlBool>`state = ${RETURN.AWAIT} and due_at <= now()`, async (tx, track) => {
    await tx.emit(returnNoticed, {
      what: 'instructionDue',
      subject: `${track.id}:${track.dueAt ?? ''}`,
      customerId: track.customerId,
      no: track.trackNo ?? track.no,
    })
  })
  await each(
    ctx,
    sql<SqlBool>`state = any(${DONE}::int[]) and done_at <= ${DAYS(1)}`,
    async (tx, track) => {
      await moveTrack(tx, track, { step: 'close', to: RETURN.CLOSED })
    },
  )
}

async function each(
  ctx: Ctx,
  where: RawBuilder<SqlBool>,
  work: (tx: Tx, track: Track) => Promise<void>,
): Promise<void> {
  const due = await ctx
    .rows('returnTrack')
    .select()
    .select('id')
    .where(where)
    .orderBy('id')
    .limit(MOST)
    .execute()
  for (const { id } of due)
    await inTx(ctx, async (tx) => {
      // It may have been handled meanwhile.
      const track = await tracksIn(tx)
        .where('id', '=', id)
        .where(where)
        .forUpdate()
        .executeTakeFirst()
      if (track) await work(tx, track)
    })
}

const announce = (tx: Tx, track: Track, step: 'toCommon' | 'remind'): Promise<void> =>
  tx.emit(returnNoticed, {
    what: 'ageing',
    subject: `${track.id}:${step}`,
    customerId: null,
    no: track.no,
    note: step,
  })

/**
 * Destroys tracks without an owner that are old enough: one user proposes, another one does it, with
 * a photo.
 */
export function destroyUnowned(
  ctx: Ctx,
  { ids, reason }: In<typeof returnPools.destroyUnowned>,
): Promise<Out<typeof returnPools.destroyUnowned>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, null)
    name(track.no)
    if (track.state !== RETURN.UNCONFIRMED && track.state !== RETURN.COMMON)
      await refuseStep(tx, track)
    if (Date.parse(track.arrivedAt ?? track.createTime) > now() - AGEING.destroy * DAY)
      fail('returns.tooYoung', { label: track.no, day: AGEING.destroy })
    if ((await photosOf(tx, id)) === 0) fail('returns.photoNeeded', { label: track.no })
    if (!(await secondToDestroy(tx, track, reason))) return track.no
    await moveTrack(tx, track, {
      step: 'destroyUnowned',
      to: RETURN.DESTROYED,
      patch: {
        action: 'destroy',
        actionBy: 'staff',
        actionNote: reason,
        doneAt: new Date(now()).toISOString(),
        dueStep: null,
        dueAt: null,
      },
      note: reason,
    })
    return track.no
  })
}
