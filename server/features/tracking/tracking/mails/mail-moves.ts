import { sql } from 'kysely'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { parcelTracked } from '#contracts/tracking/tracking.events.ts'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { parseLocalTime } from '../events/normalise-event.ts'
import { mailFollower, siteOf, type Follow } from './follower-mail.ts'

const KINDS = ['shipped', 'onVan', 'ready', 'failed', 'delivered'] as const
type Kind = (typeof KINDS)[number]
const KIND_OF: Partial<Record<number, Kind>> = {
  [TRACK.OUTBOUND]: 'shipped',
  [TRACK.ACCEPTED]: 'shipped',
  [TRACK.IN_TRANSIT]: 'shipped',
  [TRACK.OUT_FOR_DELIVERY]: 'onVan',
  [TRACK.READY_FOR_PICKUP]: 'ready',
  [TRACK.ATTEMPT_FAILED]: 'failed',
  [TRACK.DELIVERED]: 'delivered',
}
const HOUR = 3_600_000
/** What happened longer ago is not written about any more. */
const FRESH = 24 * HOUR
/** A wall clock of an unknown zone may be that far from ours. */
const ANY_ZONE = 14 * HOUR

const BY_COUNTRY: Readonly<Record<string, PublicLang>> = {
  ...Object.fromEntries(['DE', 'AT', 'CH', 'LI'].map((code) => [code, 'de_DE'])),
  ...Object.fromEntries(['FR', 'MC'].map((code) => [code, 'fr_FR'])),
  ...Object.fromEntries(['CN', 'HK', 'MO', 'TW'].map((code) => [code, 'zh_CN'])),
}

subscribe(parcelTracked, 'tracking.mailMoves', (ctx, { parcelIds }) =>
  inTx(asSystem(ctx, ctx.principal.tenantId), async (tx) => {
    const site = await siteOf(tx)
    if (site !== null) await mailMoves(tx, site, parcelIds)
  }),
)

interface Move {
  parcelId: string
  status: number
  no: string
  email: string | null
  country: string
  /** Whether the customer wants its recipient to hear of this status. */
  wanted: boolean
  at: string | null
  localTime: string | null
  timeZone: string | null
  /** It left more than two days ago: "shipped" comes too late then. */
  leftLongAgo: boolean
}

/** News of parcels that moved, to those who follow them and to recipients, as the customer wishes. */
export async function mailMoves(tx: Tx, site: string, ids: readonly string[]): Promise<void> {
  for (const move of await movesOf(tx, ids)) {
    const kind = KIND_OF[move.status]
    if (!kind || isLate(move) || (kind === 'shipped' && move.leftLongAgo)) continue
    if (move.wanted && move.email !== null) await includeRecipient(tx, move, move.email)
    const day = (move.at ?? nowIso()).slice(0, 10)
    // A van comes once a day, and a parcel is tried again on another.
    const occasion = kind === 'onVan' || kind === 'failed' ? `${kind}:${day}` : kind
    for (const follow of await readersOf(tx, move, kind, occasion)) {
      await mailFollower(tx, site, follow, { key: kind, no: move.no })
    }
  }
}

async function movesOf(ctx: Ctx, ids: readonly string[]): Promise<Move[]> {
  const { rows } = await sql<Move>`select p.id as parcel_id, p.tracking_status as status,
      coalesce(p.track_no, p.serial_number) as no, lower(s.email) as email, s.country,
      coalesce(case
        when p.tracking_status in (${TRACK.OUTBOUND}, ${TRACK.ACCEPTED}, ${TRACK.IN_TRANSIT})
          then m.shipped
        when p.tracking_status = ${TRACK.OUT_FOR_DELIVERY} then m.on_van
        when p.tracking_status = ${TRACK.READY_FOR_PICKUP} then m.ready
        when p.tracking_status = ${TRACK.ATTEMPT_FAILED} then m.failed end, false) as wanted,
      v.at, v.local_time, v.time_zone,
      coalesce(p.outbound_at < now() - interval '2 days', false) as left_long_ago
    from ${ctx.rows('parcel').as('p')}
      join ${ctx.rows('shipment').as('s')} on s.id = p.shipment_id
      left join ${ctx.rows('recipientMail').as('m')} on m.customer_id = p.customer_id
      join lateral (select e.at, e.local_time, e.time_zone
        from ${ctx.rows('trackingEvent').as('e')}
        where e.parcel_id = p.id and e.status = p.tracking_status and e.effect = 'move'
          and e.visible and not e.cancelled and not e.repeated
        order by coalesce(e.at, e.received_at) desc, e.id desc limit 1) v on true
    where p.id = any(${ids}::bigint[]) order by p.id`.execute(ctx.db)
  return rows
}

function isLate({ at, localTime, timeZone }: Move): boolean {
  if (at !== null) return now() - Date.parse(at) > FRESH
  const { local } = parseLocalTime(localTime ?? '', timeZone)
  return local === null || now() - Date.parse(`${local}Z`) > FRESH + ANY_ZONE
}

/** The recipient follows its parcel from now on, unless it ended the mails of this customer. */
async function includeRecipient(tx: Tx, move: Move, email: string): Promise<void> {
  const ended = await sql`select 1 from ${tx.rows('trackFollow').as('f')}
      join ${tx.rows('parcel').as('o')} on o.id = f.parcel_id
      join ${tx.rows('parcel').as('p')} on p.customer_id = o.customer_id
    where f.email = ${email} and f.ended_at is not null and p.id = ${move.parcelId}
    limit 1`.execute(tx.db)
  if (ended.rows.length > 0) return
  await sql`insert into track_follow (tenant_id, parcel_id, email, lang, source, confirmed_at,
      create_by)
    values (${tx.principal.tenantId}, ${move.parcelId}, ${email},
      ${BY_COUNTRY[move.country] ?? 'en_US'}, 'customer', now(), ${tx.principal.username})
    on conflict do nothing`.execute(tx.db)
}

/** Who is written to of this move and was not yet: noted in the same statement. */
async function readersOf(
  tx: Tx,
  { parcelId, email, wanted }: Move,
  kind: Kind,
  occasion: string,
): Promise<readonly Follow[]> {
  const { rows } = await sql<Follow>`with noted as (
      insert into track_mail (tenant_id, follow_id, occasion)
      select f.tenant_id, f.id, ${occasion} from track_follow as f
      where ${tx.rows('trackFollow').where('f')} and f.parcel_id = ${parcelId}
        and f.confirmed_at is not null and f.ended_at is null
        and (f.source = 'visitor' or (${wanted} and f.email = ${email}))
        -- Who knows of a later step gets no mail that it left.
        and (${kind} <> 'shipped' or not exists (select 1 from track_mail o
          where o.tenant_id = f.tenant_id and o.follow_id = f.id and o.occasion not like 'confirm:%'))
      on conflict do nothing returning follow_id)
    select f.id, f.email, f.lang from noted n join ${tx.rows('trackFollow').as('f')}
      on f.id = n.follow_id order by f.id`.execute(tx.db)
  return rows
}
