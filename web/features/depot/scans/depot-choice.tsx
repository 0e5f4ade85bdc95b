import { useId } from 'react'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** The depot a station works for. `onDone`: scans go to their box again, and not into this list. */
export function DepotChoice({
  value,
  onChange,
  onDone,
  placeholder,
}: {
  value: string | null
  onChange: (id: string | null) => void
  onDone: () => void
  placeholder?: string
}) {
  const t = useT('scans')
  const label = useId()
  return (
    <div className="wh-depot">
      <label htmlFor={label}>{t('depot.label')}</label>
      <RefSelect
        id={label}
        of="depots"
        {...(placeholder === undefined ? {} : { placeholder })}
        value={value}
        onChange={(next) => {
          onChange(typeof next === 'string' ? next : null)
          // The box may be off until a depot is chosen; a finger wants no keyboard for it.
          if (window.matchMedia('(pointer: fine)').matches) setTimeout(onDone)
        }}
      />
    </div>
  )
}
