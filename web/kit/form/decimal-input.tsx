import { Input, type InputProps } from 'antd'
import { plainDecimal } from './lines/paste-cells.ts'

/**
 * An amount or a measure as text, so that no digit is lost; written as people write it, `1.000,50`, it
 * becomes the number that is sent when the field is left.
 */
export function DecimalInput({
  value,
  onChange,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & {
  value?: string | null
  onChange?: (value: string) => void
}) {
  const settle = (text: string) => {
    const plain = plainDecimal(text)
    if (plain !== text) onChange?.(plain)
  }
  return (
    <Input
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={(event) => {
        settle(event.target.value)
        rest.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        // A form is sent by this key before the field is left.
        if (event.key === 'Enter') settle(event.currentTarget.value)
        rest.onKeyDown?.(event)
      }}
    />
  )
}
