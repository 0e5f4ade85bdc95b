import { Input } from 'antd'

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
    <Input
      {...(id ? { id } : {})}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      suffix={currency}
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      maxLength={21}
      className="account-amount"
    />
  )
}
