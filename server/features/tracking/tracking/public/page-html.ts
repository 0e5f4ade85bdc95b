import { PUBLIC_LANGS, type PublicLang } from '#contracts/kit/envelope.ts'
import { translate } from '#server/kit/http/texts.ts'
import { PageReply } from '#server/kit/http/http-side.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!)

/** A text of the public pages, as markup. */
export const pageText = (
  lang: PublicLang,
  key: string,
  data: Record<string, string | number> = {},
): string => escaped(translate(lang, 'track', key, data))

/** The first of these that is a language of ours, as `de`, `de_DE` or a browser's list has it. */
export function publicLang(...wanted: (string | undefined)[]): PublicLang {
  for (const one of wanted.flatMap((list) => (list ?? '').split(',')))
    for (const lang of PUBLIC_LANGS)
      if (one.trim().slice(0, 2).toLowerCase() === lang.slice(0, 2)) return lang
  return 'en_US'
}

/** A page that runs nothing: read by browsers without JavaScript. */
export function pageReply(
  lang: PublicLang,
  { title, main, status = 200 }: { title: string; main: string; status?: number },
): PageReply {
  return new PageReply(
    status,
    `<!doctype html><html lang="${lang.replace('_', '-')}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      '<meta name="robots" content="noindex, nofollow">' +
      `<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/plain.css">` +
      `<title>${escaped(title)}</title></head><body><main>${main}</main></body></html>`,
  )
}
