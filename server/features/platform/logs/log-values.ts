import { entities } from '#contracts/catalogue.ts'
import type { Field } from '#contracts/kit/field.ts'
import { editorOf } from '#server/kit/resource/crud.ts'
import { toWire } from '#server/kit/resource/values.ts'

/**
 * The values of a record as its list shows them. Records the kit edits are logged like that; of the
 * others the log has the columns' own values, weights in grams and statuses as codes.
 */
export function shownValues(
  texts: (code: string, value: string) => string,
  table: string,
  content: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const of = editorOf(table) ? undefined : entities.find((one) => one.table === table)
  if (!of) return { ...content }
  return Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) => {
      const spec = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined
      if (!spec) return [[name, value]]
      const { dict } = spec
      const shown: [string, unknown][] = [[name, each(value, (one) => inUnit(spec, one))]]
      if (dict)
        shown.push([
          `${name}_dictText`,
          each(value, (one) => (one === null ? null : texts(dict, String(one)))),
        ])
      return shown
    }),
  )
}

/** Before and after, or a value alone. */
const each = (value: unknown, change: (one: unknown) => unknown): unknown =>
  Array.isArray(value) ? value.map(change) : change(value)

const inUnit = (spec: Field, value: unknown): unknown =>
  typeof value === 'number' && (spec.type === 'weight' || spec.type === 'length')
    ? toWire(spec, value, null)
    : value
