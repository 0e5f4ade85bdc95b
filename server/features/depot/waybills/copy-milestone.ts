import { sql } from 'kysely'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import type { MilestoneState } from '#contracts/depot/waybills.states.ts'
import { addTemplatedEvent, withdrawMarked } from '#server/features/tracking/tracking/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'

/** Copies a milestone to the parcels of its waybill batch, or takes it back from them. */
export const copyMilestone = job('waybills.copyMilestone', z.object({ milestoneId: idText }))
const AT_ONCE = 500

interface Work {
  id: string
  version: number
  waybillId: string
  templateId: string
  at: string
  place: string | null
  country: string | null
  state: MilestoneState
  replacesId: string | null
  position: string
  parcels: number
  refused: number
  reason: string | null
  createTime: string
}

// Rows and position are one transaction: a process that dies leaves a place to go on from.
defineJob(
  copyMilestone,
  async (ctx, { milestoneId }) => {
    while (await inTx(ctx, (tx) => copySome(tx, milestoneId)));
  },
  // What could not go on, as its template was removed, can be corrected and taken back.
  (ctx, { milestoneId }) =>
    inTx(ctx, async (tx) => {
      await change(tx, 'waybillMilestone', milestoneId, { state: 'done' }, { unlogged: 'all' })
    }),
)

/** Parcels that came later get it too; those that have it are left as they are. */
export async function copyAgain(tx: Tx, milestoneId: string): Promise<void> {
  await change(tx, 'waybillMilestone', milestoneId, {
    state: 'copying',
    position: '0',
    parcels: 0,
    refused: 0,
  })
  await tx.job(copyMilestone, { milestoneId })
}

async function copySome(tx: Tx, milestoneId: string): Promise<boolean> {
  const found = await sql<Work>`select m.id, m.version, m.waybill_id, m.template_id, m.at,
      m.place, m.country, m.state, m.replaces_id, m.position, m.parcels, m.refused, m.reason, m.create_time
    from waybill_milestone as m
    where ${tx.rows('waybillMilestone').where('m')} and m.id = ${milestoneId} for update`.execute(
    tx.db,
  )
  const work = found.rows[0]
  if (!work || (work.state !== 'copying' && work.state !== 'takingBack')) return false
  const { rows } = await sql<Target>`select x.parcel_id,
      coalesce(p.track_no, p.serial_number) as no, x.create_time as added_at,
      x.takes_past
    from ${tx.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
    where x.waybill_id = ${work.waybillId} and x.parcel_id > ${work.position}
    order by x.parcel_id limit ${AT_ONCE}`.execute(tx.db)
  const last = rows.at(-1)
  if (!last) {
    const state = work.state === 'copying' ? 'done' : 'takenBack'
    await change(tx, 'waybillMilestone', work, { state }, { unlogged: 'all' })
    return false
  }
  const counts = await (work.state === 'copying' ? copy(tx, work, rows) : takeBack(tx, work, rows))
  await change(
    tx,
    'waybillMilestone',
    work,
    { position: last.parcelId, ...counts },
    { unlogged: 'all' },
  )
  return true
}

interface Target {
  parcelId: string
  no: string
  addedAt: string
  takesPast: boolean
}
type Targets = readonly Target[]

const markOf = (milestoneId: string): string => `milestone ${milestoneId}`

async function copy(tx: Tx, work: Work, targets: Targets) {
  const wanted = await takersOf(tx, work, targets)
  const { templateId, at, place, country } = work
  const { added, known, refused } = await addTemplatedEvent(
    tx,
    wanted,
    { templateId, at: new Date(at).toISOString(), place, country },
    markOf(work.id),
  )
  return { parcels: work.parcels + added + known, refused: work.refused + refused }
}

/**
 * Parcels that came later without what happened before stay without it. The milestone this one
 * corrects is taken back as this one is added: at no time are there two.
 */
async function takersOf(tx: Tx, work: Work, targets: Targets): Promise<Targets> {
  if (work.replacesId === null)
    return targets.filter(
      ({ takesPast, addedAt }) => takesPast || Date.parse(addedAt) <= Date.parse(work.createTime),
    )
  const { rows } = await sql<{ reason: string | null }>`select m.reason
    from ${tx.rows('waybillMilestone').as('m')} where m.id = ${work.replacesId}`.execute(tx.db)
  const reason = rows[0]?.reason ?? ''
  const had = new Set(await withdrawMarked(tx, idsOf(targets), markOf(work.replacesId), reason))
  return targets.filter(({ takesPast, parcelId }) => takesPast || had.has(parcelId))
}

async function takeBack(tx: Tx, work: Work, targets: Targets) {
  const gone = await withdrawMarked(tx, idsOf(targets), markOf(work.id), work.reason ?? '')
  return { parcels: Math.max(0, work.parcels - gone.length) }
}

const idsOf = (targets: Targets): string[] => targets.map(({ parcelId }) => parcelId)
