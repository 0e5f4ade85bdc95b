import { textLine } from './text-line.ts'
import { idText, moment } from './envelope.ts'
import { z } from 'zod'
import type { Sign } from './money.ts'

/**
 * A field of an entity, in twelve words: type, required, show, filter, sort, width, dict, ref,
 * readOnly, unique, perm, column; in addition, what belongs to the type, and the initial value
 * (docs/adr/0013). `T` is the wire type. Weights travel as kg, lengths as cm, money as currency
 * units, all as decimal strings.
 */
export interface Field<T = unknown> extends TypeBounds {
  readonly type: FieldType
  readonly required: boolean
  readonly show: readonly Place[]
  readonly filter: Filter | null
  readonly sort: boolean
  readonly width: number
  readonly dict: string | null
  readonly ref: string | null
  readonly readOnly: boolean
  readonly unique: boolean
  readonly perm: string | null
  /** Database column where it differs from the snake_case of the field's name. */
  readonly column: string | null
  /** Shown of the row another field points at: `customerId.code`. Such a field is read only. */
  readonly from: string | null
  /** What a new row has where nothing is sent: the form, the sheet and the body agree on it. */
  readonly initial: unknown
  readonly wire?: T
}

/** Parameters of a type: which values it takes. */
interface TypeBounds {
  readonly max: number | null
  readonly min: number | null
  readonly scale: number
  /** Money only: where the currency comes from (`MoneyOptions`). */
  readonly currencyFrom: string | null
  /** Money only: which amounts are taken. */
  readonly sign: Sign
  /** Of an int: hundredths of a percent on the wire, percent on screens and in sheets. */
  readonly percent: boolean
  /** Of a text: a number people type or paste, which has one form (`typedNumber`). */
  readonly typed: boolean
}

export type FieldType =
  | 'text'
  | 'textarea'
  | 'int'
  | 'decimal'
  | 'weight'
  | 'length'
  | 'money'
  | 'bool'
  | 'dict'
  | 'ref'
  | 'date'
  | 'datetime'
export type Place = 'list' | 'form' | 'detail'
/** eq: exact; like: contains; prefix: starts with; in: one of many; range: _begin/_end. */
export type Filter = 'eq' | 'like' | 'prefix' | 'in' | 'range'

export interface FieldOptions {
  required?: boolean
  show?: readonly Place[]
  filter?: Filter
  sort?: boolean
  width?: number
  readOnly?: boolean
  unique?: boolean
  perm?: string
  column?: string
  from?: string
  max?: number
  min?: number
  scale?: number
  percent?: boolean
  typed?: boolean
  initial?: unknown
}

/**
 * What a money field declares in addition to every field's words; its decimals are the currency's.
 */
export interface MoneyOptions<Source extends string = string> extends Omit<
  FieldOptions,
  'min' | 'max' | 'scale'
> {
  /**
   * A field of the row that holds the currency (`currency`), or of a row it refers to
   * (`feeId.currency`).
   */
  currencyFrom: Source
  /** `positive` (above zero) by default; `any` for credits and adjustments. */
  sign?: Sign
}
export type MoneyField<Source extends string = string> = Field<string> & {
  readonly type: 'money'
  readonly currencyFrom: Source
}

function field<T>(
  type: FieldType,
  options: FieldOptions & Partial<Pick<MoneyOptions, 'currencyFrom' | 'sign'>>,
  extra: { dict?: string; ref?: string } = {},
): Field<T> {
  return {
    type,
    required: options.required ?? false,
    show: options.show ?? ['list', 'form', 'detail'],
    filter: options.filter ?? null,
    sort: options.sort ?? false,
    width: options.width ?? 140,
    dict: extra.dict ?? null,
    ref: extra.ref ?? null,
    readOnly: options.readOnly ?? false,
    unique: options.unique ?? false,
    perm: options.perm ?? null,
    column: options.column ?? null,
    from: options.from ?? null,
    max: options.max ?? null,
    min: options.min ?? null,
    scale: options.scale ?? defaultScale[type] ?? 0,
    currencyFrom: options.currencyFrom ?? null,
    sign: options.sign ?? 'positive',
    percent: options.percent ?? false,
    typed: options.typed ?? false,
    initial: options.initial ?? null,
  }
}

/**
 * Decimals a wire value may carry: kg to the gram, cm to the millimetre. Money's are its
 * currency's.
 */
const defaultScale: Partial<Record<FieldType, number>> = {
  weight: 3,
  length: 1,
  decimal: 4,
}

/** One line of text, trimmed; an empty string is stored as null. */
export const text = (options: FieldOptions = {}) => field<string>('text', { max: 200, ...options })
/** Several lines of text. */
export const textarea = (options: FieldOptions = {}) =>
  field<string>('textarea', { max: 2000, show: ['form', 'detail'], ...options })
/** A whole number, a JSON number on the wire. */
export const int = (options: FieldOptions = {}) => field<number>('int', options)
/** A rate: hundredths of a percent as a JSON number, read and entered as percent. */
export const rate = (options: FieldOptions = {}) =>
  field<number>('int', { ...options, percent: true })
/** An exact decimal, a string on the wire, numeric in the database. */
export const decimal = (options: FieldOptions = {}) => field<string>('decimal', options)
/** kg with at most three decimals on the wire, grams (int) in the database. */
export const weight = (options: FieldOptions = {}) => field<string>('weight', options)
/** cm with at most one decimal on the wire, millimetres (int) in the database. */
export const length = (options: FieldOptions = {}) => field<string>('length', options)
/**
 * Currency units on the wire, minor units (bigint) in the database; the currency gives the
 * exponent.
 */
export const money = <const Source extends string>(options: MoneyOptions<Source>) =>
  field<string>('money', options) as MoneyField<Source>
export const bool = (options: FieldOptions = {}) => field<boolean>('bool', options)
/** A dictionary item's value; the wire adds `<field>_dictText`. */
export const dict = (code: string, options: FieldOptions = {}) =>
  field<string>('dict', { max: 64, ...options }, { dict: code })
/** Another entity's row by id; the wire adds `<field>_dictText` with its label. */
export const ref = (entity: string, options: FieldOptions = {}) =>
  field<string>('ref', options, { ref: entity })
/** A calendar day, YYYY-MM-DD. */
export const date = (options: FieldOptions = {}) => field<string>('date', options)
/** A moment, ISO 8601 UTC. */
export const datetime = (options: FieldOptions = {}) => field<string>('datetime', options)

const decimalText = (scale: number) => new RegExp(`^-?\\d{1,12}(\\.\\d{1,${Math.max(scale, 1)}})?$`)

/**
 * Day or moment as clients of this family send it: `yyyy-MM-dd[ HH:mm:ss]` (taken as UTC) or ISO
 * 8601.
 */
const momentText = z
  .string()
  .trim()
  .transform((value) =>
    /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(value)
      ? `${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : 'T00:00:00Z'}`
      : value,
  )
  .pipe(moment)

function filled(spec: Field): z.ZodType {
  const min = spec.min ?? -Infinity
  const max = spec.max ?? Infinity
  switch (spec.type) {
    case 'text':
    case 'textarea':
      return textLine(spec.max ?? 2000, spec.typed)
    case 'int':
      return z
        .union(
          [
            z.number(),
            z
              .string()
              .trim()
              .regex(/^-?\d{1,15}$/)
              .transform(Number),
          ],
          { error: spec.percent ? 'field.percent' : 'field.int' },
        )
        .pipe(
          z
            .number({ error: 'field.int' })
            .int({ error: spec.percent ? 'field.percent' : 'field.int' })
            .min(min, { error: 'field.tooSmall' })
            .max(max, { error: 'field.tooLarge' }),
        )
    case 'decimal':
    case 'weight':
    case 'length':
      return z.union([z.string(), z.number().transform(String)], { error: 'field.decimal' }).pipe(
        z
          .string()
          .trim()
          .regex(decimalText(spec.scale), { error: 'field.decimal' })
          .refine((value) => Number(value) >= min, { error: 'field.tooSmall' })
          .refine((value) => Number(value) <= max, { error: 'field.tooLarge' }),
      )
    case 'money':
      // Decimals and sign are checked where the row's currency is known.
      return z
        .union([z.string(), z.number().transform(String)], { error: 'field.money' })
        .pipe(z.string().trim().max(40, { error: 'field.moneyTooLarge' }))
    case 'bool':
      return z.union(
        [
          z.boolean(),
          z.literal(['1', 'Y', 'true']).transform(() => true),
          z.literal(['0', 'N', 'false']).transform(() => false),
        ],
        { error: 'field.bool' },
      )
    case 'dict':
      return z
        .union([z.string(), z.number().transform(String)], { error: 'field.text' })
        .pipe(z.string().trim().max(64, { error: 'field.tooLong' }))
    case 'ref':
      return z
        .union([z.string(), z.number().int().transform(String)], { error: 'field.ref' })
        .pipe(idText)
    case 'date':
      return z
        .string({ error: 'field.date' })
        .trim()
        .transform((value) => value.slice(0, 10))
        .pipe(z.iso.date({ error: 'field.date' }))
    case 'datetime':
      return momentText
  }
}

/**
 * The zod schema of a field in a body: empty text means null, required fields refuse it with
 * `field.required`.
 */
export function inputOf(spec: Field): z.ZodType {
  const emptied = z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    spec.required
      ? z
          .custom<unknown>((value) => value !== null && value !== undefined, {
            error: 'field.required',
          })
          .pipe(filled(spec))
      : filled(spec).nullable().optional(),
  )
  return emptied
}

/** The zod schema of a field in an answer. */
export function outputOf(spec: Field): z.ZodType {
  switch (spec.type) {
    case 'int':
      return z.number().nullable()
    case 'bool':
      return z.boolean().nullable()
    default:
      return z.string().nullable()
  }
}

export type Fields = Record<string, Field>
export type WireOf<F> = F extends Field<infer T> ? T : never

/** The unit a value of this type has on screens, in files and in rules. */
export const unitOf = ({ type }: Pick<Field, 'type'>): 'kg' | 'cm' | undefined =>
  type === 'weight' ? 'kg' : type === 'length' ? 'cm' : undefined
