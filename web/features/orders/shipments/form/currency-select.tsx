import { Select } from 'antd'
import { useDict } from '../../../../kit/text/dict.ts'

/** A currency by its code, which is all a narrow cell has room for; the list says the name as well. */
export function CurrencySelect({
  id,
  value,
  onChange,
}: {
  id: string
  value: string
  onChange: (next: string) => void
}) {
  const items = useDict('currency')
  return (
    <Select<string>
      id={id}
      value={value || null}
      allowClear={false}
      popupMatchSelectWidth={false}
      labelRender={({ value: code }) => code}
      onChange={(next) => onChange(next ?? '')}
      showSearch={{
        filterOption: (typed, option) =>
          `${option?.label ?? ''} ${option?.value ?? ''}`
            .toLowerCase()
            .includes(typed.toLowerCase()),
      }}
      options={items.map((item) => ({ value: item.value, label: item.text }))}
    />
  )
}
