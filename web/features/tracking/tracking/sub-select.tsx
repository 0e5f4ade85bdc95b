import { Form } from 'antd'
import { useEffect, useRef } from 'react'
import { isTrackStatus, subKey, subsOf } from '#contracts/tracking/tracking.states.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'

/**
 * The steps of the status chosen next to it; left empty it means the first. Stands inside a form
 * with a field `status`.
 */
export function SubSelect({ id, value, onChange, disabled }: FieldInputProps) {
  const t = useT('tracking')
  const status: unknown = Form.useWatch('status')
  const code = Number(status)
  const subs: readonly string[] =
    typeof status === 'string' && status !== '' && isTrackStatus(code) ? subsOf(code) : []
  const chosen = typeof value === 'string' && value !== '' ? value : null
  const latest = useRef(onChange)
  latest.current = onChange
  const wrong = status !== undefined && chosen !== null && !subs.includes(chosen)
  useEffect(() => {
    if (wrong) latest.current?.(null)
  }, [wrong])
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      disabled={(disabled ?? false) || subs.length === 0}
      value={chosen}
      placeholder={subs[0] ? t(subKey(subs[0])) : null}
      {...(onChange ? { onChange } : {})}
      options={subs.map((sub) => ({ value: sub, label: t(subKey(sub)) }))}
    />
  )
}
