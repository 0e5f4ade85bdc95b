import { Select } from 'antd'
import { useDict } from '../text/dict.ts'

export interface ChoiceProps {
  id?: string
  value?: string | readonly string[] | null
  onChange?: (value: string | readonly string[] | null) => void
  many?: boolean
  disabled?: boolean
  placeholder?: string
  autoFocus?: boolean
}

/** One or several items of a dictionary; typing narrows them by word and by value. */
export function DictSelect({
  code,
  value = null,
  onChange,
  many = false,
  ...rest
}: ChoiceProps & { code: string }) {
  const items = useDict(code)
  return (
    <Select<string | string[] | null>
      {...rest}
      allowClear
      popupMatchSelectWidth={false}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      showSearch={{
        filterOption: (typed, option) =>
          `${option?.label ?? ''} ${option?.value ?? ''}`
            .toLowerCase()
            .includes(typed.toLowerCase()),
      }}
      value={typeof value === 'string' || value === null ? value : [...value]}
      onChange={(next) => onChange?.(next ?? null)}
      options={items.map((item) => ({ value: item.value, label: item.text }))}
    />
  )
}
