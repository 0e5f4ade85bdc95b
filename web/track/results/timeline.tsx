/** @jsxImportSource preact */
import type { VNode } from 'preact'
import type { PublicTrackEvent } from '#contracts/tracking/public-tracking.ts'
import { statusStyleOf, statusText, subStatusText } from './status-style.ts'
import { t } from '../texts.ts'
import { byDay, clockOf, countryName, dayLabel, zoneLabel } from './times.ts'

/**
 * Events newest first under their local day; the zone once per day where it is the same all day.
 */
export function Timeline({
  events,
  original,
}: {
  events: readonly PublicTrackEvent[]
  original: boolean
}): VNode {
  return (
    <div class="timeline">
      {byDay(events).map((day) => (
        <section key={`${day.date} ${day.events[0]?.local}`}>
          <h3>
            {dayLabel(day.date)}
            {day.offset !== 'mixed' && (
              <small title={zoneSentence(day.offset)}>{zoneText(day.offset)}</small>
            )}
          </h3>
          <ol>
            {day.events.map((event, i) => (
              <Line key={i} event={event} original={original} zone={day.offset === 'mixed'} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

function Line({
  event,
  original,
  zone,
}: {
  event: PublicTrackEvent
  original: boolean
  zone: boolean
}): VNode {
  const words = eventText(event)
  const place = placeText(event)
  return (
    <li class={`tone-${statusStyleOf(event.status).tone}`}>
      <time dateTime={event.at ?? undefined}>
        {clockOf(event.local)}
        {zone && <small>{zoneText(event.offset)}</small>}
      </time>
      <div>
        <b>{words}</b>
        {place !== null && <span class="place">{place}</span>}
        {original && event.text !== null && event.text !== words && (
          <span class="original">{event.text}</span>
        )}
      </div>
    </li>
  )
}

export const eventText = (event: PublicTrackEvent): string =>
  subStatusText(event.sub) ?? statusText(event.status)

/** `Köln, Germany`; null when the carrier named no place. */
export function placeText({ place, country }: PublicTrackEvent): string | null {
  const land = country && countryName(country)
  // Hong Kong, Singapore: the town is the country.
  const parts = [place, land === place ? null : land].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : null
}

const zoneText = (offset: string | null): string =>
  offset === null ? t('card.zoneUnknownShort') : zoneLabel(offset)

export const zoneSentence = (offset: string | null): string =>
  offset === null ? t('card.zoneUnknown') : t('card.zone', { zone: zoneLabel(offset) })
