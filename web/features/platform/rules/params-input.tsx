import { Form, Input, Select } from 'antd'
import { DATE_PATTERNS, RESETS } from '#contracts/platform/rules/fill-rules.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { isObject } from '../../../kit/text/storage.ts'

interface Params {
  prefix: string
  date: string
  digits: number
  reset: string
}

function read(value: unknown): Params {
  let found: unknown = null
  try {
    found = JSON.parse(typeof value === 'string' && value !== '' ? value : '{}')
  } catch {
    // What cannot be read is written again.
  }
  const stored = isObject(found) ? found : {}
  return {
    prefix: String(stored.prefix ?? ''),
    date: String(stored.date ?? ''),
    digits: typeof stored.digits === 'number' ? stored.digits : 4,
    reset: String(stored.reset ?? 'never'),
  }
}

/** The parameters of a serial number; other generators have none. */
export function ParamsInput({ id, value, onChange, disabled = false }: FieldInputProps) {
  const t = useT('rules')
  const name: unknown = Form.useWatch('ruleClass', Form.useFormInstance())
  if (name !== 'serial')
    return (
      <p id={id} className="py-hint">
        {t('fill.params.none')}
      </p>
    )
  const params = read(value)
  const change = (part: Partial<Params>) => onChange?.(JSON.stringify({ ...params, ...part }))
  return (
    <div className="rul-params" id={id}>
      <label>
        {t('fill.params.prefix')}
        <Input
          disabled={disabled}
          value={params.prefix}
          maxLength={16}
          onChange={(event) => change({ prefix: event.target.value.trim() })}
        />
      </label>
      <label>
        {t('fill.params.date')}
        <Select
          aria-label={t('fill.params.date')}
          disabled={disabled}
          value={params.date}
          onChange={(date) => change({ date })}
          options={DATE_PATTERNS.map((one) => ({
            value: one,
            label: one || t('fill.params.date.none'),
          }))}
        />
      </label>
      <label>
        {t('fill.params.digits')}
        <NumberInput
          disabled={disabled}
          min={1}
          max={12}
          precision={0}
          value={params.digits}
          onChange={(digits) => change({ digits: digits ?? 4 })}
        />
      </label>
      <label>
        {t('fill.params.reset')}
        <Select
          aria-label={t('fill.params.reset')}
          disabled={disabled}
          value={params.reset}
          onChange={(reset) => change({ reset })}
          options={RESETS.map((one) => ({ value: one, label: t(`fill.reset.${one}`) }))}
        />
      </label>
    </div>
  )
}
