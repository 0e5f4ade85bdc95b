import { Input } from 'antd'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './messages.css'

/** Names in double braces, in the order they stand; sections count as the list they are of. */
export function paramsIn(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/\{\{\s*[#^]?\s*([A-Za-z_]\w*)\s*\}\}/g)].map(([, name]) => name!),
    ),
  ]
}

/** The words of a template, and below them the values they ask for. */
export function BodyInput({ value, onChange, id, disabled }: FieldInputProps) {
  const t = useT('messages')
  const text = typeof value === 'string' ? value : ''
  const params = paramsIn(text)
  return (
    <>
      <Input.TextArea
        {...(id ? { id } : {})}
        disabled={disabled ?? false}
        value={text}
        maxLength={20_000}
        autoSize={{ minRows: 4, maxRows: 14 }}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {params.length > 0 && (
        <span className="msg-params">
          {t('tpl.params')}{' '}
          {params.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </span>
      )}
    </>
  )
}
