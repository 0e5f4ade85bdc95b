import { sql } from 'kysely'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { deliveryNumberList, type deliveryNumbers } from '#contracts/tracking/delivery-numbers.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import {
  changeNumbers,
  enterLeg,
  numbersByIds,
  type FollowedNumber,
} from '#server/features/commercial/numbers/index.ts'
import { lockParcels } from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { ownEvent } from '../events/normalise-event.ts'
import { addEvent } from '../events/staff-events.ts'
import { storeEvents } from '../events/store-events.ts'
import { askNow } from '../polling/refresh-parcels.ts'
import { requirePast, startsOf, tooEarly } from '../templates/event-time.ts'
import { requireDone, followAtSource } from './ask-source.ts'
import { recogniseCourier, type KnownCourier } from './recognise-courier.ts'

type Verb<N extends keyof typeof deliveryNumbers> = (typeof deliveryNumbers)[N]

export async function recogniseNumber(
  ctx: Ctx,
  { trackNo }: In<Verb<'recognise'>>,
): Promise<Out<Verb<'recognise'>>> {
  const couriers = await sql<KnownCourier>`select c.code, c.name, c.adapter, c.number_pattern
    from ${ctx.rows('courier').as('c')} where c.enabled order by c.code limit 500`.execute(ctx.db)
  return recogniseCourier(trackNo, couriers.rows)
}

export const refreshNumbers = (ctx: Ctx, { ids }: In<Verb<'refresh'>>): Promise<BulkResult> =>
  eachNumber(ctx, ids, async (tx, number) => {
    requireLive(number)
    if (number.stoppedAt !== null) fail('number.stopped', { number: number.number })
    await requirePolled(tx, number.courierCode)
    await tx.job(askNow, { parcelIds: [number.parcelId] })
  })

export const changeCourier = (
  ctx: Ctx,
  { ids, courier }: In<Verb<'changeCourier'>>,
): Promise<BulkResult> =>
  eachNumber(ctx, ids, async (tx, number) => {
    requireLive(number)
    await requireCourier(tx, courier)
    await changeNumbers(tx, [number], { courierCode: courier })
    await watchAgain(tx, number.parcelId)
  })

export async function stopNumbers(ctx: Ctx, { ids }: In<Verb<'stop'>>): Promise<BulkResult> {
  const results = await followAtSource(ctx, ids, 'stopTracking')
  return eachNumber(ctx, ids, async (tx, number) => {
    requireLive(number)
    if (number.stoppedAt !== null) return
    requireDone(tx, results.get(number.id))
    await changeNumbers(tx, [number], { stoppedAt: nowIso() })
    await storeEvents(tx, [{ parcelId: number.parcelId, events: [], recompute: true }], {
      locked: true,
    })
  })
}

export async function restartNumbers(ctx: Ctx, { ids }: In<Verb<'restart'>>): Promise<BulkResult> {
  const results = await followAtSource(ctx, ids, 'retrack')
  return eachNumber(ctx, ids, async (tx, number) => {
    requireLive(number)
    requireDone(tx, results.get(number.id))
    if (number.stoppedAt !== null) await changeNumbers(tx, [number], { stoppedAt: null })
    await watchAgain(tx, number.parcelId)
  })
}

export function setThird(
  ctx: Ctx,
  { id, version, thirdId, thirdMark }: In<Verb<'setThird'>>,
): Promise<Out<Verb<'setThird'>>> {
  return inTx(ctx, async (tx) => {
    const number = await lockedNumber(tx, id)
    if (number.version !== version)
      failConflict('row.stale', await listedRow(tx, deliveryNumberList, id))
    await changeNumbers(tx, [number], { thirdId: thirdId || null, thirdMark: thirdMark || null })
    return (await listedRow(tx, deliveryNumberList, id)) as Out<Verb<'setThird'>>
  })
}

/**
 * A further stretch of the way, under a number of its own: the hand-over is an event, and both
 * numbers are followed.
 */
export function addLeg(
  ctx: Ctx,
  { id, trackNo, courier, handedAt, place, country }: In<Verb<'addLeg'>>,
): Promise<Out<Verb<'addLeg'>>> {
  if (Date.parse(handedAt) > Date.now()) requirePast(handedAt)
  return inTx(ctx, async (tx) => {
    const before = await lockedNumber(tx, id)
    requireLive(before)
    await requireCourier(tx, courier)
    const { parcelId } = before
    if (tooEarly(handedAt, (await startsOf(tx, [parcelId])).get(parcelId)))
      failFields([{ path: 'handedAt', code: 'tracking.beforeOrder' }])
    const number = normaliseNumber(trackNo)
    const added = await enterLeg(tx, { parcelId, number, courierCode: courier, handedAt })
    const event = ownEvent({
      trackNo: before.number,
      status: TRACK.IN_TRANSIT,
      sub: 'handed_to_partner',
      at: handedAt,
      receivedAt: nowIso(),
      place: place || null,
      country: country?.toUpperCase() ?? null,
      source: 'manual',
      text: `${courier} ${number}`,
    })
    await storeEvents(tx, [{ parcelId, events: [event], recompute: true }], { locked: true })
    await watchAgain(tx, parcelId)
    return (await listedRow(tx, deliveryNumberList, added)) as Out<Verb<'addLeg'>>
  })
}

export async function addNumberEvent(
  ctx: Ctx,
  { id, ...event }: In<Verb<'addEvent'>>,
): Promise<Out<Verb<'addEvent'>>> {
  return addEvent(ctx, { ...event, parcelId: await parcelOf(ctx, id) })
}

/** Each number by itself, its parcel locked first. */
function eachNumber(
  ctx: Ctx,
  ids: readonly string[],
  work: (tx: Tx, number: FollowedNumber) => Promise<void>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      const number = await lockedNumber(tx, id)
      name(number.number)
      await work(tx, number)
      return number.number
    },
    async (tx, all) => {
      const found = await sql<{
        parcelId: string
      }>`select distinct d.shipment_parcel_id as parcel_id
        from ${tx.rows('deliveryNumber').as('d')} where d.id = any(${[...all]}::bigint[])`.execute(
        tx.db,
      )
      await lockParcels(
        tx,
        found.rows.map(({ parcelId }) => parcelId),
      )
    },
  )
}

async function lockedNumber(tx: Tx, id: string): Promise<FollowedNumber> {
  await lockParcels(tx, [await parcelOf(tx, id)])
  return (await numbersByIds(tx, [id]))[0] ?? failMissing()
}

export async function parcelOf(ctx: Ctx, id: string): Promise<string> {
  const found = await sql<{ parcelId: string }>`select d.shipment_parcel_id as parcel_id
    from ${ctx.rows('deliveryNumber').as('d')} where d.id = ${id}`.execute(ctx.db)
  return found.rows[0]?.parcelId ?? failMissing()
}

function requireLive({ state, number }: FollowedNumber): void {
  if (state !== 1) fail('number.withdrawn', { number })
}

async function requireCourier(tx: Tx, code: string): Promise<void> {
  const found = await sql`select 1 from ${tx.rows('courier').as('c')}
    where c.code = ${code} and c.enabled`.execute(tx.db)
  if (found.rows.length === 0) failFields([{ path: 'courier', code: 'field.ref' }])
}

async function requirePolled(tx: Tx, code: string | null): Promise<void> {
  const found = await sql`select 1 from ${tx.rows('courier').as('c')} where c.code = ${code}
    and c.enabled and c.polling and c.adapter <> 'none'`.execute(tx.db)
  if (found.rows.length === 0) fail('number.notPolled', { courier: code ?? '-' })
}

/** The plan of polls begins again: the carrier is asked at the next turn. */
async function watchAgain(tx: Tx, parcelId: string): Promise<void> {
  await sql`update parcel as p set polling_since = ${nowIso()}, poll_failures = 0,
      last_polled_at = null
    where ${tx.rows('parcel').where('p')} and p.id = ${parcelId}`.execute(tx.db)
  await storeEvents(tx, [{ parcelId, events: [], recompute: true }], { locked: true })
}
