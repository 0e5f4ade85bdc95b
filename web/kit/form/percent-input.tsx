import { Input } from 'antd'
import { useState } from 'react'
import { percentOf, percentText } from '#contracts/kit/percent.ts'
import type { FieldInputProps } from './field-input-props.ts'

const shown = (value: unknown): string =>
  typeof value === 'number' ? percentText(value) : typeof value === 'string' ? value : ''

/**
 * A rate in percent; its value is hundredths of a percent. What is no percentage is handed on as it
 * was typed, and refused as such.
 */
export function PercentInput({ value, onChange, ...rest }: FieldInputProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null)
  // What is being typed stays as it is: `18.` would else become `18.00` under the cursor.
  const text = typed && typed.value === value ? typed.text : shown(value)
  return (
    <Input
      {...rest}
      value={text}
      inputMode="decimal"
      className="py-num-input"
      autoComplete="off"
      suffix="%"
      onChange={({ target }) => {
        const bp = percentOf(target.value)
        // A text that is no rate must not pass for a whole number of hundredths.
        const next = target.value.trim() === '' ? null : (bp ?? `${target.value.trim()} %`)
        setTyped({ text: target.value, value: next })
        onChange?.(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
