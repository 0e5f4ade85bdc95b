import type { In, Out } from '#contracts/kit/endpoint.ts'
import { STATIC } from '#contracts/kit/static-files.ts'
import { normaliseNumber, spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { splitTrackNumbers, TRACK_NUMBER } from '#contracts/tracking/public-tracking.limits.ts'
import type { PublicTrackEvent, PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { tracking } from '#contracts/tracking/tracking.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { batchCalls } from '#server/kit/db/batch-calls.ts'
import type { Database } from '#server/kit/db/database.ts'
import type { Env } from '#server/kit/runtime/env.ts'
import type { DailyLimit } from './daily-limit.ts'
import { expectedOf } from '../expected/expected-delivery.ts'
import { pickupDepots } from './pickup-depots.ts'
import { offsetText, parseLocalTime } from '../events/normalise-event.ts'

/**
 * One statement for all numbers of a question, prepared once per connection. It reaches across
 * tenants on purpose: a visitor has none, and a number belongs to one parcel of one tenant. What it
 * selects is all the public may know.
 */
const queryFor = (
  which: string,
) => `select t.number, t.courier_code as code, c.name, c.name_en, c.logo, p.tracking_status as status,
    p.tracking_sub as sub, s.country, e.events, p.outbound_at, d.low_hours, d.median_hours,
    d.high_hours, d.deliveries,
    exists (select 1 from company_profile f where f.tenant_id = t.tenant_id and f.site_url <> '')
      as site,
    exists (select 1 from message_channel m where m.tenant_id = t.tenant_id and m.channel = '2'
      and m.enabled) as mailer
  from tracking_number t
  join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
  join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
  left join courier c on c.tenant_id = t.tenant_id and c.code = t.courier_code
  left join lateral (
    select json_agg(json_build_array(v.at, v.offset_min, v.local_time, v.place, v.country, v.status,
        v.sub, case when not v.text_hidden then v.raw_text end, v.time_zone,
        case when not v.text_hidden then v.text_en end)
        order by v.at desc nulls last, v.id desc) as events
    from tracking_event v
    where v.tenant_id = p.tenant_id and v.parcel_id = p.id and v.visible and not v.cancelled
      and not v.repeated and v.effect = 'move'
  ) e on true
  left join lateral (
    select h.low_hours, h.median_hours, h.high_hours, h.deliveries from delivery_time h
    where p.outbound_at is not null and p.tracking_status < ${TRACK.DELIVERED}
      and h.tenant_id = p.tenant_id and h.service_id = p.service_id and h.country = s.country
      and h.area in ('', upper(left(replace(coalesce(s.postal_code, ''), ' ', ''), 2)))
    order by h.area desc limit 1
  ) d on true
  where t.number ${which} and t.state = 1 and t.visible`
/** Visitors that ask for one number each at the same moment are answered by one statement. */
const TOGETHER = { atOnce: 4, max: 8 }
/**
 * One number, as most visitors ask, has a text of its own, and so have a few: a plan for any number
 * of them is made again with every look-up and costs more than the look-up.
 */
const ONE = { name: 'public-tracking-one', text: queryFor('= $1') }
const FEW = {
  name: 'public-tracking-few',
  text: queryFor(`in (${Array.from({ length: TOGETHER.max }, (_, at) => `$${at + 1}`).join()})`),
}
const MANY = { name: 'public-tracking', text: queryFor('= any($1)') }

const FEW_PLACES = Array.from({ length: TOGETHER.max }, (_, at) => at)

type PublicEventRow = [
  at: string | null,
  offsetMin: number | null,
  localTime: string | null,
  place: string | null,
  country: string | null,
  status: number,
  sub: string | null,
  text: string | null,
  zone: string | null,
  textEn: string | null,
]
interface Row {
  number: string
  code: string | null
  name: string | null
  name_en: string | null
  logo: string | null
  status: number
  sub: string | null
  country: string
  events: PublicEventRow[] | null
  outbound_at: string | null
  low_hours: number | null
  median_hours: number
  high_hours: number
  deliveries: number
  site: boolean
  mailer: boolean
}

/**
 * The visitors' look-up. An unknown number, one that was withdrawn and one that is not public are
 * answered alike.
 */
export function publicQuery(db: Database, daily: DailyLimit | null) {
  const together = batchCalls<string, Row | undefined>(TOGETHER, async (numbers) => {
    const query =
      numbers.length === 1
        ? { ...ONE, values: [...numbers] }
        : { ...FEW, values: FEW_PLACES.map((at) => numbers[at] ?? null) }
    const { rows } = await db.pool.query<Row>(query)
    return numbers.map((number) => rows.find((row) => row.number === number))
  })
  const rowsOf = async (numbers: readonly string[]): Promise<readonly Row[]> => {
    if (numbers.length === 1) {
      const row = await together(numbers[0]!)
      return row ? [row] : []
    }
    return numbers.length === 0
      ? []
      : (await db.pool.query<Row>({ ...MANY, values: [numbers] })).rows
  }
  return async (
    ctx: Ctx,
    { nos, lang }: In<typeof tracking.query>,
  ): Promise<Out<typeof tracking.query>> => {
    daily?.spend(ctx.http?.ip ?? '')
    const requested = splitTrackNumbers(nos).map((no) => ({ no, spellings: publicSpellings(no) }))
    const numbers = requested.flatMap(({ spellings }) => spellings)
    const rows = await rowsOf(numbers)
    const spoken = lang ?? ctx.lang
    const ready = rows.filter(({ status }) => status === TRACK.READY_FOR_PICKUP)
    const pickups = await pickupDepots(
      db,
      ready.map(({ number }) => number),
      spoken,
    )
    return {
      items: requested.map(({ no, spellings }) => {
        const row = rows.find((one) => spellings.includes(one.number))
        const item = itemOf(no, row, spoken !== 'zh_CN', ctx.deps.env)
        const pickup = row && pickups.get(row.number)
        // A status that only hidden events give is not shown, nor the place it means.
        return pickup && item.status === TRACK.READY_FOR_PICKUP ? { ...item, pickup } : item
      }),
    }
  }
}

/** Public numbers are stored with their 00: an SSCC typed so keeps the statement for one number. */
export function publicSpellings(no: string): string[] {
  const number = normaliseNumber(no)
  return spellingsOf(number).filter(
    (one) => TRACK_NUMBER.test(one) && one.length >= number.replaceAll('-', '').length,
  )
}

function itemOf(
  no: string,
  row: Row | undefined,
  english: boolean,
  { basePath, smtpUrl }: Pick<Env, 'basePath' | 'smtpUrl'>,
): PublicTrackItem {
  if (!row) return { no, found: false, events: [] }
  const courier = (english ? (row.name_en ?? row.name) : row.name) ?? row.code
  const events = timeline(row.events ?? [], english)
  return {
    no,
    found: true,
    ...(courier ? { courier } : {}),
    ...(row.logo ? { logo: `${basePath}${STATIC}/${row.logo}` } : {}),
    ...standing(row, events),
    destination: { country: row.country },
    ...expectedIn(row),
    ...(row.site && (row.mailer || smtpUrl) ? { news: true } : {}),
    events,
  }
}

function expectedIn(row: Row): Pick<PublicTrackItem, 'expected'> {
  if (row.outbound_at === null || row.low_hours === null) return {}
  const expected = expectedOf(
    row.outbound_at,
    {
      lowHours: row.low_hours,
      medianHours: row.median_hours,
      highHours: row.high_hours,
      deliveries: row.deliveries,
    },
    row.country,
  )
  return expected ? { expected } : {}
}

/**
 * Where the parcel stands as far as the public may know: a status that only hidden events give is
 * not shown.
 */
function standing(
  { status, sub }: Row,
  events: readonly PublicTrackEvent[],
): { status: number; sub: string | null } {
  const same = events.filter((event) => event.status === status)
  if (same.length > 0)
    return { status, sub: same.some((event) => event.sub === sub) ? sub : same[0]!.sub }
  return { status: events[0]?.status ?? TRACK.PENDING, sub: events[0]?.sub ?? null }
}

/**
 * Newest first. Where a carrier gives no offset its wall time is taken as it stands, which the
 * database cannot read.
 */
function timeline(eventRows: readonly PublicEventRow[], english: boolean): PublicTrackEvent[] {
  if (eventRows.every(([at]) => at !== null)) return eventRows.map((one) => eventOf(one, english))
  return eventRows
    .map((one) => ({ event: eventOf(one, english), time: timeOf(one) }))
    .sort((a, b) => b.time - a.time)
    .map(({ event }) => event)
}

function timeOf([at, , localTime, , , , , , zone]: PublicEventRow): number {
  if (at !== null) return Date.parse(at)
  const { local } = parseLocalTime(localTime ?? '', zone)
  return local === null ? Number.NEGATIVE_INFINITY : Date.parse(`${local}Z`)
}

// This runs for every event of every visitor: text is cut where a Date can be spared.
function eventOf(
  [at, offsetMin, localTime, place, country, status, sub, rawText, zone, textEn]: PublicEventRow,
  english: boolean,
): PublicTrackEvent {
  const text = english ? (textEn ?? rawText) : rawText
  if (at === null)
    return {
      at,
      local: wallOf(parseLocalTime(localTime ?? '', zone).local) ?? localTime ?? '',
      offset: null,
      place,
      country,
      status,
      sub,
      text,
    }
  const local = offsetMin ? shifted(at, offsetMin) : wallOf(at)
  return {
    at: `${at.slice(0, 19)}Z`,
    local: local ?? '',
    offset: offsetMin === null ? null : offsetWord(offsetMin),
    place,
    country,
    status,
    sub,
    text,
  }
}

/** Wall time at an offset. Most events stay within the day, which takes no calendar. */
function shifted(at: string, offsetMin: number): string | null {
  const minutes = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)) + offsetMin
  if (!(minutes >= 0 && minutes < 1_440))
    return wallOf(new Date(Date.parse(at) + offsetMin * 60_000).toISOString())
  return `${at.slice(0, 10)} ${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}
const two = (value: number) => (value < 10 ? `0${value}` : String(value))

const wallOf = (iso: string | null): string | null =>
  iso === null ? null : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

const offsets = new Map<number, string>()
function offsetWord(minutes: number): string {
  let word = offsets.get(minutes)
  if (word === undefined) offsets.set(minutes, (word = offsetText(minutes)))
  return word
}
