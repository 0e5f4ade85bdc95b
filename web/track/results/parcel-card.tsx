/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { PublicTrackEvent, PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icons.tsx'
import { statusStyleOf, statusText, stepOf, subStatusText } from './status-style.ts'
import { ProgressBar } from './progress-bar.tsx'
import { t } from '../texts.ts'
import { Timeline, eventText, placeText, zoneSentence } from './timeline.tsx'
import { ago, clockOf, countryName, dayLabel, newestFirst } from './times.ts'

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
          {sub !== null && <p>{sub}</p>}
        </div>
        <div class="ident">
          <p class="no">{item.no}</p>
          <p>
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
    </article>
  )
}

/** The newest event; its words only where they are not already the card's. */
function LastEvent({ event, known }: { event: PublicTrackEvent; known: string }): VNode {
  const place = placeText(event)
  const since = ago(event.at, Date.now())
  return (
    <p class="last">
      {eventText(event) !== known && <b>{eventText(event)}</b>}
      {place !== null && <span>{place}</span>}
      <time dateTime={event.at ?? undefined} title={zoneSentence(event.offset)}>
        {dayLabel(event.local.slice(0, 10))} {clockOf(event.local)}
        {since !== null && <span class="ago">{since}</span>}
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
