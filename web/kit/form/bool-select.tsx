import { Select } from 'antd'
import type { ChoiceProps } from './dict-select.tsx'
import { useT } from '../text/i18n.ts'

/** Yes, no, or either. */
export default function BoolSelect({
  value = null,
  onChange,
  ...rest
}: Pick<ChoiceProps, 'id' | 'autoFocus'> & {
  value?: string | null
  onChange: (next: string | null) => void
}) {
  const t = useT()
  return (
    <Select
      {...rest}
      allowClear
      value={value}
      onChange={(next: string | null | undefined) => onChange(next ?? null)}
      options={[
        { value: 'true', label: t('value.yes') },
        { value: 'false', label: t('value.no') },
      ]}
      popupMatchSelectWidth={false}
    />
  )
}
