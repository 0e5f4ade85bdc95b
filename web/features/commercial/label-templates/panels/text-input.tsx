import { useState } from 'react'

interface TextInputProps {
  id?: string
  label?: string
  value: string | undefined
  max?: number | undefined
  rows?: number
  disabled?: boolean
  mixed?: string
  invalid?: boolean
  describedBy?: string | undefined
  onChange: (text: string) => void
}

/** A text that stays as it is typed while the cursor is in it, also where it cannot be taken yet. */
export function TextInput(props: TextInputProps) {
  const { value = '', onChange, rows } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shared = {
    id: props.id,
    className: 'py-input',
    'aria-label': props.label,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    maxLength: props.max,
    placeholder: props.value === undefined ? props.mixed : undefined,
    disabled: props.disabled ?? false,
    value: typed ?? value,
    onFocus: () => setTyped(value),
    onBlur: () => setTyped(null),
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value)
      onChange(event.target.value)
    },
  }
  return rows ? <textarea {...shared} rows={rows} /> : <input {...shared} autoComplete="off" />
}
