import { Form } from 'antd'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import type { Field } from '#contracts/kit/field.ts'
import { currencyOf } from '#contracts/kit/entity.ts'
import { useApi } from '../http/query.ts'
import { isObject } from '../text/storage.ts'
import { useCrud } from '../http/use-crud.ts'

interface MoneyItemProps {
  of: Crud
  name: string
  spec: Field
  /** What the form began with, and what it does not show. */
  row: Readonly<Record<string, unknown>> | null
  fixed: Readonly<Record<string, unknown>>
  children: (currency: string | null) => ReactNode
}

/**
 * An amount of a form with its currency: that of the entry or the reference which the contract
 * names.
 */
export function MoneyItem({ name, children, ...from }: MoneyItemProps) {
  const form = Form.useFormInstance()
  const currency = useCurrency(from)
  const checked = useRef(currency)
  // Another currency may have fewer decimals than what was entered; an empty entry is not
  // complained about here.
  const check = useEffectEvent(() => {
    const value: unknown = form.getFieldValue(name)
    if (checked.current === currency) return
    checked.current = currency
    if (value !== null && value !== undefined && value !== '')
      void form.validateFields([name]).catch(() => undefined)
  })
  useEffect(() => check(), [currency])
  return <>{children(currency)}</>
}

/** Null while it is not known: then only the server checks the decimals. */
function useCurrency({
  of,
  spec,
  row,
  fixed,
}: Omit<MoneyItemProps, 'name' | 'children'>): string | null {
  const source = currencyOf(spec)
  const key = source?.ref ?? source?.field ?? ''
  const entered: unknown = Form.useWatch(key, { preserve: true })
  const value = textOf(entered === undefined ? (fixed[key] ?? row?.[key]) : entered)
  const known = source?.ref && value !== null && row?.[key] === value ? row[source.key] : null
  const holder = useCrud((source?.ref && of.fields[source.ref]?.ref) ?? '')
  const found = useApi(
    (holder ?? of).endpoints.queryById,
    { id: value ?? '' },
    { enabled: Boolean(source?.ref && holder) && value !== null && !known, quiet: true },
  )
  if (!source?.ref) return value
  const held = isObject(found.data) ? found.data[source.field] : null
  return value === null ? null : textOf(known ?? held)
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
