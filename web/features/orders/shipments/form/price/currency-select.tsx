import { memo } from 'react'
import { ChoiceInput } from '../../../../../kit/form/choices/choice-input.tsx'
import { labelOf, namesOf } from '../../../../../kit/form/choices/choice-names.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import { useDict } from '../../../../../kit/http/dict.ts'

/**
 * A currency by its code, which is all a narrow cell has room for; the list shows the name as well.
 */
export const CurrencySelect = memo(function CurrencySelect({
  form,
  path,
  value,
  issue,
  set,
}: {
  form: string
  path: string
  value: string
  issue: string | undefined
  set: (path: string, value: string) => void
}) {
  const items = useDict('currency')
  return (
    <ChoiceInput
      id={fieldId(form, path)}
      value={value || null}
      clearable={false}
      codeOnly
      {...(issue ? { status: 'error' as const } : {})}
      list="currency"
      onChange={(next) => set(path, typeof next === 'string' ? next : '')}
      options={items.map((item) => ({
        value: item.value,
        label: labelOf(item),
        names: namesOf('currency', item),
      }))}
    />
  )
})
