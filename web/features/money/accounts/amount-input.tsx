import { DecimalInput } from '../../../kit/form/decimal-input.tsx'

/** An amount as it is written: text, so no digit is lost on the way. */
export function AmountInput({
  id,
  value,
  onChange,
  currency,
  autoFocus = false,
}: {
  id?: string
  value?: string
  onChange?: (value: string) => void
  currency: string | null
  autoFocus?: boolean
}) {
  return (
    <DecimalInput
      {...(id ? { id } : {})}
      value={value ?? ''}
      {...(onChange ? { onChange } : {})}
      suffix={currency}
      autoFocus={autoFocus}
      maxLength={21}
      className="account-amount"
    />
  )
}
