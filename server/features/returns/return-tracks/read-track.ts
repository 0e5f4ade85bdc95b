import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { gramsToKg } from '#contracts/kit/units.ts'
import {
  mayStep,
  POOLED,
  TRANSITIONS,
  type ReturnStep,
} from '#contracts/returns/return-tracks.states.ts'
import type { ForwardTo, TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import type { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { withoutRate } from '#server/features/money/tax/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { translate } from '#server/kit/http/texts.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { storedSuggestions, suggestionsIn } from './match-track.ts'
import { actionFeesOf } from './fees.ts'
import { photosOf } from './names.ts'
import { tracksIn, type Track } from './track.ts'

const DAY = 86_400_000

interface Names {
  customerName: string | null
  depotCode: string | null
  shipmentNo: string | null
  forwardNo: string | null
  previousNo: string | null
  serviceName: string | null
}

/** A track with its items, fees, steps and what its reader may do with it. */
export async function readTrack(
  ctx: Ctx,
  { id }: In<typeof returnTracks.queryById>,
): Promise<TrackDetail> {
  const track = (await tracksIn(ctx).where('id', '=', id).executeTakeFirst()) ?? failMissing()
  const { rows } = await sql<Names>`select c.name as customer_name, d.code as depot_code,
      s.serial_number as shipment_no, f.serial_number as forward_no, o.no as previous_no,
      case when ${ctx.lang === 'en_US'}::boolean then coalesce(v.name_en, v.name) else v.name end
        as service_name
    from ${ctx.rows('returnTrack').as('t')}
      left join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
      left join depot d on d.tenant_id = t.tenant_id and d.id = t.depot_id
      left join ${ctx.rows('shipment').as('s')} on s.id = t.shipment_id
      left join ${ctx.rows('shipment').as('f')} on f.id = t.forward_id
      left join ${ctx.rows('returnTrack').as('o')} on o.id = t.previous_id
      left join delivery_service v on v.tenant_id = t.tenant_id
        and v.id = (t.forward->>'serviceId')::bigint
    where t.id = ${id}`.execute(ctx.db)
  const row = { ...track, ...rows[0]! }
  const texts = await dictTexts(ctx)
  const staff = ctx.principal.customerId === null
  const sides = [row.length, row.width, row.height]
  return {
    id: row.id,
    version: row.version,
    no: row.no,
    trackNo: row.trackNo,
    state: row.state,
    state_dictText: texts('return_state', String(row.state)),
    customerId: row.customerId,
    customerName: row.customerName,
    depotId: row.depotId,
    depotCode: row.depotCode,
    place: row.place,
    carrier: row.carrier,
    senderText: row.senderText,
    senderPostalCode: row.senderPostalCode,
    goods: row.goods,
    weightKg: row.weight === null ? null : gramsToKg(row.weight),
    sizeCm: sides.every((side) => side !== null)
      ? sides.map((side) => side / 10).join(' × ')
      : null,
    arrivedAt: row.arrivedAt,
    grade: row.grade,
    value:
      row.value === null ? null : formatMoney({ minor: BigInt(row.value), currency: row.currency }),
    currency: row.currency,
    action: row.action,
    action_dictText: row.action ? texts('return_action', row.action) : '',
    actionNote: row.actionNote,
    decided: decidedWords(ctx, row),
    dueStep_dictText: row.dueStep ? texts('return_due_step', row.dueStep) : '',
    dueAt: row.dueAt,
    storageDays: storageDays(row),
    items: await itemsOf(ctx, id),
    fees: await feesOf(ctx, id, texts),
    actionFees: await actionFeesOf(ctx, row).catch(withoutRate),
    steps: await stepsOf(ctx, row, texts),
    suggestions:
      staff && ctx.can('ret:unconf:list') && POOLED.includes(row.state)
        ? await suggestionsIn(ctx, storedSuggestions(row.suggestions))
        : [],
    shipmentNo: row.shipmentNo,
    forwardNo: row.forwardNo,
    forward: forwardWords(row, texts),
    previousNo: row.previousNo,
    photos: await photosOf(ctx, id),
    may: stepsOpen(ctx, row.state),
    destroyBy: staff ? row.destroyBy : null,
  }
}

const STEP_PERMS = {
  distribute: 'ret:track:distribute',
  undoDistribute: 'ret:track:distribute',
  release: 'ret:unconf:release',
  withdraw: 'ret:unconf:release',
  refuse: 'ret:unconf:refuse',
  lose: 'ret:unconf:refuse',
  grade: 'ret:scan:scan',
  finish: 'ret:scan:scan',
} as const satisfies Partial<Record<ReturnStep, string>>

function stepsOpen(ctx: Ctx, state: number): string[] {
  return Object.keys(TRANSITIONS).filter((step) => {
    if (!mayStep(step as ReturnStep, state)) return false
    if (step === 'instruct') return ctx.can('ret:my:instruct') || ctx.can('ret:unconf:list')
    const perm = STEP_PERMS[step as keyof typeof STEP_PERMS] as
      | (typeof STEP_PERMS)[keyof typeof STEP_PERMS]
      | undefined
    return perm !== undefined && ctx.can(perm)
  })
}

/** Who or what decided what is done with it. */
export function decidedWords(
  ctx: Ctx,
  { action, actionBy, actionNote }: Pick<Track, 'action' | 'actionBy' | 'actionNote'>,
): string | null {
  if (action === null || actionBy === null) return null
  return [translate(ctx.lang, 'returns', `decidedBy.${actionBy}`), actionNote]
    .filter(Boolean)
    .join(': ')
}

/** Where a forwarding goes, as it was entered with the decision. */
function forwardWords(
  { action, forward, serviceName }: Pick<Track, 'action' | 'forward'> & Names,
  texts: (code: string, value: string) => string,
): TrackDetail['forward'] {
  const to = forward as unknown as ForwardTo | null
  if (action !== 'forward' || to === null) return null
  const lines = [
    to.name,
    to.company,
    [to.street, to.house].filter(Boolean).join(' '),
    [to.postalCode, to.city].filter(Boolean).join(' '),
    to.state,
    texts('country', to.country) || to.country,
    to.phone,
  ]
  return { service: serviceName ?? '', address: lines.filter(Boolean).join(', ') }
}

/** Whole days it lies in the depot, or lay there until it was done. */
export const storageDays = ({ arrivedAt, doneAt }: Pick<Track, 'arrivedAt' | 'doneAt'>): number =>
  arrivedAt === null
    ? 0
    : Math.max(
        0,
        Math.floor(((doneAt === null ? now() : Date.parse(doneAt)) - Date.parse(arrivedAt)) / DAY),
      )

async function itemsOf(ctx: Ctx, id: string): Promise<TrackDetail['items']> {
  const { rows } = await sql<{
    id: string
    sku: string
    name: string | null
    quantity: number
    grade: string | null
    serial: string | null
    note: string | null
  }>`select i.id, i.sku, i.name, i.quantity,
      i.grade, i.serial, i.note
    from ${ctx.rows('returnItem').as('i')} where i.track_id = ${id} order by i.id`.execute(ctx.db)
  return rows
}

async function feesOf(
  ctx: Ctx,
  id: string,
  texts: (code: string, value: string) => string,
): Promise<TrackDetail['fees']> {
  const { rows } = await sql<{
    kind: string
    amount: string
    currency: string
    at: string
    givenBackAt: string | null
  }>`select f.kind, f.amount, f.currency, f.create_time as at, f.given_back_at
    from ${ctx.rows('returnFee').as('f')} where f.track_id = ${id} order by f.id`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    amount: formatMoney({ minor: BigInt(row.amount), currency: row.currency }),
    kind_dictText: texts('return_fee_kind', row.kind),
  }))
}

/** The way of a track; an owner reads what happened since it was theirs, without names of staff. */
async function stepsOf(
  ctx: Ctx,
  track: Track,
  texts: (code: string, value: string) => string,
): Promise<TrackDetail['steps']> {
  const staff = ctx.principal.customerId === null
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{
    verb: string
    toState: number
    note: string | null
    doneBy: string | null
    at: string
  }>`select p.verb, p.to_state, p.note, p.create_by as done_by, p.create_time as at
    from ${tenant.rows('returnStep').as('p')}
    where p.track_id = ${track.id} and (${staff} or (p.customer_id = ${track.customerId}::bigint
      and p.create_time >= coalesce(${track.ownedAt}::timestamptz, '-infinity')))
    order by p.id`.execute(ctx.db)
  return rows.map(({ verb, toState, note, doneBy, at }) => ({
    verb,
    text: translate(ctx.lang, 'returns', `step.${verb}`),
    state_dictText: texts('return_state', String(toState)),
    note,
    doneBy: staff ? doneBy : null,
    at,
  }))
}
