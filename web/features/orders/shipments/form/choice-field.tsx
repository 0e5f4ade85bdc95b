import { Select } from 'antd'
import { useT } from '../../../../kit/text/i18n.ts'
import { fieldId } from './field-labels.ts'
import { Frame } from './form-field.tsx'

interface ChoiceFieldProps {
  path: 'serviceId' | 'depotId'
  value: string
  /** What an order bears that may not be chosen any more. */ text: string | null
  options: readonly { value: string; text: string }[] | undefined
  issue: string | undefined
  onChange: (next: string) => void
}

/** One of what the order may be sent by, found by code or name. */
export function ChoiceField({ path, value, text, options, issue, onChange }: ChoiceFieldProps) {
  const t = useT('shipments')
  const id = fieldId(path)
  const shown = (options ?? []).map((one) => ({ value: one.value, label: one.text }))
  if (value && !shown.some((one) => one.value === value))
    shown.unshift({ value, label: text ?? (options ? value : '…') })
  return (
    <Frame path={path} label={t(path)} issue={issue} required>
      <Select<string | null>
        id={id}
        allowClear
        popupMatchSelectWidth={false}
        loading={!options}
        value={value || null}
        options={shown}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => onChange(next ?? '')}
        aria-required
        aria-invalid={issue !== undefined}
        {...(issue ? { status: 'error' as const, 'aria-describedby': `${id}:issue` } : {})}
        notFoundContent={options ? t('empty.noMatch') : t('state.loading')}
      />
    </Frame>
  )
}
