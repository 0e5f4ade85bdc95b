import { sql } from 'kysely'
import {
  leadsTo,
  mayStep,
  RETURN,
  type ReturnState,
  type ReturnStep,
} from '#contracts/returns/return-tracks.states.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change, type StoredRow } from '#server/kit/db/change.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'

export type Track = StoredRow<'returnTrack'>
/** Whole rows within reach. */
export const tracksIn = (ctx: Ctx) => ctx.rows('returnTrack').select().selectAll()

type Patch = Partial<Omit<Track, 'id' | 'tenantId' | 'version' | 'state'>>

/**
 * Locks a track within reach for a step; refused where its state does not allow it, or where
 * another version was seen.
 */
export async function lockTrack(
  tx: Tx,
  id: string,
  step: ReturnStep | null,
  version?: number,
): Promise<Track> {
  const track =
    (await tracksIn(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? failMissing()
  if (version !== undefined && track.version !== version)
    failConflict('row.stale', { id: track.id, version: track.version })
  if (step !== null && !mayStep(step, track.state)) await refuseStep(tx, track)
  return track
}

export async function refuseStep(ctx: Ctx, track: Pick<Track, 'no' | 'state'>): Promise<never> {
  const texts = await dictTexts(ctx)
  return fail('returns.status', {
    label: track.no,
    status: texts('return_state', String(track.state)),
  })
}

/**
 * The one way a track changes its state: by a step of the table, noted, and with what all customers
 * see of the common pool kept as it has to be.
 */
export async function moveTrack(
  tx: Tx,
  track: Track,
  {
    step,
    to,
    patch = {},
    note = null,
  }: {
    step: ReturnStep
    to: ReturnState
    patch?: Patch
    note?: string | null
  },
): Promise<Track> {
  if (!leadsTo(step, track.state, to)) return refuseStep(tx, track)
  const after = await change(tx, 'returnTrack', track, { ...patch, state: to })
  await noteStep(tx, after, step, track.state, note)
  await keepCommon(tx, after)
  return after
}

export async function noteStep(
  tx: Tx,
  track: Pick<Track, 'id' | 'customerId' | 'state'>,
  verb: string,
  from: number | null,
  note: string | null,
): Promise<void> {
  await sql`insert into return_step (tenant_id, track_id, customer_id, verb, from_state, to_state,
      note, create_by)
    values (${tx.principal.tenantId}, ${track.id}, ${track.customerId}, ${verb}, ${from},
      ${track.state}, ${note}, ${tx.principal.username})`.execute(tx.db)
}

const SHARED: readonly number[] = [RETURN.COMMON, RETURN.CLAIMED]

/** The pool's own row holds what is shown to everyone: no number, no name, no text of the label. */
export async function keepCommon(tx: Tx, track: Track): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  if (!SHARED.includes(track.state)) {
    await sql`delete from common_return as c
      where ${tenant.rows('commonReturn').where('c')} and c.id = ${track.id}`.execute(tx.db)
    return
  }
  const sides = [track.length, track.width, track.height]
  await sql`insert into common_return (tenant_id, id, no_end, depot_id, sender, goods, weight, size,
      arrived_at, pooled_until, state, create_by)
    values (${tx.principal.tenantId}, ${track.id}, ${maskedNumber(track.trackNo)},
      ${track.depotId}, ${maskedSender(track.senderText)}, ${track.goods}, ${track.weight},
      ${sides.every((side) => side !== null) ? sides.map((side) => side / 10).join(' × ') : null},
      ${track.arrivedAt ?? track.createTime}, ${track.pooledUntil}, ${track.state},
      ${tx.principal.username})
    on conflict (tenant_id, id) do update set state = excluded.state, goods = excluded.goods,
      pooled_until = excluded.pooled_until, version = common_return.version + 1,
      update_time = now()`.execute(tx.db)
}

/** The last two signs: enough to keep rows apart, too few to guess by. */
export const maskedNumber = (no: string | null): string | null =>
  no === null ? null : `••••${no.slice(-2)}`

/** The first letter of each of the first words; digits are out. */
export const maskedSender = (text: string | null): string | null => {
  if (text === null) return null
  const words = text
    .slice(0, 60)
    .replace(/\p{Nd}/gu, '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
  return words.length === 0 ? null : words.map((word) => `${[...word][0]!}•••`).join(' ')
}
