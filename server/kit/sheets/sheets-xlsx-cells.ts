/**
 * How a style shows a number: as a date, as percent, with leading zeros to this many digits, or as
 * it is (undefined).
 */
export type NumberStyle = 'date' | 'percent' | number | undefined

/** Date formats without a format text (ECMA-376 §18.8.30, with the East Asian ones). */
const builtInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** `0%` and `0.00%`. */
const BUILT_IN_PERCENT: readonly number[] = [9, 10]

/** A format text that shows days or hours. Elapsed time ([h]:mm) is an amount, not a moment. */
function isDateFormat(format: string): boolean {
  if (/\[[hms]+\]/i.test(format)) return false
  const letters = format.replace(/"[^"]*"|\[[^\][]*\]|\\.|[_*]./g, '')
  return /[ymdhs]/i.test(letters)
}

/** `format` is the workbook's own text for the id, when it declares one. */
export function numberStyle(id: number, format: string | undefined): NumberStyle {
  if (format === undefined)
    return builtInDate(id) ? 'date' : BUILT_IN_PERCENT.includes(id) ? 'percent' : undefined
  if (/^0{2,}$/.test(format)) return format.length
  if (isDateFormat(format)) return 'date'
  return /%/.test(format.replace(/"[^"]*"|\\./g, '')) ? 'percent' : undefined
}

/** Exponents written out: 1.5E-3 → 0.0015. `text` is a finite decimal number. */
function plainDecimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const shift = Number(exponent ?? 0)
  const digits = whole + fraction
  const point = whole.length + shift
  const integer =
    (point > 0 ? digits.slice(0, point).padEnd(point, '0') : '').replace(/^0+(?=\d)/, '') || '0'
  const rest = (point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits).replace(
    /(?<!0)0+$/,
    '',
  )
  const value = rest ? `${integer}.${rest}` : integer
  return sign === '-' && /[1-9]/.test(value) ? `-${value}` : value
}

/**
 * A number as its author typed it. Files carry doubles in up to 17 digits (0.37700000000000002);
 * Excel keeps and shows 15, so what is longer is cut back to them. Whole numbers stay to the last
 * digit: other programs write 18-digit parcel numbers that way.
 */
export function exactNumber(raw: string): string {
  const text = raw.trim()
  // Nearly every cell: short, and already the way a person writes it.
  if (text.length <= 15 && /^(?:0|-?[1-9]\d*|-?(?:0|[1-9]\d*)\.\d*[1-9])$/.test(text)) return text
  if (/^-?\d{1,40}$/.test(text)) return plainDecimal(text)
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text)) return text
  const significant = text.split(/[eE]/, 1)[0]!.replace(/[^\d]/g, '').replace(/^0+/, '')
  if (significant.length <= 15) return plainDecimal(text)
  const value = Number(text)
  return Number.isFinite(value) ? plainDecimal(value.toPrecision(15)) : text
}

const two = (n: number): string => String(n).padStart(2, '0')
const LAST_DAY = 2_958_466 // 10000-01-01

/**
 * A serial day number as ISO 8601 without a zone: `2026-03-05`, `2026-03-05T10:20:00`, or
 * `10:20:00` for a bare time.
 */
export function isoFromSerial(raw: string, from1904: boolean): string {
  const serial = Number(raw)
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_DAY) return exactNumber(raw)
  const seconds = Math.round(serial * 86_400)
  const [days, rest] = [Math.floor(seconds / 86_400), seconds % 86_400]
  const time = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  if (days === 0 && rest > 0) return time
  // 1900 was no leap year, but the file format counts it as one: day 60 does not exist, later days
  // are one off.
  const epoch = from1904
    ? Date.UTC(1904, 0, 1)
    : days < 60
      ? Date.UTC(1899, 11, 31)
      : Date.UTC(1899, 11, 30)
  const date = new Date(epoch + days * 86_400_000).toISOString().slice(0, 10)
  return rest === 0 ? date : `${date}T${time}`
}

/** `BC12` → column 54 (0-based) and row 12. */
export function cellPlace(reference: string): { column: number; row: number } | undefined {
  let column = 0
  let at = 0
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const row = Number(reference.slice(at))
  return at > 0 && at <= 3 && Number.isInteger(row) && row > 0
    ? { column: column - 1, row }
    : undefined
}

/** Excel writes characters XML cannot hold as _x000D_. */
export function unescapeOffice(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : text
}

export function shownNumber(raw: string, style: NumberStyle, from1904: boolean): string {
  if (style === 'date') return isoFromSerial(raw, from1904)
  const text = exactNumber(raw)
  if (style === 'percent')
    return /^-?\d+(\.\d+)?$/.test(text) ? `${plainDecimal(`${text}e2`)}%` : text
  return style !== undefined && /^\d+$/.test(text) ? text.padStart(style, '0') : text
}
