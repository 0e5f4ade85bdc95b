import type { T } from '../../../kit/text/i18n.ts'

interface Fields {
  minute: string
  hour: string
  day: string
  month: string
  weekday: string
  year: string
  quartz: boolean
}

/**
 * Five fields of Unix or six and seven of Quartz, by name; null for anything else, and for runs
 * between full minutes.
 */
export function fieldsOf(expression: string): Fields | null {
  const parts = expression.trim().toUpperCase().split(/\s+/)
  if (parts.length < 5 || parts.length > 7) return null
  const quartz = parts.length > 5
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = '*'] = quartz
    ? parts.slice(1)
    : parts
  return quartz && parts[0] !== '0' ? null : { minute, hour, day, month, weekday, year, quartz }
}

/**
 * The expression in words; what has none of its own is shown as it is written. `lang` names
 * days and months.
 */
export function cronText(expression: string, t: T, lang: string): string {
  const fields = fieldsOf(expression)
  const time = fields && timeText(fields, t)
  const days = fields && dayText(fields, t, lang)
  if (!fields || time === null || days === null) return t('words.plain')
  const words =
    'often' in time!
      ? days === t('words.daily')
        ? time.often
        : `${days}${lang === 'zh_CN' ? '，' : ': '}${time.often}`
      : t('words.at', { days, times: time!.times })
  const months = any(fields.month) ? null : numbers(fields.month, MONTHS, 1, 12)
  if (!any(fields.month) && !months) return t('words.plain')
  const inMonths = months
    ? t('words.inMonths', {
        months: months
          .map((month) => nameOf(lang, new Date(Date.UTC(2024, month - 1, 1)), { month: 'long' }))
          .join(t('words.join')),
        rest: words,
      })
    : words
  return any(fields.year)
    ? inMonths
    : /^\d{4}$/.test(fields.year)
      ? t('words.year', { year: fields.year, rest: inMonths })
      : t('words.plain')
}

const any = (field: string): boolean => field === '*' || field === '?'
const step = (field: string): number | null => {
  const found = /^(?:\*|0)\/(\d{1,2})$/.exec(field)
  return found ? Number(found[1]) : null
}
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

/**
 * A list of numbers, ranges and names; null for anything else. `first` is what the first name
 * stands for.
 */
function numbers(
  field: string,
  names: readonly string[],
  first: number,
  last: number,
): number[] | null {
  const value = (text: string): number =>
    names.includes(text)
      ? names.indexOf(text) + first
      : /^\d{1,2}$/.test(text)
        ? Number(text)
        : Number.NaN
  const found = field.split(',').flatMap((part) => {
    const [from = '', to = from, ...rest] = part.split('-')
    const [low, high] = [value(from), value(to)]
    return rest.length > 0 || !(low <= high)
      ? [Number.NaN]
      : Array.from({ length: high - low + 1 }, (_, at) => low + at)
  })
  return found.every((number) => number >= 0 && number <= last) ? found : null
}

function timeText({ minute, hour }: Fields, t: T): { often: string } | { times: string } | null {
  const every = minute === '*' ? 1 : step(minute)
  if (every !== null && any(hour)) return { often: t('words.everyMinutes', { count: every }) }
  const between = /^(\d{1,2})-(\d{1,2})$/.exec(hour)
  if (every !== null && between)
    return {
      often: t('words.everyMinutesBetween', {
        count: every,
        from: between[1] ?? '',
        to: between[2] ?? '',
      }),
    }
  const minutes = numbers(minute, [], 0, 59)
  if (!minutes) return null
  const shown = minutes.map((one) => String(one).padStart(2, '0'))
  if (any(hour) && minutes.length === 1)
    return { often: t('words.hourly', { minute: shown[0] ?? '' }) }
  const hours = step(hour)
  if (hours !== null && minutes.length === 1)
    return { often: t('words.everyHours', { count: hours, minute: shown[0] ?? '' }) }
  const at = numbers(hour, [], 0, 23)
  return at && at.length * shown.length <= 12
    ? {
        times: at
          .flatMap((one) => shown.map((min) => `${String(one).padStart(2, '0')}:${min}`))
          .join(t('words.join')),
      }
    : null
}

function dayText({ day, weekday, quartz }: Fields, t: T, lang: string): string | null {
  if (any(day) && any(weekday)) return t('words.daily')
  if (any(day)) {
    const named = numbers(weekday, DAYS, quartz ? 1 : 0, 7)
    if (!named) return null
    const days = named.map((one) => (quartz ? one - 1 : one % 7))
    if (days.join() === '1,2,3,4,5') return t('words.workdays')
    return t('words.weekdays', {
      days: days
        .map((one) => nameOf(lang, new Date(Date.UTC(2024, 0, 7 + one)), { weekday: 'long' }))
        .join(t('words.join')),
    })
  }
  if (!any(weekday)) return null
  if (day === 'L') return t('words.monthDays', { days: t('words.lastDay') })
  const days = numbers(day, [], 1, 31)
  return (
    days &&
    t('words.monthDays', {
      days: days.map((one) => t('words.day', { day: one })).join(t('words.join')),
    })
  )
}

const nameOf = (lang: string, date: Date, what: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(lang.replace('_', '-'), { ...what, timeZone: 'UTC' }).format(date)
