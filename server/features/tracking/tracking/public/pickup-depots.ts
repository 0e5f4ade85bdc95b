import { weekText, type Holiday, type WeekPeriod } from '#contracts/parties/depot-hours.ts'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { Database } from '#server/kit/db/database.ts'
import { translate } from '#server/kit/http/texts.ts'

interface Row {
  number: string
  name: string
  name_en: string | null
  street: string | null
  house: string | null
  postal_code: string | null
  city: string
  hours: WeekPeriod[]
  holidays: Holiday[]
}

/**
 * The own depots where parcels wait to be collected, with their hours: staff entered that they are
 * ready, at no place or at the depot's own. A carrier's shop is not ours to describe. It reaches
 * across tenants as the look-up of numbers does.
 */
const TEXT = `select t.number, d.name, d.name_en, d.street, d.house, d.postal_code, d.city,
    (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', h.opens,
        'closes', h.closes) order by h.weekday, h.opens), '[]')
      from depot_hours h where h.tenant_id = d.tenant_id and h.depot_id = d.id) as hours,
    (select coalesce(json_agg(json_build_object('day', h.day::text, 'name', h.name,
        'opens', h.opens, 'closes', h.closes) order by h.day), '[]')
      from depot_holiday h where h.tenant_id = d.tenant_id and h.depot_id = d.id
        and h.day - (now() at time zone d.time_zone)::date between 0 and 14) as holidays
  from tracking_number t
  join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
  join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id
  join depot d on d.tenant_id = s.tenant_id and d.id = s.depot_id and d.enabled
  where t.number = any($1) and t.state = 1 and t.visible and exists (
    select 1 from tracking_event v
    where v.tenant_id = p.tenant_id and v.parcel_id = p.id and v.visible and not v.cancelled
      and v.effect = 'move' and v.status = ${TRACK.READY_FOR_PICKUP} and v.source = 'manual'
      and (v.place is null or lower(v.place) = lower(d.city)))`

export async function pickupDepots(
  db: Database,
  numbers: readonly string[],
  lang: PublicLang,
): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await db.pool.query<Row>({
    name: 'public-tracking-pickup',
    text: TEXT,
    values: [numbers],
  })
  return new Map(rows.map((row) => [row.number, pickupOf(row, lang)]))
}

function pickupOf(row: Row, lang: PublicLang): string {
  const t = (key: string, data = {}) => translate(lang, 'tracking', key, data)
  const name = (lang !== 'zh_CN' && row.name_en) || row.name
  const street = [row.street, row.house].filter(Boolean).join(' ')
  const town = [row.postal_code, row.city].filter(Boolean).join(' ')
  return [
    t('pickup.at', { name }),
    [street, town].filter(Boolean).join(', '),
    weekText(row.hours, (weekday) => weekdayName(lang, weekday)),
    ...row.holidays.map((one) =>
      [
        one.day,
        one.name,
        one.opens !== null && one.closes !== null
          ? `${one.opens}–${one.closes}`
          : t('pickup.closed'),
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ]
    .filter(Boolean)
    .join('\n')
}

/** 1 is Monday, as 1 January 2024 was. */
const weekdayName = (lang: PublicLang, weekday: number): string =>
  lang === 'zh_CN' || lang === 'en_US'
    ? translate(lang, 'depots', `weekday.${weekday}`)
    : new Intl.DateTimeFormat(lang.replace('_', '-'), { weekday: 'short', timeZone: 'UTC' }).format(
        Date.UTC(2024, 0, weekday),
      )
