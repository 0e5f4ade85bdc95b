/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { PublicTrackEvent, PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icons.tsx'
import { statusStyleOf, statusText, stepOf, subStatusText, STEPS } from './status-style.ts'
import { t } from '../texts.ts'
import { ago, clockOf, countryName, dayLabel, newestFirst, byDay, zoneLabel } from './times.ts'

type Props = {
  item: PublicTrackItem
  /** History unfolded from the start: for few parcels. */
  open: boolean
  original: boolean
  linkTo: (no: string) => string
}

export function ParcelCard({ item, open, original, linkTo }: Props): VNode {
  if (!item.found) return <MissingCard no={item.no} />
  const status = item.status ?? TRACK.PENDING
  const look = statusStyleOf(status)
  const events = newestFirst(item.events)
  const last = events[0]
  const sub = subStatusText(item.sub)
  return (
    <article class={`card tone-${look.tone}`} aria-label={item.no}>
      <header>
        <span class="badge">
          <Icon name={look.icon} />
        </span>
        <div class="state">
          <h2>{statusText(status)}</h2>
          {sub && <p>{sub}</p>}
          {item.pickup && <p>{item.pickup}</p>}
          {item.expected && (
            <p>
              {t('card.expected', {
                from: dayLabel(item.expected.from),
                until: dayLabel(item.expected.until),
                likely: dayLabel(item.expected.likely),
                deliveries: item.expected.deliveries,
              })}
            </p>
          )}
        </div>
        <div class="ident">
          <p class="no">{item.no}</p>
          <p>
            {item.logo && <img src={item.logo} alt="" />}
            {item.courier}
            {item.destination && (
              <span>{t('card.to', { country: countryName(item.destination.country) })}</span>
            )}
          </p>
        </div>
        <div class="tools">
          <CopyButton icon="copy" label={t('card.copyNo', { no: item.no })} text={() => item.no} />
          <CopyButton
            icon="link"
            label={t('card.copyLink', { no: item.no })}
            text={() => linkTo(item.no)}
          />
        </div>
      </header>
      <ProgressBar step={stepOf(item)} />
      {last ? (
        <History events={events} open={open} original={original} no={item.no}>
          <LastEvent event={last} known={sub ?? statusText(status)} />
        </History>
      ) : (
        <p class="no-events">{t('card.noEvents')}</p>
      )}
      <CardForms {...item} />
    </article>
  )
}

/** The first only where mails can be sent. */
const FORMS = ['follow', 'details', 'write']

/** A form comes when it is wanted. */
function CardForms({ no, news }: PublicTrackItem): VNode {
  const [part, setPart] = useState<typeof import('../forms/forms.tsx') | null>(null)
  const [which, setWhich] = useState('')
  return (
    <>
      <p class="write choice">
        {FORMS.slice(news ? 0 : 1).map((name) => (
          <button
            key={name}
            type="button"
            class="plain"
            aria-expanded={which === name}
            onClick={() => {
              setWhich(which === name ? '' : name)
              void import('../forms/forms.tsx').then(setPart)
            }}
          >
            {t(`${name}.open`)}
          </button>
        ))}
      </p>
      {part && which && <part.default key={which} which={which} no={no} />}
    </>
  )
}

/** The newest event; its words only where they are not already the card's. */
function LastEvent({ event, known }: { event: PublicTrackEvent; known: string }): VNode {
  const place = placeText(event)
  const since = ago(event.at, Date.now())
  return (
    <p class="last">
      {eventText(event) !== known && <b>{eventText(event)}</b>}
      {place && <span>{place}</span>}
      <time dateTime={event.at!} title={zoneSentence(event.offset)}>
        {dayLabel(event.local.slice(0, 10))} {clockOf(event.local)}
        {since && <span class="ago">{since}</span>}
      </time>
    </p>
  )
}

type HistoryProps = {
  events: PublicTrackEvent[]
  open: boolean
  original: boolean
  no: string
  children: ComponentChildren
}

function History({ events, open, original, no, children }: HistoryProps): VNode {
  const [shown, setShown] = useState(open)
  const id = `history-${no}`
  return (
    <>
      <div class="tail">
        {children}
        <button
          type="button"
          class="unfold"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {t('card.history')}
          <span>{t('card.events', { count: events.length })}</span>
          <Icon name="down" />
        </button>
      </div>
      {/* In the page even when folded: paper shows all of it. */}
      <div id={id} class={shown ? 'history' : 'history folded'}>
        <Timeline events={events} original={original} />
      </div>
    </>
  )
}

function MissingCard({ no }: { no: string }): VNode {
  return (
    <article class="card missing tone-idle" aria-label={no}>
      <header>
        <span class="badge">
          <Icon name="question" />
        </span>
        <div class="state">
          <h2>{t('missing.title')}</h2>
          <p>{t('missing.text')}</p>
        </div>
        <div class="ident">
          <p class="no">{no}</p>
        </div>
        <div class="tools">
          <CopyButton icon="copy" label={t('card.copyNo', { no })} text={() => no} />
        </div>
      </header>
      <ul class="tips">
        <li>{t('missing.tip1')}</li>
        <li>{t('missing.tip2')}</li>
        <li>{t('missing.tip3')}</li>
      </ul>
    </article>
  )
}

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
      <time dateTime={event.at!}>
        {clockOf(event.local)}
        {zone && <small>{zoneText(event.offset)}</small>}
      </time>
      <div>
        <b>{words}</b>
        {place && <span class="place">{place}</span>}
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

/** The main steps; `step` is how many are reached. The colour is the card's. */
export function ProgressBar({ step }: { step: number }): VNode {
  const name = STEPS[step - 1]
  const message = name
    ? t('card.progress', { step, all: STEPS.length, name: t(`step.${name}`) })
    : t('card.progressNone')
  return (
    <div class="progress" role="img" aria-label={message}>
      {STEPS.map((each, i) => (
        <span key={each} class={i < step - 1 ? 'reached' : i === step - 1 ? 'reached here' : ''}>
          {t(`step.${each}`)}
        </span>
      ))}
    </div>
  )
}
