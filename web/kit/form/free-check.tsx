import { Form } from 'antd'
import type { FocusEvent, ReactNode } from 'react'
import { duplicates } from '#contracts/platform/lists/generic-lists.ts'
import { ApiError, call } from '../http/api.ts'
import { noteAt, valuesIn } from './form-values.ts'
import { valueAt } from './paths.ts'

interface FreeCheckProps {
  /** The field's name in the form. */
  name: string
  table: string
  column: string
  /** The record being changed: its own value is no duplicate. */
  id: string | null
  /** What the record has now. */
  stored: unknown
  children: ReactNode
}

/**
 * Asks on leaving a unique field whether its value is free, so that nobody fills in a whole form
 * first. Where that cannot be known now, saving decides.
 */
export function FreeCheck({ name, table, column, id, stored, children }: FreeCheckProps) {
  const form = Form.useFormInstance()
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
    const note = await takenNote(table, column, value, id)
    // Typed on meanwhile: it is about another value.
    if (note !== null && valueAt(valuesIn(form), name) === value) noteAt(form, name, note)
  }
  return (
    <div style={{ display: 'contents' }} onBlur={(event) => void check(event)}>
      {children}
    </div>
  )
}

async function takenNote(
  tableName: string,
  fieldName: string,
  fieldVal: string,
  id: string | null,
): Promise<string | null> {
  try {
    const asked = { tableName, fieldName, fieldVal, ...(id === null ? {} : { dataId: id }) }
    await call(duplicates.check, asked, { quiet: true })
    return null
  } catch (error) {
    return error instanceof ApiError && error.error === 'duplicate.taken' ? error.message : null
  }
}
