import { Form, Input } from 'antd'
import { useT } from '../../kit/i18n.ts'
import type { FieldInputProps } from '../../kit/field-input.tsx'
import { RefSelect } from '../../kit/ref-select.tsx'

const idsOf = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])

/** The chosen people of an announcement, on the wire as `3,7,`. Where it is for everybody there is nobody to choose. */
export function UserPicker({ value, onChange, text: _text, ...rest }: FieldInputProps) {
  const t = useT('notices')
  const form = Form.useFormInstance()
  const audience: unknown = Form.useWatch('msgType', form)
  if (audience !== 'USER') return <Input {...rest} disabled value={t('audience.all')} />
  return <RefSelect of="users" many {...rest} value={idsOf(value)} onChange={(next) => onChange?.(Array.isArray(next) && next.length > 0 ? `${next.join(',')},` : null)} />
}
