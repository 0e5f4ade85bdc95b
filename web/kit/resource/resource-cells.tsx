import type { ReactNode } from 'react'
import type { Field, Fields } from '#contracts/kit/field.ts'
import { isNumeric } from '../text/numeric.ts'
import { unitOf } from '#contracts/kit/field.ts'
import { percentText } from '#contracts/kit/percent.ts'
import { isTwin, nameOf } from '#contracts/kit/names.ts'
import { currencyOf } from '#contracts/kit/entity.ts'
import { withDecimals } from '../text/formats.ts'
import { CopyText, Country, Money, Moment, Num, Short } from '../platform/cells.tsx'
import type { Column } from '../table/table-types.ts'
import { currentLang, type T } from '../text/i18n.ts'
import { takesMany } from '../list/list-state.ts'
import { DictTag } from '../platform/status-tag.tsx'
import { isAccountField } from '#contracts/kit/names.ts'
import { nameOfAccount } from '../session/account-names.ts'

const textAt = (row: object, key: string): string | null => {
  const value: unknown = Reflect.get(row, key)
  return value === null || value === undefined || typeof value === 'object' ? null : String(value)
}
/** The currency of an amount, where the contract declares that a row has it. */
function currencyAt(row: object, spec: Field): string | null {
  const source = currencyOf(spec)
  return source && textAt(row, source.key)
}

/** Names are cut by their column, which gives them whole on pointing. */
const NAME_MAX = 60
const nameAt = (row: object, key: string): string =>
  textAt(row, `${key}_dictText`) || (textAt(row, key) ?? '')
/** What a cell must show whole; names may be cut. */
const fitOf = (row: object, key: string, spec: Field): string | null => {
  const word = spec.type === 'dict' ? textAt(row, `${key}_dictText`) : null
  const value = textAt(row, key)
  if (value === null) return null
  return spec.dict === 'country' ? `${value} ${word ?? ''}` : `${word ?? value}${SIGN}`
}
/** As wide as what copies a number or marks a state. */
const SIGN = '   '

/** A field's value as people read it. `whole` shows long text in full (detail). */
export function fieldContent(
  row: object,
  key: string,
  spec: Field,
  t: T,
  whole = false,
): ReactNode {
  const value = nameOf(row, currentLang(), key) || textAt(row, key)
  if (value === null || value === '') return null
  if (isAccountField(key)) return nameOfAccount(value)
  switch (spec.type) {
    case 'bool':
      return t(value === 'true' ? 'value.yes' : 'value.no')
    case 'dict':
      return spec.dict === 'country' ? (
        <Country code={value} word={textAt(row, `${key}_dictText`)} />
      ) : (
        <DictTag code={spec.dict ?? ''} value={value} text={textAt(row, `${key}_dictText`)} />
      )
    case 'ref':
      return whole ? nameAt(row, key) : <Short text={nameAt(row, key)} limit={NAME_MAX} named />
    case 'date':
      return <Moment at={value} day />
    case 'datetime':
      return <Moment at={value} />
    case 'money':
      return <Money amount={value} currency={currencyAt(row, spec)} />
    case 'int':
      return spec.percent ? (
        <Num value={percentText(Number(value))} unit="%" />
      ) : (
        <Num value={value} />
      )
    case 'decimal':
      return <Num value={value} />
    case 'weight':
    case 'length':
      return whole ? <Num value={value} unit={unitOf(spec)} /> : <Num value={padded(value, spec)} />
    default:
      return whole ? value : <Short text={value} limit={Math.max(25, Math.floor(spec.width / 6))} />
  }
}

/** Weights of a column have as many decimals as a scale shows: they line up. */
const padded = (value: string, spec: Field): string =>
  spec.type === 'weight' ? withDecimals(value, 3) : value

/** A label with its unit: numbers in columns carry none. */
export function columnTitle(key: string, spec: Field, t: T): string {
  const unit = unitOf(spec)
  return unit ? `${t(key)} (${unit})` : t(key)
}

export interface ColumnsOptions<R> {
  cells?: Readonly<Partial<Record<string, (row: R) => ReactNode>>>
  hidden?: (key: string) => boolean
  /** Keys in order where not all `list` fields in the contract's order. */
  order?: readonly string[]
  /** Fields that are added up below the page and over chosen rows; money by currency. */
  sums?: readonly string[]
  /** Rows whose summed fields count against the others (credit notes): shown and added with a minus. */
  minus?: (row: R) => boolean
  /** Columns of the screen's own that hold numbers: right-aligned like the fields'. */
  figures?: readonly string[]
  /** Whether the user may see a field. */
  may?: (spec: Field) => boolean
}

/**
 * The columns of a resource: its `list` fields, own cells by key, and when it was made. What else a
 * row has (detail fields, who made and changed it) can be switched on.
 */
export function resourceColumns<R extends { id: string }>(
  fields: Fields,
  label: string,
  t: T,
  options: ColumnsOptions<R> = {},
): Column<R>[] {
  const { cells = {}, hidden = () => false, order, may = () => true } = options
  const keys = order ?? [
    ...listKeys(fields, label),
    ...Object.keys(cells).filter((key) => !(key in fields)),
    ...('createTime' in fields ? [] : ['createTime']),
  ]
  const others = [
    ...Object.entries(fields)
      .filter(([, spec]) => spec.show.some((place) => place !== 'form'))
      .map(([key]) => key),
    ...MADE,
  ].filter((key) => !keys.includes(key))
  const heading = headingOf(fields, label, keys)
  return [...keys, ...others]
    .filter((key) => !hidden(key) && (fields[key] === undefined || may(fields[key])))
    .map((key): Column<R> => {
      const spec = fields[key]
      const own = cells[key]
      const summed = options.sums?.includes(key) === true
      const signed = (row: R): R =>
        summed && options.minus?.(row) ? { ...row, [key]: negated(textAt(row, key)) } : row
      const optional = keys.includes(key) ? {} : { optional: true, card: 'hidden' as const }
      if (!spec)
        return {
          key,
          title: t(key),
          width: key.endsWith('Time') ? 148 : 140,
          sort: key === 'createTime' || key === 'updateTime',
          whole: key.endsWith('Time'),
          ...(options.figures?.includes(key) ? { align: 'right' as const } : {}),
          ...(own
            ? { render: own }
            : key.endsWith('Time')
              ? { render: (row: R) => <Moment at={textAt(row, key)} /> }
              : {}),
          ...optional,
        }
      return {
        key,
        title: columnTitle(key, spec, t),
        width: own && spec.type === 'bool' ? spec.width : widthOf(spec),
        sort: spec.sort,
        ...(isNumeric(spec) ? { align: 'right' as const } : {}),
        whole: spec.type === 'date' || spec.type === 'datetime',
        ...(spec.type === 'dict' || takesMany(key, spec)
          ? { fits: (row: R) => fitOf(row, key, spec) }
          : {}),
        ...(spec.type === 'money'
          ? {
              amount: (row: R) => ({
                text: textAt(signed(row), key),
                currency: currencyAt(row, spec),
              }),
            }
          : {}),
        // What people carry elsewhere is copied by one click; its row opens next to the list.
        render:
          own ??
          (takesMany(key, spec)
            ? (row) => <CopyText text={textAt(row, key)} />
            : (row) => fieldContent(signed(row), key, spec, t)),
        ...(key === heading ? { card: 'title' as const } : {}),
        ...(summed
          ? {
              sum: (row: R) => textAt(signed(row), key),
              ...(spec.type === 'money' ? { unit: (row: R) => currencyAt(row, spec) } : {}),
            }
          : {}),
        ...optional,
      }
    })
}
/** A decimal text with the other sign; what is empty or zero has none. */
const negated = (text: string | null): string | null =>
  text !== null && /[1-9]/.test(text) ? (text.startsWith('-') ? text.slice(1) : `-${text}`) : text
const MADE = ['createTime', 'createBy', 'updateTime', 'updateBy'] as const

/** What names a row is first and stays in sight; a bare number names nothing on its own. */
function listKeys(fields: Fields, label: string): string[] {
  const shown = Object.entries(fields)
    .filter(([key, spec]) => spec.show.includes('list') && !isTwin(key, fields))
    .map(([key]) => key)
  const first = headingOf(fields, label, shown)
  const spec = fields[first]
  return shown.includes(first) && spec && !isNumeric(spec)
    ? [first, ...shown.filter((key) => key !== first)]
    : shown
}
/** What names a row: its label, or the code among the columns where the label is none of them. */
const headingOf = (fields: Fields, label: string, keys: readonly string[]): string =>
  keys.includes(label)
    ? label
    : (keys.find((key) => fields[key]?.type === 'text' && fields[key].unique) ?? label)
const widthOf = (spec: Field): number =>
  spec.type === 'datetime'
    ? Math.max(spec.width, 148)
    : spec.type === 'bool'
      ? Math.min(spec.width, 80)
      : spec.width
