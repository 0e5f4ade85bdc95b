import type { In, Out } from '#contracts/kit/endpoint.ts'
import { AGEING, RETURN } from '#contracts/returns/return-tracks.states.ts'
import type { returnPools } from '#contracts/returns/return-pools.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { inDays } from './give-owner.ts'
import { keepCommon, lockTrack, moveTrack, noteStep, refuseStep, type Track } from './track.ts'

export const releaseOne = (tx: Tx, track: Track, note: string | null = null): Promise<Track> =>
  moveTrack(tx, track, {
    step: 'release',
    to: RETURN.COMMON,
    patch: {
      pooledUntil: inDays(AGEING.remind),
      dueStep: 'remind',
      dueAt: inDays(AGEING.remind),
    },
    note,
  })

export const release = (
  ctx: Ctx,
  { ids }: In<typeof returnPools.release>,
): Promise<Out<typeof returnPools.release>> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'release')
    name(track.no)
    await releaseOne(tx, track)
    return track.no
  })

export const withdraw = (
  ctx: Ctx,
  { ids, reason }: In<typeof returnPools.withdraw>,
): Promise<Out<typeof returnPools.withdraw>> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'withdraw')
    name(track.no)
    await moveTrack(tx, track, {
      step: 'withdraw',
      to: RETURN.UNCONFIRMED,
      patch: { pooledUntil: null, dueStep: 'match', dueAt: inDays(AGEING.toCommon) },
      note: reason,
    })
    return track.no
  })

/** Longer in the common pool, from the day it would end, or from today where that is past. */
export const extend = (
  ctx: Ctx,
  { ids, days }: In<typeof returnPools.extend>,
): Promise<Out<typeof returnPools.extend>> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, null)
    name(track.no)
    if (track.state !== RETURN.COMMON && track.state !== RETURN.CLAIMED) await refuseStep(tx, track)
    const from = Math.max(now(), Date.parse(track.pooledUntil ?? inDays(0)))
    const until = new Date(from + days * 86_400_000).toISOString()
    const after = await change(tx, 'returnTrack', track, { pooledUntil: until, dueAt: until })
    await keepCommon(tx, after)
    await noteStep(tx, after, 'extend', after.state, null)
    return track.no
  })

export const refuse = (
  ctx: Ctx,
  { ids, reason }: In<typeof returnPools.refuse>,
): Promise<Out<typeof returnPools.refuse>> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'refuse')
    name(track.no)
    await moveTrack(tx, track, {
      step: 'refuse',
      to: RETURN.REJECTED,
      patch: { dueStep: null, dueAt: null },
      note: reason,
    })
    return track.no
  })

export const lose = (
  ctx: Ctx,
  { ids, reason }: In<typeof returnPools.lose>,
): Promise<Out<typeof returnPools.lose>> =>
  eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'lose')
    name(track.no)
    await moveTrack(tx, track, {
      step: 'lose',
      to: RETURN.LOST,
      patch: { dueStep: null, dueAt: null },
      note: reason,
    })
    return track.no
  })
