import { z } from 'zod'
import { typedNumber } from './typed-number.ts'

/** A text of a field, trimmed; `typed`: a number in its one form, which is not empty then. */
export const textLine = (max: number, typed: boolean) =>
  typed
    ? z.string({ error: 'field.text' }).transform(typedNumber).pipe(trimmed(1, max))
    : trimmed(0, max)

const trimmed = (min: number, max: number) =>
  z
    .string({ error: 'field.text' })
    .trim()
    .min(min, { error: 'field.required' })
    .max(max, { error: 'field.tooLong' })
    .refine((value) => !value.includes('\0'), { error: 'field.text' })

/** A text that may be missing: an empty one is none, a number is its digits. */
export const asText = <T extends z.ZodType>(inner: T) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value === '' ? undefined : value),
    inner.optional(),
  )
