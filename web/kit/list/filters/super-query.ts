import type { Field, Fields } from '#contracts/kit/field.ts'
import { isObject, isText } from '../../text/storage.ts'

/** In the order this family of clients offers them (wire.md §2). */
export const RULES = [
  'eq',
  'like',
  'right_like',
  'left_like',
  'in',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
] as const
export type Rule = (typeof RULES)[number]
export interface SuperItem {
  field: string
  rule: Rule
  val: string
  type: string
  dictCode?: string
}
export type MatchType = 'and' | 'or'
/** As this family keeps them under `JSuperQuerySaved_<route>` (wire.md §11.24). */
export interface SavedSuperQuery {
  title: string
  matchType: MatchType
  records: SuperItem[]
}

/**
 * The rules that mean something for a field: a choice is not more than another, an amount does not
 * start with anything.
 */
export function rulesOf(spec: Field): readonly Rule[] {
  switch (spec.type) {
    case 'text':
    case 'textarea':
      return RULES
    case 'bool':
      return ['eq', 'ne']
    case 'dict':
    case 'ref':
      return ['eq', 'ne', 'in']
    case 'date':
      return ['eq', 'ne', 'gt', 'ge', 'lt', 'le']
    // Milliseconds are not compared: a day is before or after.
    case 'datetime':
      return ['gt', 'ge', 'lt', 'le']
    default:
      return ['eq', 'ne', 'in', 'gt', 'ge', 'lt', 'le']
  }
}
export const isItem = (value: unknown): value is SuperItem =>
  isObject(value) &&
  isText(value.field) &&
  typeof value.val === 'string' &&
  RULES.some((rule) => rule === value.rule)
export const isSaved = (value: unknown): value is SavedSuperQuery[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) &&
      isText(one.title) &&
      (one.matchType === 'and' || one.matchType === 'or') &&
      Array.isArray(one.records) &&
      one.records.every(isItem),
  )

/**
 * Complete conditions, of fields the list still has; anything else in the address is
 * left out.
 */
export function readItems(text: string | undefined, fields: Fields): SuperItem[] {
  if (!text) return []
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found)
      ? found.filter(isItem).filter((item) => Object.hasOwn(fields, item.field))
      : []
  } catch {
    return []
  }
}
/** The parameter's text without conditions on these fields; undefined where none is left. */
export function withoutFields(
  text: string,
  hidden: (field: string) => boolean,
): string | undefined {
  try {
    const found: unknown = JSON.parse(text)
    if (!Array.isArray(found)) return text
    const left = found.filter((item: unknown) => !isItem(item) || !hidden(item.field))
    if (left.length === found.length) return text
    return left.length > 0 ? JSON.stringify(left) : undefined
  } catch {
    return text
  }
}
/** The parameter's text; null where no condition is complete. */
export function writeItems(items: readonly SuperItem[], fields: Fields): string | null {
  const whole = items
    .filter((item) => item.field && item.val.trim() !== '')
    .map(({ field, rule, val }): SuperItem => {
      const spec = fields[field]
      return {
        field,
        rule,
        val: val.trim(),
        type: spec?.type ?? 'text',
        ...(spec?.dict ? { dictCode: spec.dict } : {}),
      }
    })
  return whole.length > 0 ? JSON.stringify(whole) : null
}
