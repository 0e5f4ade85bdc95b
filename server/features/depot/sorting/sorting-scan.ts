import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { parcelSorted } from '#contracts/depot/scans.events.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { gateOfBarcode, type sorting, type SortingResult } from '#contracts/depot/sorting.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  classifyOutboundScan,
  depotCode,
  findScanned,
  logScan,
  notOne,
  readableData,
  readParcel,
} from '#server/features/depot/scans/index.ts'
import {
  lockParcels,
  moveLocked,
  type LockedParcel,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import {
  decideGate,
  exceptionGate,
  gatesOf,
  stationDepot,
  type Decided,
  type Gate,
} from './find-gate.ts'
import { placeOf, storePlace, whyText } from './places.ts'

interface Outcome {
  code: number
  words: string
  data?: Record<string, unknown>
  parcel?: LockedParcel
  decided?: Decided | null
  confirmed?: boolean
  /** State before a confirmation, which it can be taken back to. */
  from?: number
}
type Scan = In<typeof sorting.scan>

/**
 * A parcel at the sorting station: its number answers the gate, the gate's barcode confirms it
 * there. The gate is found again for the confirmation, so that a gate closed meanwhile takes nothing.
 * Any meaning of a scan is an answer with its code, and is noted.
 */
export function sortingScan(ctx: Ctx, input: Scan): Promise<EnvelopeReply> {
  return inTx(ctx, async (tx) => {
    const depot = input.depotId ? await stationDepot(tx, input.depotId) : null
    if (gateOfBarcode(input.no) !== null) {
      const first = { code: SCAN.invalid, words: 'scan.parcelFirst' }
      return answer(tx, input, depot?.id ?? null, (await gateFirst(tx, input, depot)) ?? first)
    }
    const found = await findScanned(
      tx,
      input.no,
      ({ parcelStatus, depotId }) =>
        classifyOutboundScan(parcelStatus) === 'bag' && (!depot || depotId === depot.id),
    )
    const issue = (found.kind === 'unknown' && (await gateFirst(tx, input, depot))) || notOne(found)
    const [parcel] = found.kind === 'one' ? await lockParcels(tx, [found.match.parcelId]) : []
    if (issue || !parcel)
      return answer(
        tx,
        input,
        depot?.id ?? null,
        issue ?? { code: SCAN.status, words: 'scan.unknown' },
      )
    if (depot && parcel.depotId !== depot.id)
      return answer(tx, input, depot.id, {
        code: SCAN.status,
        words: 'scan.wrongDepot',
        data: { depot: await depotCode(tx, parcel.depotId) },
        parcel,
      })
    const refused = await refusedFor(tx, parcel)
    if (refused) return answer(tx, input, parcel.depotId, { ...refused, parcel })
    const decided = await decideGate(tx, parcel)
    const outcome =
      input.gate === undefined
        ? await send(tx, parcel, decided)
        : await confirm(tx, parcel, decided, input.gate)
    return answer(tx, input, parcel.depotId, { decided, parcel, ...outcome })
  })
}

/** A gate was scanned where a parcel is awaited. */
async function gateFirst(
  tx: Tx,
  { no, gate }: Scan,
  depot: { id: string } | null,
): Promise<Outcome | null> {
  const known = depot && gate === undefined ? named(await gatesOf(tx, depot.id), no) : undefined
  return known ? { code: SCAN.invalid, words: 'scan.gateFirst', data: { gate: known.code } } : null
}

/** Why a parcel in this state is not sorted; null where it is. */
async function refusedFor(tx: Tx, parcel: LockedParcel): Promise<Outcome | null> {
  const scanClass = classifyOutboundScan(parcel.parcelStatus)
  if (scanClass === 'neverReceived') return { code: SCAN.neverReceived, words: 'scan.notReceived' }
  if (scanClass === 'alreadyOut') return { code: SCAN.alreadyOut, words: 'scan.alreadyOut' }
  if (scanClass === 'held') {
    const gate = exceptionGate(await gatesOf(tx, parcel.depotId))
    return {
      code: SCAN.held,
      words: 'scan.held',
      data: { reason: parcel.heldReason ?? '' },
      decided: { gate, sortCode: null, why: { code: 'held', data: {} }, exception: true },
    }
  }
  if (scanClass === 'bag') return null
  return {
    code: SCAN.status,
    words: 'scan.status',
    data: { parcelStatus: parcel.parcelStatus },
  }
}

/** The first scan: where it goes. What lies at its gate already is answered so. */
async function send(tx: Tx, parcel: LockedParcel, decided: Decided): Promise<Outcome> {
  if (parcel.parcelStatus === PARCEL.SORTED) {
    const at = await placeOf(tx, parcel.id)
    return {
      code: SCAN.alreadySorted,
      words: 'scan.alreadySorted',
      data: { gate: at?.gateCode ?? '', by: at?.sortedBy ?? '' },
      confirmed: true,
    }
  }
  await storePlace(tx, parcel, decided, decided.exception ? '3' : '1')
  return decided.exception
    ? {
        code: SCAN.toException,
        words: decided.gate ? 'scan.toException' : 'scan.noException',
        data: { gate: decided.gate?.code ?? '' },
      }
    : { code: SCAN.ok, words: 'scan.toGate', data: { gate: decided.gate?.code ?? '' } }
}

/** The second scan: the gate it was brought to. */
async function confirm(
  tx: Tx,
  parcel: LockedParcel,
  decided: Decided,
  scanned: string,
): Promise<Outcome> {
  const gate = named(await gatesOf(tx, parcel.depotId), scanned)
  if (!gate) return { code: SCAN.invalid, words: 'scan.noSuchGate', data: { gate: scanned } }
  if (gate.id !== decided.gate?.id)
    return {
      code: SCAN.misSort,
      words: 'scan.misSort',
      data: { gate: decided.gate?.code ?? '–', wrong: gate.code, wrongId: gate.id },
    }
  if (parcel.parcelStatus === PARCEL.SORTED)
    return {
      code: SCAN.alreadySorted,
      words: 'scan.sortedAgain',
      data: { gate: gate.code },
      confirmed: true,
    }
  await storePlace(tx, parcel, decided, decided.exception ? '3' : '2')
  // At the exception gate it waits for a decision: it is in stock, and not sorted.
  if (decided.exception)
    return {
      code: SCAN.toException,
      words: 'scan.atException',
      data: { gate: gate.code },
      confirmed: true,
    }
  const moved = await moveLocked(tx, [parcel], PARCEL.SORTED)
  await moved()
  await tx.emit(parcelSorted, { parcelIds: [parcel.id], depotId: parcel.depotId, at: nowIso() })
  return {
    code: SCAN.ok,
    words: 'scan.sorted',
    data: { gate: gate.code },
    confirmed: true,
    from: parcel.parcelStatus,
  }
}

/** The gate a barcode or a typed code names, at this depot. */
function named(gates: readonly Gate[], scanned: string): Gate | undefined {
  const id = gateOfBarcode(scanned)
  return gates.find(
    (gate) => gate.id === id || gate.code.toLowerCase() === scanned.trim().toLowerCase(),
  )
}

async function answer(
  tx: Tx,
  { no, gate }: Scan,
  depotId: string | null,
  outcome: Outcome,
): Promise<EnvelopeReply> {
  const { parcel, data = {}, from, decided = null } = outcome
  const scanId = await logScan(tx, {
    station: 'sort',
    no: gate === undefined ? no : `${no} → ${gate}`,
    code: outcome.code,
    words: outcome.words,
    data,
    parcelId: parcel?.id ?? null,
    batchId: null,
    depotId: depotId ?? tx.principal.depotIds?.[0] ?? null,
    ...(from === undefined ? {} : { effect: { from } }),
  })
  const result: SortingResult = {
    scanId,
    parcel: parcel ? await readParcel(tx, parcel.id) : null,
    warnings: [],
    gate: decided?.gate?.code ?? null,
    gateId: decided?.gate?.id ?? null,
    gateName: decided?.gate?.name ?? null,
    sortCode: decided?.sortCode ?? null,
    why: decided ? whyText(tx, decided.why) : '',
    confirmed: outcome.confirmed ?? false,
  }
  return new EnvelopeReply(outcome.code, outcome.words, await readableData(tx, data), result)
}

/** How many scans brought a parcel to a wrong gate since a moment, by that gate. */
export async function wrongScans(
  ctx: Ctx,
  depotId: string,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ gateId: string; count: number }>`
    select l.data -> 'data' ->> 'wrongId' as gate_id, count(*)::int as count
    from ${ctx.rows('scanLog').as('l')}
    where l.depot_id = ${depotId} and l.station = 'sort' and l.code = ${SCAN.misSort}
      and l.create_time >= ${since} group by 1`.execute(ctx.db)
  return new Map(rows.map(({ gateId, count }) => [gateId, count]))
}
