import type { In } from '#contracts/kit/endpoint.ts'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import type { parcelPages } from '#contracts/tracking/parcel-pages.ts'
import type { PublicTrackEvent, PublicTrackItem } from '#contracts/tracking/public-tracking.ts'
import { TRACK_NUMBER } from '#contracts/tracking/public-tracking.limits.ts'
import { statusKey, subKey } from '#contracts/tracking/tracking.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { escaped, pageReply, pageText, publicLang } from './page-html.ts'
import type { publicQuery } from './query-public.ts'

/** The page for browsers without JavaScript: one number, the same look-up, the same truth. */
export function plainPage(query: ReturnType<typeof publicQuery>) {
  return async (ctx: Ctx, input: In<typeof parcelPages.plain>): Promise<FileReply> => {
    const lang = publicLang(input.lang, ctx.http?.header('accept-language'))
    const no = input.no ?? ''
    const { items } = TRACK_NUMBER.test(no) ? await query(ctx, { nos: no, lang }) : { items: [] }
    const [item] = items
    const t = (key: string) => pageText(lang, key)
    return pageReply(lang, {
      title: [no, translate(lang, 'track', 'brand')].filter(Boolean).join(' · '),
      main:
        `<h1>${t('plain.title')}</h1><form action="" method="get"><label>${t('table.no')} ` +
        `<input name="no" required maxlength="50" value="${escaped(no)}"></label>` +
        `<input type="hidden" name="lang" value="${lang}"><button>${t('search.submit')}</button>` +
        `</form>${item ? cardOf(lang, item) : no === '' ? '' : missing(lang, no)}` +
        `<p class="note">${t('plain.note')} <a href="/track/search?lang=${lang.slice(0, 2)}">` +
        `${t('plain.full')}</a></p>`,
    })
  }
}

function missing(lang: PublicLang, no: string): string {
  const t = (key: string) => pageText(lang, key)
  const tips = ['missing.tip1', 'missing.tip2', 'missing.tip3'].map((key) => `<li>${t(key)}</li>`)
  return `<article><h2>${t('missing.title')}: ${escaped(no)}</h2><p>${t('missing.text')}</p>
    <ul>${tips.join('')}</ul></article>`
}

function cardOf(lang: PublicLang, item: PublicTrackItem): string {
  if (!item.found) return missing(lang, item.no)
  const { courier, destination, pickup, events } = item
  const country = destination && countryName(lang, destination.country)
  const to = country ? pageText(lang, 'card.to', { country }) : ''
  const last = statusText(lang, item.status ?? 5)
  const rows = events.map((event) => eventRow(lang, event))
  return (
    `<article><h2>${escaped(item.no)}</h2>` +
    `<p class="state"><strong>${escaped(last)}</strong> ${escaped(subText(lang, item.sub))}</p>` +
    `<p>${[courier && escaped(courier), to].filter(Boolean).join(' ')}</p>` +
    (pickup ? `<p class="pickup">${escaped(pickup)}</p>` : '') +
    (rows.length > 0
      ? `<table><thead><tr><th>${pageText(lang, 'table.time')}</th>` +
        `<th>${pageText(lang, 'table.status')}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
      : `<p>${pageText(lang, 'card.noEvents')}</p>`) +
    '</article>'
  )
}

function eventRow(lang: PublicLang, event: PublicTrackEvent): string {
  const words = subText(lang, event.sub) || statusText(lang, event.status)
  const place = [event.place, event.country && countryName(lang, event.country)]
    .filter(Boolean)
    .join(', ')
  const zone =
    event.offset === null ? pageText(lang, 'card.zoneUnknownShort') : `UTC${event.offset}`
  const own =
    event.text !== null && event.text !== words ? `<br><small>${escaped(event.text)}</small>` : ''
  return (
    `<tr><td>${escaped(event.local)}<br><small>${zone}</small></td>` +
    `<td>${escaped(words)}${place ? `<br>${escaped(place)}` : ''}${own}</td></tr>`
  )
}

const statusText = (lang: PublicLang, status: number): string =>
  translate(lang, 'tracking', statusKey(status))
const subText = (lang: PublicLang, sub: string | null | undefined): string =>
  sub ? translate(lang, 'tracking', subKey(sub)) : ''
const countryName = (lang: PublicLang, code: string): string =>
  new Intl.DisplayNames(lang.replace('_', '-'), { type: 'region' }).of(code) ?? code
