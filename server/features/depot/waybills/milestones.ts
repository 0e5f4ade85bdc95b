import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { MILESTONE, skipped, waybillStatus } from '#contracts/depot/waybills.states.ts'
import type { MilestoneKind, MilestoneState, Nature } from '#contracts/depot/waybills.states.ts'
import type { waybillBatches } from '#contracts/depot/waybills.ts'
import { loadTemplate } from '#server/features/tracking/tracking/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { momentsIn } from '#server/kit/db/business-day.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { copyMilestone } from './copy-milestone.ts'
import { loadWaybill, lockWaybill, type Waybill } from './lock-waybill.ts'

export interface Mark {
  id: string
  version: number
  kind: MilestoneKind
  nature: Nature
  state: MilestoneState
  templateId: string
  words: string
  at: string
  dayOnly: boolean
  timeZone: string
  place: string | null
  country: string | null
}

/** What a waybill batch has of milestones, as they were noted. */
export async function marksOf(ctx: Ctx, waybillId: string): Promise<Mark[]> {
  const { rows } = await sql<Mark>`select m.id, m.version, m.kind, m.nature, m.state, m.template_id,
      m.words, m.at, m.day_only, m.time_zone, m.place, m.country
    from ${ctx.rows('waybillMilestone').as('m')}
    where m.waybill_id = ${waybillId} order by m.id`.execute(ctx.db)
  return rows
}

interface Moment {
  at: string
  dayOnly: boolean
  timeZone: string
  local: string
}

/**
 * The moment of a time by the clock of its place. A day without an hour is its last minute, after
 * what has an hour; today's is now.
 */
async function momentOf(
  ctx: Ctx,
  { at, timeZone }: { at: string; timeZone?: string | null | undefined },
  waybill: Waybill,
  nature: Nature,
): Promise<Moment> {
  const zone = timeZone || waybill.timeZone
  if (!isZone(zone)) failFields([{ path: 'timeZone', code: 'waybill.zone' }])
  const dayOnly = at.length === 10
  const { end, begins } = await momentsIn(ctx, zone, {
    end: dayOnly ? `${at} 23:59` : at,
    begins: at,
  })
  if (nature !== 'actual') return { at: end, dayOnly, timeZone: zone, local: at }
  const minute = Math.floor(now() / 60_000) * 60_000
  if (Date.parse(begins) > minute) failFields([{ path: 'at', code: 'waybill.future' }])
  const happened = Date.parse(end) > minute ? new Date(minute).toISOString() : end
  return { at: happened, dayOnly, timeZone: zone, local: at }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export async function previewMilestone(
  ctx: Ctx,
  { id, kind, nature, templateId, ...given }: In<typeof waybillBatches.previewMilestone>,
): Promise<Out<typeof waybillBatches.previewMilestone>> {
  const waybill = await loadWaybill(ctx, id)
  const { text, textEn } = await loadTemplate(ctx, templateId)
  const { at, local } = await momentOf(ctx, given, waybill, nature)
  const { rows } = await sql<{
    parcels: number
    customers: number
  }>`select count(*)::int as parcels,
      count(distinct p.customer_id)::int as customers
    from ${ctx.rows('waybillParcel').as('x')}
      join parcel p on p.tenant_id = x.tenant_id and p.id = x.parcel_id
    where x.waybill_id = ${id}`.execute(ctx.db)
  const counted = rows[0]!
  const texts = await dictTexts(ctx)
  const before = nature === 'actual' ? skipped(kind, await marksOf(ctx, id)) : []
  return {
    parcels: nature === 'actual' ? counted.parcels : 0,
    customers: nature === 'actual' ? counted.customers : 0,
    skipped: before.map((one) => texts('waybill_milestone', one)),
    words: ctx.lang === 'zh_CN' ? text : textEn,
    local,
    utc: at,
  }
}

/**
 * Notes a milestone. One that has happened is copied to every parcel in the background; one that is
 * planned or estimated moves the departure or arrival of the batch and adds no event.
 */
export function addMilestone(
  ctx: Ctx,
  {
    id,
    kind,
    nature,
    templateId,
    despite,
    place,
    country,
    ...given
  }: In<typeof waybillBatches.addMilestone>,
): Promise<Out<typeof waybillBatches.addMilestone>> {
  return inTx(ctx, async (tx) => {
    const waybill = await lockWaybill(tx, id, false)
    const { text: words } = await loadTemplate(tx, templateId)
    const moment = await momentOf(tx, given, waybill, nature)
    if (nature === 'actual') await requireNext(tx, waybill, kind, despite)
    const made = await insert(tx, id, {
      kind,
      nature,
      templateId,
      words,
      ...moment,
      place: place || null,
      country: country?.toUpperCase() ?? null,
      replacesId: null,
    })
    if (nature === 'actual') await tx.job(copyMilestone, { milestoneId: made })
    await follow(tx, waybill, nature === 'actual' ? {} : plannedDays(kind, moment))
    return { id: made }
  })
}

async function requireNext(
  tx: Tx,
  waybill: Waybill,
  kind: MilestoneKind,
  despite: boolean,
): Promise<void> {
  if (waybill.pieces === 0) fail('waybill.empty', { label: waybill.no })
  const marks = await marksOf(tx, waybill.id)
  const texts = await dictTexts(tx)
  const isThere = ({ nature, state, kind: other }: Mark) =>
    other === kind && nature === 'actual' && (state === 'copying' || state === 'done')
  if (kind !== MILESTONE.other && marks.some(isThere))
    fail('waybill.again', { label: waybill.no, milestone: texts('waybill_milestone', kind) })
  const before = skipped(kind, marks)
  if (before.length > 0 && !despite)
    fail('waybill.skips', {
      label: waybill.no,
      milestones: before.map((one) => texts('waybill_milestone', one)).join(', '),
    })
}

const plannedDays = (kind: MilestoneKind, { local, dayOnly }: Moment) => {
  const [day, hour] = [local.slice(0, 10), dayOnly ? null : local.slice(11)]
  if (kind === MILESTONE.departed) return { etd: day, etdTime: hour }
  return kind === MILESTONE.arrived ? { eta: day, etaTime: hour } : {}
}

interface NewMark extends Moment {
  kind: string
  nature: Nature
  templateId: string
  words: string
  place: string | null
  country: string | null
  replacesId: string | null
}
async function insert(tx: Tx, waybillId: string, one: NewMark): Promise<string> {
  const state = one.nature === 'actual' ? 'copying' : 'done'
  const { rows } = await sql<{ id: string }>`insert into waybill_milestone (tenant_id, waybill_id,
      kind, nature, template_id, words, at, day_only, time_zone, place, country, state, replaces_id,
      create_by)
    values (${tx.principal.tenantId}, ${waybillId}, ${one.kind}, ${one.nature}, ${one.templateId},
      ${one.words}, ${one.at}, ${one.dayOnly}, ${one.timeZone}, ${one.place}, ${one.country},
      ${state}, ${one.replacesId}, ${tx.principal.username}) returning id`.execute(tx.db)
  const { id } = rows[0]!
  await tx.audit('waybill_milestone', id, 'add', null, {
    kind: one.kind,
    nature: one.nature,
    at: one.at,
    place: one.place,
  })
  return id
}

/** Status of a waybill batch from the milestones it has, in the same transaction. */
async function follow(tx: Tx, waybill: Waybill, patch: object = {}): Promise<void> {
  const status = waybillStatus(await marksOf(tx, waybill.id))
  await change(tx, 'waybillBatch', waybill, { ...patch, status })
}

async function lockMark(tx: Tx, milestoneId: string, version: number) {
  const found = await sql<{ waybillId: string }>`select m.waybill_id
    from ${tx.rows('waybillMilestone').as('m')} where m.id = ${milestoneId}`.execute(tx.db)
  const { waybillId } = found.rows[0] ?? failMissing()
  const waybill = await lockWaybill(tx, waybillId, false)
  const mark = (await marksOf(tx, waybillId)).find(({ id }) => id === milestoneId) ?? failMissing()
  if (mark.state === 'copying' || mark.state === 'takingBack')
    fail('waybill.busy', { label: mark.words })
  if (mark.state === 'takenBack') fail('waybill.takenBack', { label: mark.words })
  if (mark.version !== version) failConflict('row.stale', null, { label: mark.words })
  return { waybill, mark }
}

/** The former is taken back from each parcel as the new one is added: at no time are there two. */
export function correctMilestone(
  ctx: Ctx,
  {
    milestoneId,
    version,
    reason,
    place,
    country,
    ...given
  }: In<typeof waybillBatches.correctMilestone>,
): Promise<Out<typeof waybillBatches.correctMilestone>> {
  return inTx(ctx, async (tx) => {
    const { waybill, mark } = await lockMark(tx, milestoneId, version)
    const moment = await momentOf(tx, given, waybill, mark.nature)
    const where = { place: place || mark.place, country: country?.toUpperCase() ?? mark.country }
    if (
      Date.parse(moment.at) === Date.parse(mark.at) &&
      where.place === mark.place &&
      where.country === mark.country
    )
      failFields([{ path: 'at', code: 'waybill.sameTime' }])
    await loadTemplate(tx, mark.templateId)
    await change(tx, 'waybillMilestone', milestoneId, { state: 'takenBack', reason })
    const { kind, nature, templateId, words } = mark
    const id = await insert(tx, waybill.id, {
      kind,
      nature,
      templateId,
      words,
      ...moment,
      ...where,
      replacesId: milestoneId,
    })
    if (nature === 'actual') await tx.job(copyMilestone, { milestoneId: id })
    await follow(tx, waybill, nature === 'actual' ? {} : plannedDays(kind, moment))
    return { id }
  })
}

/** Takes a milestone back from all parcels; customers see it no more, staff see both lines. */
export function takeBackMilestone(
  ctx: Ctx,
  { milestoneId, version, reason }: In<typeof waybillBatches.takeBackMilestone>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const { waybill, mark } = await lockMark(tx, milestoneId, version)
    const isCopied = mark.nature === 'actual'
    await change(tx, 'waybillMilestone', milestoneId, {
      state: isCopied ? 'takingBack' : 'takenBack',
      position: '0',
      reason,
    })
    if (isCopied) await tx.job(copyMilestone, { milestoneId })
    await follow(tx, waybill)
    return null
  })
}
