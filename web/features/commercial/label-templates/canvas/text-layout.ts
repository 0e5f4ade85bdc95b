import type { ElementOf, LabelElement } from '#contracts/commercial/labels/document.ts'
import { LABEL_FIELDS, type FieldKey } from '#contracts/commercial/labels/fields.ts'

/** Lines as they are drawn on the working area; what is printed is set by the server. */
export interface DrawnLine {
  text: string
  bold: boolean
  /** Em in mm. */
  size: number
}
interface Requested {
  text: string
  bold: boolean
  size: number
}

export const mmOf = (points: number): number => (points * 25.4) / 72
export const LEADING = 1.2
export const LABEL_FONT = "'Noto Sans', 'Noto Sans SC', Arial, 'PingFang SC', sans-serif"

let context: CanvasRenderingContext2D | null | undefined
const widths = new Map<string, number>()
/** Width of a text in em. */
function emsOf(text: string, bold: boolean): number {
  const key = `${bold ? 1 : 0}${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size > 5000) widths.clear()
  context ??= document.createElement('canvas').getContext('2d')
  let ems = 0
  if (context) {
    context.font = `${bold ? 700 : 400} 100px ${LABEL_FONT}`
    ems = context.measureText(text).width / 100
  } else for (const char of text) ems += (char.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.56
  widths.set(key, ems)
  return ems
}

/** At spaces and between Chinese characters; a word that is too long anywhere. */
function wrapped({ text, bold, size }: Requested, width: number): DrawnLine[] {
  const lines: DrawnLine[] = []
  const parts = text.match(/[⺀-￿]|[^\s⺀-￿]+[-/]?|\s+/gu) ?? []
  let row = ''
  const push = () => {
    if (row.trim()) lines.push({ text: row.trim(), bold, size })
    row = ''
  }
  for (const part of parts) {
    if (row && emsOf(`${row}${part}`.trimEnd(), bold) * size > width) push()
    if (emsOf(part, bold) * size <= width) {
      row += part
      continue
    }
    for (const char of part) {
      if (row && emsOf(row + char, bold) * size > width) push()
      row += char
    }
  }
  push()
  return lines
}

export interface Setting {
  lines: DrawnLine[]
  /** Not even the smallest size has room for it. */
  cut: boolean
}
const SCALES = [1, 0.92, 0.85, 0.78, 0.7, 0.6, 0.5, 0.4, 0.3]

/** Made smaller together until all lines have room, down to `least` of their size. */
export function setLines(
  requested: readonly Requested[],
  width: number,
  height: number,
  { least, most }: { least: number; most: number },
): Setting {
  const scales = [...SCALES.filter((one) => one > least), least]
  let last: DrawnLine[] = []
  for (const scale of scales) {
    last = requested.flatMap((line) => wrapped({ ...line, size: line.size * scale }, width))
    const tall = last.reduce((sum, { size }) => sum + size * LEADING, 0)
    if (last.length <= most && tall <= height + 0.001) return { lines: last, cut: false }
  }
  let used = 0
  const shown = last.filter(({ size }, at) => {
    used += size * LEADING
    return at < most && (used <= height + 0.001 || at === 0)
  })
  const end = shown.at(-1)
  if (end) shown[shown.length - 1] = { ...end, text: `${end.text.slice(0, -1)}…` }
  return { lines: shown, cut: true }
}

export type Values = (key: FieldKey) => string
/** Whether an element is printed with these values. */
export const isPrinted = ({ when }: LabelElement, value: Values): boolean =>
  when.every(({ field, op, values }) => {
    const text = value(field)
    if (op === 'present') return text !== ''
    if (op === 'absent') return text === ''
    return values.includes(text) === (op === 'oneOf')
  })
/** The value a field has on a label without a parcel. */
export const sampleValue =
  (sample: 'usual' | 'longest'): Values =>
  (key) =>
    LABEL_FIELDS[key][sample === 'usual' ? 'sample' : 'longest']

/** The lines of text, field and address elements, before they are set. */
export function contentOf(
  element: ElementOf<'text' | 'field' | 'address'>,
  value: Values,
): Requested[] {
  if (element.type === 'text')
    return element.text
      .split('\n')
      .map((text) => ({ text, bold: element.bold, size: mmOf(element.size) }))
  if (element.type === 'field') {
    const text = fieldText(element, value)
    return text ? [{ text, bold: element.bold, size: mmOf(element.size) }] : []
  }
  return addressLines(element, value)
}

export function fieldText(element: ElementOf<'field'>, value: Values): string {
  const raw = value(element.field)
  if (!raw) return element.fallback
  const read = LABEL_FIELDS[element.field].kind === 'date' ? dateText(raw, element.date) : raw
  const whole = `${element.prefix}${read}${element.suffix}`
  return element.upper ? whole.toUpperCase() : whole
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
export function dateText(iso: string, format: ElementOf<'field'>['date']): string {
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-')
  switch (format) {
    case 'dmy':
      return `${day}.${month}.${year}`
    case 'mdy':
      return `${month}/${day}/${year}`
    case 'zh':
      return `${year}年${Number(month)}月${Number(day)}日`
    case 'text':
      return `${day} ${MONTHS[Number(month) - 1]} ${year}`
    default:
      return iso
  }
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })
const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code).toUpperCase() : code

const PARTS = ['Name', 'Company', 'Street'] as const
function addressLines(element: ElementOf<'address'>, value: Values): Requested[] {
  const { of, emphasis } = element
  const part = (name: string) => value(`${of}${name}` as FieldKey)
  const size = mmOf(element.size)
  const larger = size * (14 / 12)
  const lines: Requested[] = PARTS.map((name) => ({ name, text: part(name) }))
    .filter(({ text }) => text)
    .map(({ name, text }) => ({
      text,
      bold: emphasis === 'parts' && name === 'Name',
      size: emphasis === 'parts' && name === 'Name' ? larger : size,
    }))
  lines.push({
    text: `${part('PostalCode')} ${part('City')}`,
    bold: emphasis === 'parts',
    size: emphasis === 'parts' ? larger : size,
  })
  if (element.country)
    lines.push({
      text: of === 'consignee' ? value('countryName') : countryName(value('senderCountry')),
      bold: emphasis === 'parts',
      size,
    })
  if (element.phone && of === 'consignee')
    lines.push({ text: `Tel. ${value('consigneePhone')}`, bold: false, size: size * 0.75 })
  if (emphasis === 'first' && lines[0]) lines[0].bold = true
  return lines.filter(({ text }) => text.trim())
}
