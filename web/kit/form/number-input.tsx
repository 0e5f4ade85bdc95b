import { InputNumber, type InputNumberProps } from 'antd'
import { useT } from '../text/i18n.ts'
import { formatNumber } from '../text/formats.ts'

/**
 * A number with a maximum. One above it stays as it was typed and is an error at the field: antd's
 * own `max` cuts it down without a word when the field is left.
 */
export function NumberInput({
  max,
  value,
  ...rest
}: Omit<InputNumberProps<number>, 'max'> & { max?: number }) {
  const t = useT()
  const isOver = max !== undefined && typeof value === 'number' && value > max
  return (
    <div>
      <InputNumber<number>
        {...rest}
        value={value ?? null}
        {...(isOver ? { status: 'error', 'aria-invalid': true } : {})}
      />
      {isOver && (
        <span className="py-field-error" role="alert">
          {t('field.tooLarge', { max: formatNumber(max) })}
        </span>
      )}
    </div>
  )
}
