import { ChoiceInput, type ChoiceOption } from '../../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

/** The order form holds texts only: nothing chosen is ''. */
export const CHOICE = {
  getValueProps: (value: unknown) => ({ value: value || null }),
  normalize: (value: unknown) => value ?? '',
}

interface ChoiceSelectProps {
  id?: string
  value?: string | null
  onChange?: (next: string | readonly string[] | null) => void
  options: readonly { value: string; text: string }[] | undefined
  /** Names the list, to count what is used most. */
  list: string
  /** What an order has that may not be chosen any more, and its label. */
  of: string | null | undefined
  text: string | null | undefined
  /** Next to it in the list. */
  note?: string | undefined
}

/** One of what the order may be sent by, found by code or name. */
export function ChoiceSelect({
  value = null,
  options,
  list,
  of,
  text,
  note,
  ...bound
}: ChoiceSelectProps) {
  const t = useT('shipments')
  const shown: ChoiceOption[] = (options ?? []).map((one) => ({
    value: one.value,
    label: one.text,
  }))
  if (value && !shown.some((one) => one.value === value))
    shown.unshift({
      value,
      label: (value === of && text) || (options ? value : '…'),
      ...(note ? { note } : {}),
    })
  return (
    <ChoiceInput
      {...bound}
      list={list}
      loading={!options}
      value={value}
      options={shown}
      notFoundContent={options ? t('empty.noMatch') : t('state.loading')}
    />
  )
}
