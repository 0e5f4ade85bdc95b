import type { ChoiceProps } from './dict-select.tsx'
import { useT } from '../../text/i18n.ts'
import { ChoiceInput } from './choice-input.tsx'

/** Yes, no, or either. */
export default function BoolSelect({
  onChange,
  ...rest
}: Pick<ChoiceProps, 'id' | 'autoFocus' | 'placeholder'> & {
  value?: string | null
  onChange: (next: string | null) => void
}) {
  const t = useT()
  return (
    <ChoiceInput
      {...rest}
      onChange={(next) => onChange(typeof next === 'string' ? next : null)}
      options={[
        { value: 'true', label: t('value.yes') },
        { value: 'false', label: t('value.no') },
      ]}
    />
  )
}
