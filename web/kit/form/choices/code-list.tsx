import { useDict } from '../../http/dict.ts'
import { DictSelect } from './dict-select.tsx'
import type { FieldInputProps } from '../field-input-props.ts'

const wordsOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/[\s,，;；、]+/).filter((word) => word !== '') : []

/** Several items of a dictionary, kept as their codes by commas. */
export function CodeList({ code, value, onChange, ...rest }: FieldInputProps & { code: string }) {
  return (
    <DictSelect
      {...(rest.id ? { id: rest.id } : {})}
      {...(rest.placeholder ? { placeholder: rest.placeholder } : {})}
      disabled={rest.disabled ?? false}
      code={code}
      many
      value={wordsOf(value)}
      onChange={(next) => onChange?.([next ?? []].flat().join(', ') || null)}
    />
  )
}

/** The same by their names, where they are read only. */
export function CodeNames({ code, value }: { code: string; value: unknown }) {
  const names = new Map(useDict(code).map((item) => [item.value, item.text]))
  return (
    <>
      {wordsOf(value)
        .map((word) => names.get(word) ?? word)
        .join(', ')}
    </>
  )
}
