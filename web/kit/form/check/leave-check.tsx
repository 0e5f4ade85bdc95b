import { Form } from 'antd'
import type { FocusEvent, ReactNode } from 'react'
import { duplicates } from '#contracts/platform/lists/generic-lists.ts'
import { checkRules } from '#contracts/platform/rules/check-rules.ts'
import { ApiError, call } from '../../http/api.ts'
import { noteAt, valuesIn } from '../form-values.ts'
import { valueAt } from '../paths.ts'

/** What is wrong with a value; null where nothing is, or where that cannot be known now. */
export type Ask = (value: string) => Promise<string | null>

interface LeaveCheckProps {
  /** The field's name in the form. */
  name: string
  /** What the record has now. */
  stored: unknown
  /** In their order; the first answer is shown. */
  asks: readonly Ask[]
  children: ReactNode
}

/**
 * Asks the server about a value on leaving its field, so that users do not fill in a whole form first.
 * Where that cannot be known now, saving decides.
 */
export function LeaveCheck({ name, stored, asks, children }: LeaveCheckProps) {
  const form = Form.useFormInstance()
  if (asks.length === 0) return children
  const check = async (event: FocusEvent) => {
    const value = valueAt(valuesIn(form), name)
    const left = !event.currentTarget.contains(event.relatedTarget)
    if (!left || typeof value !== 'string' || value.trim() === '' || value === stored) return
    // What the form refuses is not asked about.
    const valid = await form.validateFields([name]).then(
      () => true,
      () => false,
    )
    if (!valid) return
    for (const ask of asks) {
      const note = await ask(value)
      // Typed on meanwhile: it is about another value.
      if (valueAt(valuesIn(form), name) !== value) return
      if (note !== null) return noteAt(form, name, note)
    }
  }
  return (
    <div style={{ display: 'contents' }} onBlur={(event) => void check(event)}>
      {children}
    </div>
  )
}

/** Whether a value is free; the record being changed is no duplicate of itself. */
export const isFree =
  (tableName: string, fieldName: string, id: string | null): Ask =>
  (fieldVal) => {
    const asked = { tableName, fieldName, fieldVal, ...(id === null ? {} : { dataId: id }) }
    return refusalOf(call(duplicates.check, asked, { quiet: true }), 'duplicate.taken')
  }

/** Whether a value fits the check rule of a code; a rule that is not there refuses nothing. */
export const fitsRule =
  (ruleCode: string): Ask =>
  (typed) =>
    refusalOf(
      // The server decodes it once more than the transport does, and trims before it stores.
      call(
        checkRules.checkByCode,
        { ruleCode, value: encodeURIComponent(typed.trim()) },
        { quiet: true },
      ),
      'checkRule.failed',
    )

const refusalOf = (answer: Promise<unknown>, code: string): Promise<string | null> =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof ApiError && error.error === code ? error.message : null),
  )
