import { Form } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { inputOf, type Field } from '#contracts/kit/field.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { columnOf, writable } from '#contracts/kit/entity.ts'
import { nameOf } from '#contracts/kit/names.ts'
import { checkRuleOf } from '#contracts/platform/rules/checked-fields.ts'
import { fitsRule, isFree, LeaveCheck, type Ask } from '../form/check/leave-check.tsx'
import { FieldInput } from '../form/field-input.tsx'
import type { FieldInputProps } from '../form/field-input-props.ts'
import { useLang, type T } from '../text/i18n.ts'
import { useRightsCheck } from '../session/permissions.tsx'
import { MoneyItem } from './money-item.tsx'
import { RefText } from '../form/choices/ref-select.tsx'
import { columnTitle, fieldContent } from './resource-cells.tsx'
import { isObject } from '../text/storage.ts'
import { useAction } from '../http/use-action.ts'
import { helpOf } from '../form/check/help.ts'
import { sameValue, withoutMasks } from '../form/draft/form-draft.ts'
import { useEntry } from '../form/use-entry.tsx'
import { moneyRule, zodRules } from '../form/check/zod-rule.ts'

export type Inputs = Readonly<Partial<Record<string, (props: FieldInputProps) => ReactNode>>>
export interface ResourceFormProps {
  of: Crud
  t: T
  /** The row to change; null adds one. `copy` fills a new one. */
  row: Record<string, unknown> | null
  copy?: Record<string, unknown> | null
  /** What a new one begins with that is no copy. */
  start?: Readonly<Record<string, unknown>>
  inputs?: Inputs
  /** Values set from outside and not shown (`{ dictId }`). */
  fixed?: Record<string, unknown>
  formId: string
  onBusy: (busy: boolean) => void
  onChanged: (changed: boolean) => void
  onSaved: (row: Record<string, unknown>) => void
}

/**
 * The form of a resource, made from its fields; checks are the contract's, refusals land on their
 * fields.
 */
export function ResourceForm({
  of,
  t,
  row,
  copy = null,
  start,
  inputs = {},
  fixed = {},
  formId,
  onBusy,
  onChanged,
  onSaved,
}: ResourceFormProps) {
  const may = useRightsCheck()
  const lang = useLang()
  const shown = writable(of.fields).filter(
    ([key, spec]) => spec.show.includes('form') && !(key in fixed) && may(spec),
  )
  const add = useAction(of.endpoints.add, {
    ownRefusals: true,
    // A number given by the server is known from its answer only.
    success: of.fields[of.label]?.readOnly
      ? (made) => t('made', { name: nameOf(isObject(made) ? made : {}, lang, of.label) })
      : 'message',
  })
  const edit = useAction(of.endpoints.edit, { ownRefusals: true })
  const entry = useEntry<Record<string, unknown>>({
    name: of.name,
    draft: `${of.name}:${typeof row?.id === 'string' ? row.id : 'new'}`,
    // A copy has no more of it than is seen: masked fields begin empty.
    start: valuesOf(shown, row ?? (copy && withoutMasks(copy, copy)), start),
    version: row?.version,
    valuesOf: (newer) => valuesOf(shown, newer),
    save: (values, version) =>
      row
        ? edit.run({ ...values, ...fixed, id: String(row.id), version: Number(version) })
        : add.run({ ...values, ...fixed }),
    onSaved: (result, values) => onSaved(isObject(result) ? result : values),
    label: (path) => {
      const key = path.split('.')[0] ?? ''
      return shown.some(([name]) => name === key) ? t(key) : null
    },
    fields: shown.map(([key]) => key),
    show: (key, value, whole) => {
      const spec = of.fields[key]
      if (!spec) return String(value ?? '')
      // A value the user chose came without its label.
      return spec.type === 'ref' && whole === null ? (
        <RefText of={spec.ref ?? ''} id={typeof value === 'string' ? value : null} />
      ) : (
        fieldContent(whole ?? { [key]: value }, key, spec, t)
      )
    },
  })
  const { busy, changed } = entry
  useEffect(() => onBusy(busy), [busy, onBusy])
  useEffect(() => onChanged(changed), [changed, onChanged])
  return (
    <Form {...entry.props} id={formId}>
      {entry.notes}
      {shown.map(([key, spec]) => {
        const item = (currency: string | null) => (
          <Form.Item
            key={key}
            name={key}
            label={columnTitle(key, spec, t)}
            required={spec.required}
            rules={[...zodRules(inputOf(spec), t, spec), ...moneyRules(spec, currency, t)]}
            className={isWide(spec) ? 'py-form-wide' : ''}
            {...helpOf(t, key, row?.[key])}
          >
            <BoundInput
              spec={spec}
              own={inputs[key]}
              text={textOf(row ?? copy, key)}
              of={(row ?? copy)?.[key]}
              currency={currency}
            />
          </Form.Item>
        )
        if (spec.type === 'text')
          return (
            <LeaveCheck
              key={key}
              name={key}
              stored={row?.[key]}
              asks={asksOf(of, key, spec, row ? String(row.id) : null)}
            >
              {item(null)}
            </LeaveCheck>
          )
        if (spec.type !== 'money') return item(null)
        return (
          <MoneyItem key={key} of={of} name={key} spec={spec} row={row ?? copy} fixed={fixed}>
            {item}
          </MoneyItem>
        )
      })}
    </Form>
  )
}

/**
 * Form.Item hands id, value and onChange to its child; this passes them on to the field's own or
 * usual control.
 */
function BoundInput({
  spec,
  own,
  text,
  of,
  ...bound
}: FieldInputProps & {
  spec: Field
  own: ((props: FieldInputProps) => ReactNode) | undefined
  /** The value the text names: one of a restored draft has another name. */
  of: unknown
}) {
  const props = { ...bound, ...(text && sameValue(bound.value, of) ? { text } : {}) }
  return own ? <>{own(props)}</> : <FieldInput spec={spec} {...props} />
}

/** What a text field asks the server on leaving it: its check rule, and whether it is free. */
const asksOf = (of: Crud, key: string, spec: Field, id: string | null): Ask[] => {
  const rule = checkRuleOf(of.name, key)
  return [
    ...(rule === null ? [] : [fitsRule(rule)]),
    ...(spec.unique && of.scope !== 'owner' ? [isFree(of.table, columnOf(key, spec), id)] : []),
  ]
}

const moneyRules = (spec: Field, currency: string | null, t: T) =>
  spec.type === 'money' ? [moneyRule(spec, currency, t)] : []
const isWide = ({ type, max }: Field): boolean =>
  type === 'textarea' || (type === 'text' && (max ?? 0) > 400)
const textOf = (row: Record<string, unknown> | null, key: string): string | null => {
  const text = row?.[`${key}_dictText`]
  return typeof text === 'string' && text !== '' ? text : null
}
function valuesOf(
  fields: readonly (readonly [string, Field])[],
  row: Record<string, unknown> | null,
  start: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([key, spec]) => [
      key,
      row
        ? (row[key] ?? null)
        : (start[key] ?? spec.initial ?? (spec.type === 'bool' ? false : null)),
    ]),
  )
}
