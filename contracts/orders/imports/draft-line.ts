import { z } from 'zod'
import { typedNumber } from '../../kit/typed-number.ts'

/** One line of an order as it is sent: trimmed, a number as its text, nothing where it is empty. */
export const line = (max: number) =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z.string().trim().max(max, { error: 'field.tooLong' }),
    )
    .nullish()
    .transform((value) => value || null)

/** The same of a number people type or paste: in its one form. */
export const numberLine = (max: number) =>
  z
    .preprocess(
      (value) =>
        typeof value === 'number'
          ? String(value)
          : typeof value === 'string'
            ? typedNumber(value)
            : value,
      z.string().max(max, { error: 'field.tooLong' }),
    )
    .nullish()
    .transform((value) => value || null)

/** A block of lines as it was stored: fields that came later are missing in old orders. */
export function linesOf<S extends z.ZodRawShape>(block: z.ZodObject<S>) {
  const text = z.string().nullish()
  const keys = Object.keys(block.shape) as (keyof S & string)[]
  return z.object(
    Object.fromEntries(keys.map((key) => [key, text])) as Record<keyof S & string, typeof text>,
  )
}
