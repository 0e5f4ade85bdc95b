import { useDict } from '../../http/dict.ts'
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
export function DictSelect({
  code,
  only,
  wordOf,
  ...rest
}: ChoiceProps & {
  code: string
  /** The items that may be chosen; without it all of them. A chosen one keeps its name. */
  only?: readonly string[] | undefined
  /** What an item is called here, where it is not by its own text. */
  wordOf?: ((value: string) => string) | undefined
}) {
  const all = useDict(code)
  const items = only
    ? all.filter(({ value }) => only.includes(value) || [rest.value].flat().includes(value))
    : all
  return (
    <ChoiceInput
      {...rest}
      list={code}
      options={items
        .map((item) => (wordOf ? { ...item, text: wordOf(item.value) } : item))
        .map((item) => ({
          value: item.value,
          label: labelOf(item),
          names: namesOf(code, item),
        }))}
    />
  )
}
