import type { Lang } from '#contracts/kit/envelope.ts'
import { dayBegunAt } from '../../../kit/session/company-zone.ts'
import { formatMoment } from '../../../kit/text/formats.ts'

/**
 * The first day of a change as it is spoken of: `1 December`, with its year where that is another,
 * and with the time where it does not begin with the day.
 */
export function startText(from: string, lang: Lang, now = new Date()): string {
  const day = from.length === 10 ? from : dayBegunAt(from)
  const start = new Date(`${day}T00:00:00`)
  if (Number.isNaN(start.getTime())) return formatMoment(from)
  return new Intl.DateTimeFormat(lang === 'zh_CN' ? 'zh-CN' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    ...(start.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  }).format(start)
}
