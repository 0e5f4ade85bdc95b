import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAYLOAD_MAX, type Dialect, type testTrack } from '#contracts/tracking/test-track.ts'
import type { MappingRow, TrackEvent } from '#contracts/tracking/tracking.events.ts'
import {
  onceEach,
  readPayload,
  type PayloadProblem,
  type ReadEvent,
} from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { deriveTrackingStatus } from '../events/derive-tracking-status.ts'
import { normaliseEvent, parseLocalTime } from '../events/normalise-event.ts'
import { mappingsOf } from '../mapping/mappings.ts'

export type Outcome = Out<typeof testTrack.run>
type Shown = Outcome['events'][number]

/** The adapter of a dialect, as couriers name it. */
export const ADAPTERS: Readonly<Record<Dialect, string>> = {
  dhl: 'dhl',
  'dhl-parcel-de': 'dhl',
  gls: 'gls',
  '17track': '17track',
}

/** Reads a payload on trial: each event once, what it means and by what. Refuses what is no tracking. */
export async function runPayload(
  ctx: Ctx,
  { courier, payload, caseId }: In<typeof testTrack.run>,
): Promise<Outcome> {
  const trial = await readTrial(ctx, courier, payload)
  const events = trial.events.map(({ read, event }) => shown(read, event, trial.mappings))
  const before = caseId ? await expectedOf(ctx, caseId) : null
  return {
    courier: trial.courier,
    events,
    states: statesOf(trial.events.map(({ event }) => event)),
    differences: before ? differences(before, events) : [],
  }
}

interface Trial {
  courier: string
  mappings: MappingRow[]
  events: { read: ReadEvent; event: TrackEvent }[]
}

/** The events of a payload by the tenant's own mapping, the newest first. */
export async function readTrial(ctx: Ctx, dialect: Dialect, payload: unknown): Promise<Trial> {
  if (typeof payload === 'string' && payload.length > PAYLOAD_MAX)
    failFields([{ path: 'payload', code: 'field.tooLong' }])
  const courier = await courierOf(ctx, dialect)
  const read = readPayload(dialect, payload, { courier, source: 'import', receivedAt: nowIso() })
  if (read.problem) refuse(read.problem)
  const mappings = await mappingsOf(ctx, courier)
  const once = onceEach(read.events, (event) => {
    const { utc, local } = parseLocalTime(event.rawTime, event.timeZone)
    return utc ?? local ?? event.rawTime
  })
  const events = once
    .map((one) => ({ read: one, event: normaliseEvent(one, mappings) }))
    .toSorted((a, b) => placeOf(b) - placeOf(a))
  return { courier, mappings, events }
}

const placeOf = ({ read, event }: Trial['events'][number]): number => {
  const time = event.utc ?? read.statedUtc ?? (event.local === null ? null : `${event.local}Z`)
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time)
}

/** The tenant's courier of the dialect; without one the carrier's own name. */
async function courierOf(ctx: Ctx, dialect: Dialect): Promise<string> {
  const adapter = ADAPTERS[dialect]
  const found = await sql<{ code: string }>`select c.code from ${ctx.rows('courier').as('c')}
    where c.adapter = ${adapter} or c.code = ${adapter.toUpperCase()}
    order by c.adapter = ${adapter} desc, c.id limit 1`.execute(ctx.db)
  return found.rows[0]?.code ?? adapter.toUpperCase()
}

function refuse({ code, detail }: PayloadProblem): never {
  return detail === null ? fail(`testTrack.${code}`) : fail(`testTrack.${code}.words`, { detail })
}

function shown(read: ReadEvent, event: TrackEvent, mappings: readonly MappingRow[]): Shown {
  const row = mappings.find(({ id }) => id === event.mappingId)
  const byCode = row && (row.rawCode !== null || row.reasonCode !== null)
  return {
    trackNo: event.trackNo,
    time: event.rawTime,
    utc: event.utc ?? read.statedUtc ?? null,
    offsetKnown: event.offsetMin !== null,
    local: event.local,
    status: event.status,
    subStatus: event.sub,
    effect: event.effect,
    place: event.place,
    country: event.country,
    text: event.rawText,
    code: event.rawCode,
    reason: event.reasonCode,
    mappedBy: event.unmapped ? 'default' : row ? (byCode ? 'code' : 'pattern') : 'words',
    mappingId: event.mappingId,
  }
}

function statesOf(events: readonly TrackEvent[]): Outcome['states'] {
  return [...Map.groupBy(events, ({ trackNo }) => trackNo)].map(([trackNo, group]) => {
    const { status, sub } = deriveTrackingStatus(group)
    return { trackNo, status, subStatus: sub }
  })
}

async function expectedOf(ctx: Ctx, id: string): Promise<Shown[]> {
  const found = await sql<{ expected: Shown[] }>`select c.expected
    from ${ctx.rows('trackCase').as('c')} where c.id = ${id}`.execute(ctx.db)
  return found.rows[0]?.expected ?? failMissing()
}

const meaning = ({ effect, status, subStatus }: Shown): string =>
  effect === 'move' ? `${String(status).padStart(2, '0')} ${subStatus ?? ''}` : effect

/** What came, went or is read otherwise than when the case was stored. */
function differences(before: readonly Shown[], after: readonly Shown[]): Outcome['differences'] {
  const keyOf = ({ trackNo, time, text, code, reason }: Shown) =>
    JSON.stringify([trackNo, time, text, code, reason])
  const was = new Map(before.map((event) => [keyOf(event), event]))
  const now = new Map(after.map((event) => [keyOf(event), event]))
  return [...new Map([...was, ...now])].flatMap(([key, { time, text }]) => {
    const [old, fresh] = [was.get(key), now.get(key)]
    const [left, right] = [old ? meaning(old) : null, fresh ? meaning(fresh) : null]
    if (left === right) return []
    const kind = old === undefined ? ('+' as const) : fresh === undefined ? '-' : '~'
    return [{ kind, time, text, before: left, after: right }]
  })
}
