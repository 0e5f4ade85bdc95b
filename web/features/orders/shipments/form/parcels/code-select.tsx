import { memo, useEffect } from 'react'
import { ChoiceInput } from '../../../../../kit/form/choices/choice-input.tsx'
import { labelOf, namesOf } from '../../../../../kit/form/choices/choice-names.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import { useDict } from '../../../../../kit/http/dict.ts'

/**
 * A currency or a country by its code, which is all a narrow cell has room for; the list shows the
 * name as well.
 */
export const CodeSelect = memo(function CodeSelect({
  dict,
  form,
  path,
  value,
  issue,
  set,
}: {
  dict: 'currency' | 'country'
  form: string
  path: string
  value: string
  issue: string | undefined
  set: (path: string, value: string) => void
}) {
  const items = useDict(dict)
  // A pasted name becomes its code; what names none is refused at its cell.
  const named = items.some((item) => item.value === value)
    ? undefined
    : items.find((item) =>
        namesOf(dict, item).some((name) => name.toLowerCase() === value.trim().toLowerCase()),
      )?.value
  useEffect(() => {
    if (value && named) set(path, named)
  }, [value, named, path, set])
  return (
    <ChoiceInput
      id={fieldId(form, path)}
      value={value || null}
      clearable={dict === 'country'}
      codeOnly
      {...(issue ? { status: 'error' as const } : {})}
      list={dict}
      onChange={(next) => set(path, typeof next === 'string' ? next : '')}
      options={items.map((item) => ({
        value: item.value,
        label: labelOf(item),
        names: namesOf(dict, item),
      }))}
    />
  )
})
