import { sql } from 'kysely'
import { exampleOrders } from '#seeds/world/index.ts'
import type { MilestoneKind, WaybillKind } from '#contracts/depot/waybills.states.ts'
import { MILESTONE } from '#contracts/depot/waybills.states.ts'
import {
  addBatches,
  addMilestone,
  addWaybill,
  closeWaybill,
  generateHawbs,
} from './features/depot/waybills/index.ts'
import type { Ctx } from './kit/access/ctx.ts'
import { jobCtx } from './kit/jobs/jobs.ts'
import type { Deps } from './kit/runtime/deps.ts'

interface Way {
  kind: WaybillKind
  vehicle: string
  masterNo: string
  from: string
  to: string
}

/** One of each kind in turn; numbers have the check digits of their kind. */
const WAYS: readonly Way[] = [
  { kind: '1', vehicle: 'CV9734', masterNo: '172-12345675', from: 'HKG', to: 'LGG' },
  { kind: '2', vehicle: 'EVER ACE 051W', masterNo: 'MSKU1234565', from: 'CNYTN', to: 'DEHAM' },
  { kind: '3', vehicle: 'LKW 7', masterNo: 'WGM 88123', from: 'FRA', to: 'VIE' },
  { kind: '4', vehicle: 'X8083', masterNo: 'T20260088', from: 'XIY', to: 'DUI' },
  { kind: '1', vehicle: 'LH8419', masterNo: '020-76543213', from: 'FRA', to: 'MAD' },
  { kind: '3', vehicle: 'LKW 12', masterNo: 'B-214-KLM', from: 'FRA', to: 'WAW' },
  { kind: '1', vehicle: 'CA1043', masterNo: '999-10203045', from: 'PEK', to: 'FRA' },
  { kind: '3', vehicle: 'LKW 3', masterNo: 'HH-LK 77', from: 'FRA', to: 'LYS' },
]
/** The way of a waybill batch, and the words its parcels get. */
const STEPS: readonly (readonly [kind: MilestoneKind, template: string])[] = [
  [MILESTONE.departed, 'FLIGHT-DEP'],
  [MILESTONE.arrived, 'FLIGHT-ARR'],
  [MILESTONE.inCustoms, 'CUSTOMS'],
  [MILESTONE.released, 'CUSTOMS-OK'],
  [MILESTONE.handedOver, 'TO-CARRIER'],
]
const HOUR = 3_600_000

interface Shipped {
  ids: string[]
  depotId: string
  closedAt: string
}

/**
 * Waybill batches of four kinds from what depots shipped on the last days, the newest not yet gone,
 * each older one a step further, the oldest closed; air waybills with house waybills. Their milestones
 * are copied by the product's own job. The examples of docs/demo.md stay as they are described.
 */
export async function seedDemoLinehaul(deps: Deps, tenantId: string): Promise<void> {
  const ctx = jobCtx(deps, tenantId, { username: 'manager' })
  const { rows } = await sql<Shipped>`with days as (
      select b.depot_id, b.closed_at::date as day, array_agg(b.id order by b.id) as ids,
        max(b.closed_at) as closed_at
      from ${ctx.rows('outBatch').as('b')}
      where b.status = '1' and b.closed_at between now() - interval '50 days' and now() - interval '6 hours'
        and not exists (select 1 from ${ctx.rows('outBatchParcel').as('o')}
            join ${ctx.rows('parcel').as('p')} on p.id = o.parcel_id
            join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
          where o.batch_id = b.id and s.serial_number = any(${exampleOrders(1)}::text[]))
      group by 1, 2)
    select distinct on (day) ids, depot_id, closed_at from days
    order by day desc, cardinality(ids) desc limit ${WAYS.length}`.execute(ctx.db)
  for (const [at, day] of rows.entries()) await waybillOf(ctx, day, WAYS[at]!, at)
}

async function waybillOf(ctx: Ctx, day: Shipped, way: Way, at: number): Promise<void> {
  const left = Date.parse(day.closedAt) + HOUR
  const { id } = await addWaybill(ctx, {
    kind: way.kind,
    vehicle: way.vehicle,
    masterNo: way.masterNo,
    depotId: day.depotId,
    leg: 1,
    origin: way.from,
    destination: way.to,
    etd: utc(left).slice(0, 10),
    eta: utc(left + 48 * HOUR).slice(0, 10),
  })
  await addBatches(ctx, { id, outBatchIds: day.ids })
  if (way.kind === '1') await generateHawbs(ctx, { waybillId: id })
  for (const [turn, [kind, template]] of STEPS.slice(0, at).entries()) {
    const moment = left + (2 + 14 * turn) * HOUR
    if (moment > Date.now() - HOUR) return
    await addMilestone(ctx, {
      id,
      kind,
      nature: 'actual',
      templateId: await templateOf(ctx, template),
      at: utc(moment),
      timeZone: 'UTC',
      despite: false,
    })
  }
  if (at > STEPS.length) await close(ctx, id)
}

const utc = (moment: number): string =>
  new Date(moment).toISOString().slice(0, 16).replace('T', ' ')

async function templateOf(ctx: Ctx, code: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select t.id
    from ${ctx.rows('eventTemplate').as('t')} where t.code = ${code}`.execute(ctx.db)
  return rows[0]!.id
}

async function close(ctx: Ctx, id: string): Promise<void> {
  const { rows } = await sql<{ version: number }>`select w.version
    from ${ctx.rows('waybillBatch').as('w')} where w.id = ${id}`.execute(ctx.db)
  await closeWaybill(ctx, { id, version: rows[0]!.version, despite: true })
}
