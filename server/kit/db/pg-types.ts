import pg from 'pg'

/*
 * The kit's values are text: times as ISO 8601, int8 and numeric as decimal strings (no number can
 * hold them exactly). Building a Date per column costs 40 % of the CPU of a list, so the text
 * PostgreSQL sends is cut and pasted instead. Connections run with TimeZone=UTC and DateStyle=ISO,
 * which makes that safe.
 */
const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  int8Array: 1016,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
  intervalArray: 1187,
  numericArray: 1231,
} as const

const asSent = (text: string): string => text

/** `2026-03-01 09:05:07.123456` → `2026-03-01T09:05:07.123`; milliseconds are cut, not rounded. */
function isoMoment(text: string): string {
  // 'infinity', years over 9999 and BC dates have no ISO form of this length: hand them out as they
  // are.
  if (text.charCodeAt(10) !== 32) return text
  const fraction = text.charCodeAt(19) === 46 ? (text.slice(20).match(/^\d{1,3}/)?.[0] ?? '') : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}`
}

/** PostgreSQL's `timestamp` text as ISO 8601 without a zone. */
export function isoTimestamp(text: string): string {
  return text.endsWith(' BC') ? text : isoMoment(text)
}

/**
 * PostgreSQL's `timestamptz` text (session in UTC) as ISO 8601 with `Z`; another zone's text is
 * converted.
 */
export function isoTimestamptz(text: string): string {
  if (text.endsWith('+00')) {
    const moment = isoMoment(text)
    return moment === text ? text : `${moment}Z`
  }
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}

type Parse = (text: string) => unknown

type Nested = string | null | Nested[]
const parserOf = pg.types.getTypeParser as (id: number, format?: 'text' | 'binary') => Parse
const textArray = parserOf(1009, 'text') as (text: string) => Nested[]

function arrayOf(parse: (text: string) => string): Parse {
  const each = (value: Nested): Nested =>
    value === null ? null : Array.isArray(value) ? value.map(each) : parse(value)
  return (text) => textArray(text).map(each)
}

const parsers = new Map<number, Parse>([
  [oid.int8, asSent],
  [oid.numeric, asSent],
  [oid.date, asSent],
  [oid.interval, asSent],
  [oid.timestamp, isoTimestamp],
  [oid.timestamptz, isoTimestamptz],
  [oid.int8Array, arrayOf(asSent)],
  [oid.numericArray, arrayOf(asSent)],
  [oid.dateArray, arrayOf(asSent)],
  [oid.intervalArray, arrayOf(asSent)],
  [oid.timestampArray, arrayOf(isoTimestamp)],
  [oid.timestamptzArray, arrayOf(isoTimestamptz)],
])

/**
 * The `types` of every connection of ours; other users of `pg` in the process (the job runner) keep
 * their own.
 */
export const kitTypes: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) ||
    parserOf(id, format)) as pg.CustomTypesConfig['getTypeParser'],
}
