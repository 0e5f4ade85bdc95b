import type { ReturnScanResult } from '#contracts/returns/return-tracks.shapes.ts'
import { POOLED } from '#contracts/returns/return-tracks.states.ts'
import { termsOf } from '#server/features/returns/return-terms/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { matchedName, photosOf } from './names.ts'
import { storedSuggestions, suggestionsIn } from './match-track.ts'
import { decidedWords } from './read-track.ts'
import type { Track } from './track.ts'

/** What a station shows of a scan: the track, whose it is and why, or what to ask. */
export async function scanAnswer(
  tx: Tx,
  {
    code,
    words,
    data = {},
    track = null,
    known = null,
    no,
    reasons = [],
  }: {
    code: number
    words: string
    data?: Record<string, unknown>
    track?: Track | null
    known?: Track | null
    no: string
    reasons?: string[]
  },
): Promise<EnvelopeReply> {
  const texts = await dictTexts(tx)
  const stateText = (one: Track | null) => (one ? texts('return_state', String(one.state)) : '')
  const customerName = track?.customerId ? await matchedName(tx, track.customerId) : null
  const terms = await termsOf(tx, track?.customerId ?? null, track?.depotId ?? null)
  const result: ReturnScanResult = {
    id: track?.id ?? null,
    no: track?.no ?? null,
    trackNo: no,
    state: track?.state ?? null,
    state_dictText: stateText(track),
    customerName,
    place: track?.place ?? null,
    score: track?.score ?? null,
    reasons,
    suggestions:
      track && POOLED.includes(track.state)
        ? await suggestionsIn(tx, storedSuggestions(track.suggestions))
        : [],
    action_dictText: track?.action ? texts('return_action', track.action) : '',
    decided: track ? decidedWords(tx, track) : null,
    known: known ? { no: known.no, state_dictText: stateText(known) } : null,
    photosNeeded: terms.photoMin,
    photos: track ? await photosOf(tx, track.id) : 0,
  }
  return new EnvelopeReply(
    code,
    words,
    { ...data, no: track?.no ?? no, customer: customerName ?? '' },
    result,
  )
}
