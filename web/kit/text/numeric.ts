import type { Field, FieldType } from '#contracts/kit/field.ts'

const NUMERIC: ReadonlySet<FieldType> = new Set(['int', 'decimal', 'weight', 'length', 'money'])

/** Whether a field's values are numbers: aligned to the right, typed on a pad of digits. */
export const isNumeric = ({ type }: Field): boolean => NUMERIC.has(type)
