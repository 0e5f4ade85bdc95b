import { Select } from 'antd'
import { memo } from 'react'
import { fieldId } from '../../../../kit/form/paths.ts'
import { useDict } from '../../../../kit/text/dict.ts'

/**
 * A currency by its code, which is all a narrow cell has room for; the list says the name as well.
 */
export const CurrencySelect = memo(function CurrencySelect({
  form,
  path,
  value,
  set,
}: {
  form: string
  path: string
  value: string
  set: (path: string, value: string) => void
}) {
  const items = useDict('currency')
  return (
    <Select<string>
      id={fieldId(form, path)}
      value={value || null}
      allowClear={false}
      popupMatchSelectWidth={false}
      labelRender={({ value: code }) => code}
      onChange={(next) => set(path, next ?? '')}
      showSearch={{
        filterOption: (typed, option) =>
          `${option?.label ?? ''} ${option?.value ?? ''}`
            .toLowerCase()
            .includes(typed.toLowerCase()),
      }}
      options={items.map((item) => ({ value: item.value, label: item.text }))}
    />
  )
})
