import { useId } from 'react'
import './segments.css'

interface SegmentsProps<V extends string> {
  options: readonly { value: V; label: string }[]
  value?: V
  onChange?: (value: V) => void
  id?: string
  className?: string
  'aria-label'?: string
  'aria-labelledby'?: string
}

/**
 * One of a few, side by side: the browser's own radio buttons, so arrows move the choice. Usable
 * inside `Form.Item`.
 */
export function Segments<V extends string>({
  options,
  value,
  onChange,
  className,
  ...rest
}: SegmentsProps<V>) {
  const name = useId()
  return (
    <div
      {...rest}
      role="radiogroup"
      className={className ? `py-segments ${className}` : 'py-segments'}
    >
      {options.map((option) => (
        <label key={option.value} data-on={option.value === value || undefined}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
