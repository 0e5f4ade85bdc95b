import type { PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import { statusText } from './status-style.ts'
import { t } from '../texts.ts'
import { eventText, placeText } from './parcel-card.tsx'
import { countryName, newestFirst } from './times.ts'

// A cell that starts like a formula would be run by the sheet it is pasted into.
const cell = (text: string): string => text.replace(/\s+/g, ' ').replace(/^([=+@-])/, "'$1")

/** One line per parcel, tab-separated, as sheets take it from the clipboard. */
export function asTable(items: readonly PublicTrackItem[]): string {
  const head = ['no', 'courier', 'country', 'status', 'last', 'time', 'place'].map((name) =>
    t(`table.${name}`),
  )
  const rows = items.map((item) => {
    const last = newestFirst(item.events)[0]
    return [
      item.no,
      item.courier ?? '',
      item.destination ? countryName(item.destination.country) : '',
      item.found ? statusText(item.status ?? TRACK.PENDING) : t('missing.title'),
      last ? eventText(last) : '',
      last ? `${last.local}${last.offset ? ` ${last.offset}` : ''}` : '',
      last ? (placeText(last) ?? '') : '',
    ]
  })
  return [head, ...rows].map((row) => row.map(cell).join('\t')).join('\n')
}
