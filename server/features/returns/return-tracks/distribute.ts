import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { customers } from '#contracts/parties/customers.ts'
import {
  mayStep,
  RETURN,
  UNDO_HOURS,
  type ReturnState,
} from '#contracts/returns/return-tracks.states.ts'
import type { returnPools } from '#contracts/returns/return-pools.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { likeText } from '#server/kit/access/data-rules.ts'
import { change } from '#server/kit/db/change.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { removeFilesOf } from '#server/kit/files/stored-files.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { calledSo } from '#server/kit/resource/search/called-so.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { awaitBox } from './predicted/predicted-returns.ts'
import { giveFeesBack, receiveFeesOf } from './fees.ts'
import { giveOwner, inDays } from './give-owner.ts'
import { reasonsOf, storedSuggestions } from './match-track.ts'
import { TRACK_FILES } from './names.ts'
import { lockTrack, moveTrack, tracksIn, type Track } from './track.ts'

/** Gives tracks to a customer, or each to its best suggestion. */
export async function distribute(
  ctx: Ctx,
  { ids, customerId, shipmentNo, reason, notify }: In<typeof returnPools.distribute>,
): Promise<Out<typeof returnPools.distribute>> {
  if (customerId) await requireCustomer(ctx, customerId)
  return eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'distribute')
    name(track.no)
    const [best] = storedSuggestions(track.suggestions)
    const to = customerId ?? best?.customerId ?? fail('returns.noSuggestion', { label: track.no })
    if (!customerId) await requireCustomer(tx, to)
    const fits = best?.customerId === to ? best : null
    const owned = await giveOwner(tx, track, {
      customerId: to,
      shipmentId: shipmentNo ? await shipmentOf(tx, to, shipmentNo) : (fits?.shipmentId ?? null),
      predictedId: fits?.predictedId ?? null,
      score: fits?.score ?? null,
      matchReason: fits ? reasonsOf(tx, fits.evidence).join('; ').slice(0, 400) : null,
      reason,
      notify,
    })
    await followAll(followers, tx, owned, reason)
    return track.no
  })
}

/** What `distribute` would charge. */
export async function distributeFees(
  ctx: Ctx,
  { ids, customerId }: In<typeof returnPools.receiveFees>,
): Promise<Out<typeof returnPools.receiveFees>> {
  if (customerId) await requireCustomer(ctx, customerId)
  const tracks = await tracksIn(ctx).where('id', 'in', ids).execute()
  const owned = tracks.flatMap(({ depotId, suggestions, state }) => {
    const to = customerId ?? storedSuggestions(suggestions)[0]?.customerId
    return to && mayStep('distribute', state) ? [{ customerId: to, depotId }] : []
  })
  const seen = await customersIn(
    ctx,
    owned.map((one) => one.customerId),
  )
  return receiveFeesOf(
    ctx,
    owned.filter((one) => seen.has(one.customerId)),
  )
}

async function customersIn(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await ctx.rows('customer').select().select('id').where('id', 'in', ids).execute()
  return new Set(found.map(({ id }) => id))
}

async function requireCustomer(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ status: number }>`select c.status
    from ${ctx.rows('customer').as('c')} where c.id = ${id}`.execute(ctx.db)
  if (!rows[0]) failFields([{ path: 'customerId', code: 'field.ref' }])
}

async function shipmentOf(tx: Tx, customerId: string, no: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select s.id from ${tx.rows('shipment').as('s')}
    where s.customer_id = ${customerId} and s.serial_number = ${no}`.execute(tx.db)
  return rows[0]?.id ?? failFields([{ path: 'shipmentNo', code: 'field.ref' }])
}

/** What other features have open on a track that got an owner some other way. */
type Follow = (tx: Tx, track: Track, reason: string) => Promise<void>
const followers: Follow[] = []
/** Features above learn here, in the same transaction, that a track was distributed. */
export const onDistributed = (follow: Follow): void => void followers.push(follow)
const undone: Follow[] = []
/** The same of a distribution that was taken back. */
export const onUndone = (follow: Follow): void => void undone.push(follow)
async function followAll(
  all: readonly Follow[],
  tx: Tx,
  track: Track,
  reason: string,
): Promise<void> {
  for (const follow of all) await follow(tx, track, reason)
}

/**
 * Takes a distribution back within a day, as long as nothing was decided by its owner or done: the
 * fees are given back and all it set is empty again.
 */
export function undoDistribute(
  ctx: Ctx,
  { ids, reason }: In<typeof returnPools.undoDistribute>,
): Promise<Out<typeof returnPools.undoDistribute>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const locked = await lockTrack(tx, id, null)
    name(locked.no)
    // What a rule or the announcement decided was no decision of the owner's, and nothing was done.
    const track = await backFromProcessing(tx, locked)
    if (track.distributedFrom === null || track.ownedAt === null)
      return fail('returns.undoNever', { label: track.no })
    if (now() - Date.parse(track.ownedAt) > UNDO_HOURS * 3_600_000)
      fail('returns.undoLate', { label: track.no, hours: UNDO_HOURS })
    if (await wasSplit(tx, track)) fail('returns.undoDecided', { label: track.no })
    await undoOwner(tx, track, reason)
    await followAll(undone, tx, track, reason)
    return track.no
  })
}

async function backFromProcessing(tx: Tx, track: Track): Promise<Track> {
  if (track.state !== RETURN.PROCESSING) return track
  if (track.actionBy === 'customer' || track.actionBy === 'staff')
    return fail('returns.undoDecided', { label: track.no })
  return moveTrack(tx, track, { step: 'instruct', to: RETURN.AWAIT })
}

export async function undoOwner(tx: Tx, track: Track, reason: string): Promise<Track> {
  const from = (track.distributedFrom ?? RETURN.UNCONFIRMED) as ReturnState
  const { predictedId } = track
  const back = await moveTrack(tx, track, {
    step: 'undoDistribute',
    to: from,
    patch: {
      customerId: null,
      shipmentId: null,
      predictedId: null,
      score: null,
      matchReason: null,
      ownedAt: null,
      distributedBy: null,
      distributeReason: null,
      distributedFrom: null,
      action: null,
      actionBy: null,
      actionNote: null,
      forward: null,
      destroyBy: null,
      dueStep: 'match',
      dueAt: inDays(7),
      ...(from === RETURN.COMMON ? { pooledUntil: inDays(30) } : {}),
    },
    note: reason,
  })
  if (predictedId) {
    const whole = acrossTenantTx(tx)
    const row = await change(whole, 'predictedReturn', predictedId, (before) =>
      before.state === '1' ? { state: '0' } : {},
    )
    if (row.state === '0') await awaitBox(whole, row)
  }
  await giveFeesBack(tx, track)
  // What its owner put there is not for the next one.
  for (const kind of ['label', 'document'] as const)
    await removeFilesOf(tx, TRACK_FILES, track.id, kind)
  return back
}

/** A part of it is a return of its own, which stays its owner's. */
async function wasSplit(tx: Tx, track: Track): Promise<boolean> {
  const { rows } = await sql`select 1 from ${tx.rows('returnStep').as('p')}
    where p.track_id = ${track.id} and p.verb = 'split'
      and p.create_time >= ${track.ownedAt}::timestamptz limit 1`.execute(tx.db)
  return rows.length > 0
}

/** Tracks of the same sender that have an owner, newest first. */
export async function senderHistory(
  ctx: Ctx,
  { id }: In<typeof returnPools.senderHistory>,
): Promise<Out<typeof returnPools.senderHistory>> {
  const { rows } = await sql<{ senderText: string | null; senderPostalCode: string | null }>`select
      t.sender_text, t.sender_postal_code from ${ctx.rows('returnTrack').as('t')}
    where t.id = ${id}`.execute(ctx.db)
  const track = rows[0] ?? failMissing()
  if (!track.senderText && !track.senderPostalCode) return []
  const found = await sql<{
    no: string
    trackNo: string | null
    customerId: string
    customerName: string
    arrivedAt: string | null
  }>`select t.no, t.track_no,
      t.customer_id, c.name as customer_name, t.arrived_at
    from ${ctx.rows('returnTrack').as('t')} join customer c on c.tenant_id = t.tenant_id
      and c.id = t.customer_id
    where t.id <> ${id} and (t.sender_text = ${track.senderText}
      or (t.sender_postal_code = ${track.senderPostalCode}
        and left(t.sender_text, 12) = left(${track.senderText}::text, 12)))
    order by t.arrived_at desc nulls last limit 10`.execute(ctx.db)
  return found.rows
}

export async function findCustomers(
  ctx: Ctx,
  { keyword }: In<typeof returnPools.customers>,
): Promise<Out<typeof returnPools.customers>> {
  const begins = `${likeText(keyword)}%`
  const called = await calledSo(ctx, customers, keyword, { names: ['name'], codes: ['code'] }, 'c')
  const { rows } = await sql<{ id: string; code: string; name: string }>`select c.id, c.code, c.name
    from ${ctx.rows('customer').as('c')}
    where c.status = 1
      and (${called} or (c.phone like ${begins} and not ${ctx.principal.masked ?? false}))
    order by upper(c.code) <> upper(${keyword}), c.code limit 20`.execute(ctx.db)
  return rows
}
