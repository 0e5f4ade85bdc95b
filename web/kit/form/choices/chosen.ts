import type { ChoiceProps } from './dict-select.tsx'

/** What is chosen, as a list; several may be one text with commas, as the wire has them. */
export function chosenOf(value: ChoiceProps['value'], many: boolean): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'string') return [...value]
  return many ? value.split(',') : [value]
}
