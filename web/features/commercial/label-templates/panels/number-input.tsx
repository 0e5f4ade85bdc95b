import { useState, type KeyboardEvent } from 'react'
import { lengthOf, stepped, type Unit } from '../model/lengths.ts'

interface NumberInputProps {
  id: string
  /** Undefined: several elements with different ones. */
  value: number | undefined
  unit: Unit
  step: number
  disabled?: boolean
  mixed?: string
  describedBy?: string | undefined
  onChange: (value: number) => void
}

/**
 * A number with its unit: other units may be typed, arrows change it by a step, with Shift by ten.
 * What is no number is left as it was when the cursor leaves.
 */
export function NumberInput(props: NumberInputProps) {
  const { id, value, unit, step, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === undefined ? '' : String(stepped(value, step)))
  const wrong = typed !== null && typed.trim() !== '' && lengthOf(typed, unit, step) === null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setTyped(null)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const by = (event.key === 'ArrowUp' ? 1 : -1) * step * (event.shiftKey ? 10 : 1)
    setTyped(null)
    onChange(stepped((value ?? 0) + by, step))
  }
  return (
    <span className="lbl-number">
      <input
        id={id}
        className="py-input"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={value === undefined ? props.mixed : undefined}
        disabled={props.disabled ?? false}
        aria-invalid={wrong || undefined}
        aria-describedby={props.describedBy}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(event.target.value)
          const next = lengthOf(event.target.value, unit, step)
          if (next !== null) onChange(next)
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {unit !== 'none' && <small aria-hidden>{unit}</small>}
    </span>
  )
}
