import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { normaliseNumber } from '#contracts/commercial/numbers/normalise-number.ts'
import type { testTrack } from '#contracts/tracking/test-track.ts'
import { adapterKind, scenarioPayload } from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { storePushed } from '../push/process-webhook.ts'
import { ADAPTERS, readTrial, runPayload } from './run-payload.ts'

/** Payloads a tenant may keep. */
const CASES_MAX = 200

export async function scenario(
  ctx: Ctx,
  { courier, scenario: digit, trackNo }: In<typeof testTrack.scenario>,
): Promise<Out<typeof testTrack.scenario>> {
  const ours = trackNo ? await ourNumber(ctx, trackNo) : null
  return { payload: scenarioPayload(courier, digit, nowIso(), ours) }
}

async function ourNumber(ctx: Ctx, trackNo: string) {
  const found = await sql<{ number: string; leftAt: string | null }>`select t.number,
      date_trunc('second', p.outbound_at) + interval '1 second' as left_at
    from ${ctx.rows('trackingNumber').as('t')}
      join parcel as p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
    where t.number = ${normaliseNumber(trackNo)} and t.state = 1 limit 1`.execute(ctx.db)
  return (
    found.rows[0] ??
    failFields([{ path: 'trackNo', code: 'testTrack.notOurs', data: { number: trackNo } }])
  )
}

export async function trialCases(ctx: Ctx): Promise<Out<typeof testTrack.cases>> {
  const found = await sql<{
    id: string
    name: string
    courier: string
    payload: string
    createBy: string | null
    createTime: string
  }>`select c.id, c.name, c.courier, c.payload, c.create_by, c.create_time
    from ${ctx.rows('trackCase').as('c')} order by c.name, c.id limit ${CASES_MAX}`.execute(ctx.db)
  return found.rows
}

/** Keeps a payload with what it is read as now, to see later what a changed mapping makes of it. */
export async function keepCase(
  ctx: Ctx,
  { courier, payload, name }: In<typeof testTrack.keep>,
): Promise<Out<typeof testTrack.keep>> {
  const { events } = await runPayload(ctx, { courier, payload })
  return inTx(ctx, async (tx) => {
    const there = await sql<{ n: number }>`select count(*)::int as n
      from ${tx.rows('trackCase').as('c')}`.execute(tx.db)
    if ((there.rows[0]?.n ?? 0) >= CASES_MAX) fail('testTrack.tooManyCases', { max: CASES_MAX })
    const kept = await sql<{ id: string }>`insert into track_case
        (tenant_id, name, courier, payload, expected, create_by)
      values (${tx.principal.tenantId}, ${name}, ${courier}, ${payload}, ${JSON.stringify(events)},
        ${tx.principal.username})
      on conflict (tenant_id, name) do nothing returning id`.execute(tx.db)
    const id = kept.rows[0]?.id
    if (id === undefined) failFields([{ path: 'name', code: 'field.duplicate' }])
    await tx.audit('track_case', id, 'add', null, { name, courier })
    return { id }
  })
}

export function forgetCase(ctx: Ctx, { id }: In<typeof testTrack.forget>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const gone = await sql<{ name: string }>`delete from track_case as c
      where ${tx.rows('trackCase').where('c')} and c.id = ${id} returning c.name`.execute(tx.db)
    const { name } = gone.rows[0] ?? failMissing()
    await tx.audit('track_case', id, 'delete', { name }, null)
    return null
  })
}

/**
 * The payload as if its carrier had pushed it: our numbers take the events. Refused where a real
 * carrier is behind the courier, in whose name no user may speak; numbers of a real carrier are
 * passed over.
 */
export async function pushTrial(
  ctx: Ctx,
  { courier: dialect, payload }: In<typeof testTrack.push>,
): Promise<Out<typeof testTrack.push>> {
  const { courier, events } = await readTrial(ctx, dialect, payload)
  return inTx(ctx, async (tx) => {
    const simulated = await sql`select 1 from ${tx.rows('courier').as('c')}
      where c.code = ${courier} and c.simulated and c.api_base is null`.execute(tx.db)
    if (simulated.rows.length === 0) fail('testTrack.realCarrier', { courier })
    const numbers = await storePushed(
      tx,
      courier,
      events.map(({ read }) => ({ ...read, source: 'push' as const })),
      nowIso(),
      { general: adapterKind(tx, ADAPTERS[dialect])?.general, simulated: true },
    )
    if (numbers.length === 0) fail('testTrack.noNumber')
    const known = new Set(numbers.map(({ given }) => given))
    return {
      events: events.filter(({ read }) => known.has(read.trackNo)).length,
      numbers: numbers.map(({ number }) => number),
    }
  })
}
