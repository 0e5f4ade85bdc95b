import { Input, Switch } from 'antd'
import dayjs from 'dayjs'
import type { Field } from '#contracts/kit/field.ts'
import { isNumeric } from '../text/numeric.ts'
import { isCurrency, minorUnits } from '#contracts/kit/money.ts'
import type { FieldInputProps } from './field-input-props.ts'
import { DecimalInput } from './decimal-input.tsx'
import { DateInput } from './date-input.tsx'
import { DictSelect } from './choices/dict-select.tsx'
import { RefSelect } from './choices/ref-select.tsx'
import { unitOf } from '#contracts/kit/field.ts'
import { PercentInput } from './percent-input.tsx'

const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/**
 * The control for a field's type; values are those of the wire, numbers stay the text that was
 * typed.
 */
export function FieldInput({
  spec,
  value,
  text,
  currency,
  ...rest
}: FieldInputProps & { spec: Field }) {
  const { onChange } = rest
  switch (spec.type) {
    case 'textarea':
      return (
        <Input.TextArea
          {...rest}
          value={asText(value) ?? ''}
          maxLength={spec.max ?? 2000}
          autoSize={{ minRows: 2, maxRows: 10 }}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )
    case 'bool':
      return (
        <Switch
          {...(rest.id ? { id: rest.id } : {})}
          disabled={rest.disabled ?? false}
          checked={value === true}
          onChange={(on) => onChange?.(on)}
        />
      )
    case 'dict':
      return <DictSelect {...rest} code={spec.dict ?? ''} value={asText(value)} />
    case 'ref':
      return (
        <RefSelect
          {...rest}
          of={spec.ref ?? ''}
          value={asText(value)}
          withNew
          {...(text ? { text } : {})}
        />
      )
    case 'date':
      return (
        <DateInput
          {...rest}
          value={dayOf(value)}
          onChange={(day) => onChange?.(day?.format('YYYY-MM-DD') ?? null)}
        />
      )
    case 'datetime':
      return (
        <DateInput
          {...rest}
          showTime
          value={dayOf(value)}
          onChange={(moment) => onChange?.(moment?.toISOString() ?? null)}
        />
      )
    default: {
      if (spec.percent) return <PercentInput {...rest} value={value} />
      const unit = spec.type === 'money' ? currency : unitOf(spec)
      if (isNumeric(spec))
        return (
          <DecimalInput
            {...rest}
            value={asText(value) ?? ''}
            {...(onChange ? { onChange } : {})}
            inputMode={isWhole(spec, currency) ? 'numeric' : 'decimal'}
            className="py-num-input"
            {...(unit ? { suffix: unit } : {})}
          />
        )
      return (
        <Input
          {...rest}
          value={asText(value) ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
          autoComplete="off"
          maxLength={spec.max ?? 200}
          {...(unit ? { suffix: unit } : {})}
        />
      )
    }
  }
}

const isWhole = (spec: Field, currency: string | null = null): boolean =>
  spec.type === 'int' ||
  (spec.type === 'money' && currency !== null && isCurrency(currency) && minorUnits(currency) === 0)

function dayOf(value: unknown): dayjs.Dayjs | null {
  const text = asText(value)
  if (!text) return null
  const day = dayjs(text)
  return day.isValid() ? day : null
}
