import { useDict } from '../text/dict.ts'
import { ChoiceInput } from './choice-input.tsx'
import { labelOf, namesOf } from './choice-names.ts'

export interface ChoiceProps {
  id?: string
  value?: string | readonly string[] | null
  onChange?: (value: string | readonly string[] | null) => void
  many?: boolean
  disabled?: boolean
  placeholder?: string
  autoFocus?: boolean
}

/** One or several items of a dictionary, found by code and by name in both languages. */
export function DictSelect({ code, ...rest }: ChoiceProps & { code: string }) {
  const items = useDict(code)
  return (
    <ChoiceInput
      {...rest}
      list={code}
      options={items.map((item) => ({
        value: item.value,
        label: labelOf(item),
        names: namesOf(code, item),
      }))}
    />
  )
}
