import { sql, type SqlBool } from 'kysely'
import { normaliseNumber, spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { cmToMm, kgToGrams } from '#contracts/kit/units.ts'
import { AGEING, COMING, OPEN, RETURN, SCORE } from '#contracts/returns/return-tracks.states.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import { termsOf } from '#server/features/returns/return-terms/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { afterOwned, giveOwner, gradeDue, inDays } from './give-owner.ts'
import { matchBox, reasonsOf } from './match-track.ts'
import type { Candidate } from './matching/score-owners.ts'
import { scanAnswer } from './scan-answer.ts'
import { moveTrack, noteStep, tracksIn, type Track } from './track.ts'

type Scan = In<typeof returnStation.scan>
type Facts = ReturnType<typeof factsOf> & { place: string; depotId: string; arrivedAt: string }

/** A track of this number anywhere in the tenant, locked: the open one, else the last closed. */
async function knownTrack(tx: Tx, no: string): Promise<Track | null> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const found = await tracksIn(tenant)
    .where(sql<SqlBool>`(track_no = any(${spellingsOf(no)}::text[]) or no = ${no})`)
    .orderBy(sql`state = any(${OPEN}::int[])`, 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/**
 * Receives a returned box. Announced ones and those whose owner is certain belong to it at once;
 * all others lie unconfirmed, with a number of ours, a place and a next step. A number that was
 * here before asks whether it is the same box.
 */
export function scanReturn(ctx: Ctx, input: Scan): Promise<EnvelopeReply> {
  const no = normaliseNumber(input.no)
  return inTx(ctx, async (tx) => {
    const depotId = await stationDepot(tx, input.depotId)
    const known = await knownTrack(tx, no)
    if (known && !COMING.includes(known.state)) {
      if (OPEN.includes(known.state)) return here(tx, known, no, depotId)
      if (!input.again)
        return scanAnswer(tx, { code: SCAN.status, words: 'returns.scan.again', known, no })
    }
    const place = input.place ?? ''
    if (place === '') failFields([{ path: 'place', code: 'field.required' }])
    const facts = { ...factsOf(input), place, depotId, arrivedAt: nowIso() }
    if (known && COMING.includes(known.state)) return receiveAnnounced(tx, known, facts, no)
    return receiveNew(tx, { input, no, facts, previousId: known?.id ?? null })
  })
}

const here = (tx: Tx, known: Track, no: string, depotId: string) =>
  known.depotId === depotId
    ? scanAnswer(tx, {
        code: SCAN.alreadyIn,
        words: 'returns.scan.already',
        data: { place: known.place ?? '' },
        track: known,
        no,
      })
    : scanAnswer(tx, { code: SCAN.status, words: 'returns.scan.elsewhere', no })

async function receiveAnnounced(
  tx: Tx,
  known: Track,
  facts: Facts,
  no: string,
): Promise<EnvelopeReply> {
  const { suggestions } = await matchBox(tx, {
    trackNo: no,
    senderText: facts.senderText,
    senderPostalCode: facts.senderPostalCode,
    skus: [],
  })
  const isDoubtful = suggestions.some(
    ({ customerId, score }) => customerId !== known.customerId && score >= SCORE.auto,
  )
  if (isDoubtful) return receiveDoubtful(tx, known, facts, no, suggestions)
  const typed = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
  const terms = await termsOf(tx, known.customerId, facts.depotId)
  // An announced track lies in no depot: it comes within reach by this.
  const moved = await moveTrack(acrossTenantTx(tx), known, {
    step: 'receive',
    to: RETURN.RECEIVED,
    patch: {
      ...typed,
      score: 100,
      matchReason: null,
      ownedAt: facts.arrivedAt,
      distributedBy: tx.principal.username,
      distributedFrom: RETURN.UNCONFIRMED,
      ...gradeDue(terms),
    },
  })
  const track = await afterOwned(tx, moved, terms, true)
  return scanAnswer(tx, {
    code: SCAN.ok,
    words: 'returns.scan.announced',
    track,
    no,
    reasons: reasonsOf(tx, [{ customerId: track.customerId!, kind: 'announced', found: no }]),
  })
}

/** Announced by one customer, and as likely another customer's: a person decides between them. */
async function receiveDoubtful(
  tx: Tx,
  known: Track,
  facts: Facts,
  no: string,
  suggestions: readonly Candidate[],
): Promise<EnvelopeReply> {
  const track = await moveTrack(acrossTenantTx(tx), known, {
    step: 'receive',
    to: RETURN.UNCONFIRMED,
    patch: {
      ...facts,
      customerId: null,
      shipmentId: null,
      predictedId: null,
      suggestions: suggestions as never,
      score: suggestions[0]?.score ?? null,
      dueStep: 'match',
      dueAt: inDays(AGEING.toCommon),
    },
  })
  return scanAnswer(tx, { code: SCAN.notPredicted, words: 'returns.scan.unconfirmed', track, no })
}

async function receiveNew(
  tx: Tx,
  {
    input,
    no,
    facts,
    previousId,
  }: {
    input: Scan
    no: string
    facts: Facts
    previousId: string | null
  },
): Promise<EnvelopeReply> {
  const { certain, suggestions } = await matchBox(tx, {
    trackNo: no,
    senderText: facts.senderText,
    senderPostalCode: facts.senderPostalCode,
    skus: input.skus,
  })
  const track = await addTrack(tx, { ...facts, trackNo: no, previousId, suggestions })
  if (!certain)
    return scanAnswer(tx, { code: SCAN.notPredicted, words: 'returns.scan.unconfirmed', track, no })
  const reasons = reasonsOf(tx, certain.evidence)
  const owned = await giveOwner(tx, track, {
    customerId: certain.customerId,
    shipmentId: certain.shipmentId,
    predictedId: certain.predictedId,
    score: certain.score,
    matchReason: reasons.join('; ').slice(0, 400),
    notify: true,
  })
  return scanAnswer(tx, { code: SCAN.ok, words: 'returns.scan.matched', track: owned, no, reasons })
}

export interface NewTrack extends ReturnType<typeof factsOf> {
  trackNo: string | null
  place: string
  depotId: string
  arrivedAt: string
  previousId?: string | null
  interceptId?: string | null
  suggestions: readonly object[]
}

/** An unconfirmed track, with our number for its label and its next step. */
export async function addTrack(tx: Tx, one: NewTrack): Promise<Track> {
  const [own] = await nextSerialNumbers(tx, 'return', 'RT', 1)
  const { suggestions, ...facts } = one
  const track = await tx
    .rows('returnTrack')
    .insert({
      ...facts,
      no: own!,
      state: RETURN.UNCONFIRMED,
      suggestions: JSON.stringify(suggestions),
      score: (suggestions[0] as { score?: number } | undefined)?.score ?? null,
      dueStep: 'match',
      dueAt: inDays(AGEING.toCommon),
      createBy: tx.principal.username,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.audit('return_track', track.id, 'add', null, { no: track.no, trackNo: track.trackNo })
  await noteStep(tx, track, 'scan', null, null)
  return track
}

/** The depot of a station: the one named, else the caller's only one. */
export async function stationDepot(tx: Tx, wanted: string | undefined): Promise<string> {
  const { depotIds } = tx.principal
  const id = wanted ?? (depotIds?.length === 1 ? depotIds[0] : undefined)
  if (id === undefined) failFields([{ path: 'depotId', code: 'field.required' }])
  const { rows } = await sql`select 1 from ${tx.rows('depot').as('d')}
    where d.id = ${id} and d.enabled`.execute(tx.db)
  if (rows.length === 0 || (depotIds && !depotIds.includes(id)))
    failFields([{ path: 'depotId', code: 'field.ref' }])
  return id
}

type FactsInput = Pick<
  Scan,
  | 'weightKg'
  | 'lengthCm'
  | 'widthCm'
  | 'heightCm'
  | 'senderText'
  | 'senderPostalCode'
  | 'goods'
  | 'carrier'
>
export function factsOf(input: FactsInput) {
  return {
    carrier: input.carrier || null,
    senderText: input.senderText || null,
    senderPostalCode: input.senderPostalCode || null,
    goods: input.goods || null,
    weight: input.weightKg === undefined ? null : kgToGrams(input.weightKg),
    length: input.lengthCm === undefined ? null : cmToMm(input.lengthCm),
    width: input.widthCm === undefined ? null : cmToMm(input.widthCm),
    height: input.heightCm === undefined ? null : cmToMm(input.heightCm),
  }
}
