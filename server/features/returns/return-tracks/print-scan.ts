import { sql, type SqlBool } from 'kysely'
import { normaliseNumber, spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { OPEN } from '#contracts/returns/return-tracks.states.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { signedLink } from '#server/kit/files/file-links.ts'
import { filesOf } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import { matchedName, TRACK_FILES } from './names.ts'
import { decidedWords } from './read-track.ts'
import { stationDepot } from './receive.ts'
import { lockTrack, noteStep, tracksIn, type Track } from './track.ts'

/** The old label of a box that lies here: what is to be done with it, and its new label, counted. */
export function printScan(
  ctx: Ctx,
  { no, depotId, reason }: In<typeof returnStation.printScan>,
): Promise<Out<typeof returnStation.printScan>> {
  return inTx(ctx, async (tx) => {
    const depot = await stationDepot(tx, depotId)
    const track = await trackHere(tx, normaliseNumber(no), depot)
    const printed = await printsOf(tx, track.id)
    if (printed > 0 && !reason) fail('returns.printAgain', { label: track.no })
    await sql`insert into return_print (tenant_id, track_id, depot_id, reason, create_by)
      values (${tx.principal.tenantId}, ${track.id}, ${depot}, ${reason ?? null},
        ${tx.principal.username})`.execute(tx.db)
    const texts = await dictTexts(tx)
    const labels = (await filesOf(tx, TRACK_FILES, [track.id])).filter(
      ({ kind }) => kind === 'label',
    )
    const own = track.action === 'relabel' ? labels.at(-1) : undefined
    return {
      id: track.id,
      no: track.no,
      trackNo: track.trackNo,
      customerName: track.customerId ? await matchedName(tx, track.customerId) : null,
      state_dictText: texts('return_state', String(track.state)),
      action: track.action,
      action_dictText: track.action ? texts('return_action', track.action) : '',
      decided: decidedWords(tx, track),
      note: track.actionNote,
      place: track.place,
      prints: printed + 1,
      today: await printedToday(tx),
      ownLabel: own ? await signedLink(tx, own.id, { hours: 1 }) : null,
    }
  })
}

async function trackHere(tx: Tx, no: string, depotId: string): Promise<Track> {
  const found = await tracksIn(tx)
    .where('depotId', '=', depotId)
    .where(sql<SqlBool>`(track_no = any(${spellingsOf(no)}::text[]) or no = ${no})`)
    .where('state', 'in', [...OPEN])
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return found ?? fail('returns.unknownNumber', { no })
}

async function printsOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tx.rows('returnPrint').as('p')} where p.track_id = ${id}`.execute(tx.db)
  return rows[0]!.count
}

async function printedToday(tx: Tx): Promise<number> {
  const { first } = await businessSpan(tx, await businessDay(tx))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${tx.rows('returnPrint').as('p')}
    where p.create_by = ${tx.principal.username} and p.create_time >= ${first}`.execute(tx.db)
  return rows[0]!.count
}

/** What lies there differs from the track: noted for who decides, and its owner. */
export function reportMismatch(
  ctx: Ctx,
  { id, note }: In<typeof returnStation.mismatch>,
): Promise<Out<typeof returnStation.mismatch>> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, null)
    await noteStep(tx, track, 'mismatch', track.state, note)
    return { no: track.no }
  })
}
