import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { sql } from 'kysely'
import type { CarrierEvent } from '#contracts/tracking/tracking.events.ts'
import { notePushed } from '#server/features/commercial/numbers/index.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import { carrierAccount } from '#server/features/carriers/carriers/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { plainBody } from './push-body.ts'
import { mappingsOf } from '../mapping/mappings.ts'
import { storeEvents } from '../events/store-events.ts'
import { normaliseEvent } from '../events/normalise-event.ts'

/** Carriers drop leading zeros; the longest number of theirs has twenty digits. */
const DIGITS = 20
const ZEROS = 3

export const readPush = job('tracking.digest', z.object({ pushId: idText }))

/** Reads a kept push into events. Run twice it comes to the same end. */
export async function processWebhook(
  ctx: Ctx,
  { pushId }: z.output<typeof readPush.payload>,
): Promise<void> {
  await inTx(ctx, async (tx) => {
    const found = await sql<{
      courier: string
      body: Buffer
      receivedAt: string
    }>`select p.courier, p.body, p.received_at from carrier_push as p
      where ${tx.rows('carrierPush').where('p')} and p.id = ${pushId} and p.state = 'new' for update`.execute(
      tx.db,
    )
    const push = found.rows[0]
    if (!push) return
    const account = await carrierAccount(tx, push.courier)
    const events = account?.readPush(await plainBody(push.body), push.receivedAt) ?? []
    await storePushed(tx, push.courier, events, push.receivedAt, { general: account?.general })
    await sql`update carrier_push as p
      set state = ${account ? 'done' : 'refused'},
        done_at = ${nowIso()} where ${tx.rows('carrierPush').where('p')} and p.id = ${pushId}`.execute(
      tx.db,
    )
  })
}

/**
 * Events by our own spelling of their numbers; numbers that are not ours, or withdrawn, are passed
 * over. A `general` source reports numbers of any courier, a `simulated` one only of couriers that
 * are simulated. Answers those that are ours, as they came and as we write them.
 */
export async function storePushed(
  tx: Tx,
  courier: string,
  events: readonly CarrierEvent[],
  receivedAt: string,
  {
    general = false,
    simulated = false,
  }: { general?: boolean | undefined; simulated?: boolean } = {},
): Promise<{ given: string; number: string }[]> {
  const spellings = new Map(
    [...new Set(events.map(({ trackNo }) => trackNo))].map((no) => [no, spellingsOf(no)]),
  )
  const found = await sql<{
    number: string
    parcelId: string
  }>`select t.number, t.parcel_id from ${tx.rows('trackingNumber').as('t')}
    where t.number = any(${[...spellings.values()].flat()}::text[]) and t.state = 1
      and (${general}::boolean or t.courier_code = ${courier})
      and (not ${simulated}::boolean or exists (select 1 from ${tx.rows('courier').as('c')}
        where c.code = t.courier_code and c.simulated and c.api_base is null))`.execute(tx.db)
  const ours = new Map(found.rows.map((row) => [row.number, row.parcelId]))
  const mappings = await mappingsOf(tx, courier)
  const updates = events.flatMap((event) => {
    const number = spellings.get(event.trackNo)?.find((one) => ours.has(one))
    const parcelId = number === undefined ? undefined : ours.get(number)
    return number === undefined || parcelId === undefined
      ? []
      : [{ parcelId, event: normaliseEvent({ ...event, trackNo: number }, mappings) }]
  })
  const byParcel = Map.groupBy(updates, ({ parcelId }) => parcelId)
  await storeEvents(
    tx,
    [...byParcel].map(([parcelId, group]) => ({
      parcelId,
      events: group.map(({ event }) => event),
    })),
  )
  await notePushed(tx, [...ours.keys()], receivedAt)
  return [...spellings].flatMap(([given, forms]) => {
    const number = forms.find((one) => ours.has(one))
    return number === undefined ? [] : [{ given, number }]
  })
}

/** As it came first, then with the zeros it may have lost. */
export function spellingsOf(updates: string): string[] {
  const number = normaliseNumber(updates)
  if (!/^\d+$/.test(number)) return [number]
  const padded = Array.from({ length: ZEROS }, (_, at) =>
    number.padStart(number.length + at + 1, '0'),
  )
  return [...new Set([number, ...padded, number.padStart(DIGITS, '0')])]
}
