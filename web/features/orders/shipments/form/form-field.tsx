import { Input } from 'antd'
import { memo, type ReactNode } from 'react'
import { fieldId } from './field-labels.ts'

/** Refusals by path, in the user's words. */
export type Issues = Readonly<Record<string, string>>
export type SetField = (path: string, value: string) => void

interface FrameProps {
  path: string
  label: string
  required?: boolean
  issue?: string | undefined
  help?: string
  wide?: boolean
  children: ReactNode
}

/** Label, control, and under it what is wrong or what helps. */
export function Frame({
  path,
  label,
  required = false,
  issue,
  help,
  wide = false,
  children,
}: FrameProps) {
  const id = fieldId(path)
  return (
    <div className="order-field" data-wide={wide || undefined} data-bad={issue ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="order-required" aria-hidden>
            *
          </span>
        )}
      </label>
      {children}
      {issue ? (
        <p id={`${id}:issue`} className="order-issue">
          {issue}
        </p>
      ) : help ? (
        <p className="order-help">{help}</p>
      ) : null}
    </div>
  )
}

interface TextFieldProps {
  path: string
  label: string
  value: string
  set: SetField
  issue?: string | undefined
  required?: boolean
  wide?: boolean
  max?: number
  help?: string
  inputMode?: 'tel' | 'email' | 'decimal'
  rows?: number
}

/** One text of the form; draws anew only when its own value or issue changes. */
export const TextField = memo(function TextField({
  path,
  label,
  value,
  set,
  issue,
  required,
  wide,
  max = 120,
  help,
  inputMode,
  rows,
}: TextFieldProps) {
  const id = fieldId(path)
  const bound = {
    id,
    value,
    maxLength: max,
    autoComplete: 'off',
    'aria-required': required ?? false,
    'aria-invalid': issue !== undefined,
    ...(issue ? { status: 'error' as const, 'aria-describedby': `${id}:issue` } : {}),
  }
  return (
    <Frame
      path={path}
      label={label}
      issue={issue}
      {...(required ? { required } : {})}
      {...(wide ? { wide } : {})}
      {...(help ? { help } : {})}
    >
      {rows ? (
        <Input.TextArea
          {...bound}
          autoSize={{ minRows: rows, maxRows: 6 }}
          onChange={(event) => set(path, event.target.value)}
        />
      ) : (
        <Input
          {...bound}
          {...(inputMode ? { inputMode } : {})}
          onChange={(event) => set(path, event.target.value)}
        />
      )}
    </Frame>
  )
})
