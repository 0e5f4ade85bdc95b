import {
  FIELD_GROUPS,
  FIELD_KEYS,
  LABEL_FIELDS,
  type FieldKey,
} from '#contracts/commercial/labels/fields.ts'
import { useT } from '../../../../kit/text/i18n.ts'

/** What a label can print, by group, each with an everyday value. */
export function FieldChoice({
  id,
  value,
  first,
  disabled = false,
  label,
  onChange,
}: {
  id?: string
  value: FieldKey | ''
  /** Shown while nothing is chosen. */
  first?: string
  disabled?: boolean
  label?: string
  onChange: (field: FieldKey) => void
}) {
  const t = useT('label-fields')
  return (
    <select
      id={id}
      className="py-input"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value as FieldKey)}
    >
      {(value === '' || first !== undefined) && <option value="">{first ?? ''}</option>}
      {FIELD_GROUPS.map((group) => (
        <optgroup key={group} label={t(`group.${group}`)}>
          {FIELD_KEYS.filter((key) => LABEL_FIELDS[key].group === group).map((key) => (
            <option key={key} value={key}>
              {LABEL_FIELDS[key].sample ? `${t(key)} · ${short(LABEL_FIELDS[key].sample)}` : t(key)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
const short = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)

/** What the chosen field is, with its everyday and its longest value. */
export function FieldHelp({ field }: { field: FieldKey }) {
  const t = useT('label-designer')
  const words = useT('label-fields')
  const { sample, longest } = LABEL_FIELDS[field]
  return (
    <p className="lbl-help">
      {words.has(`${field}.help`) && <span>{words(`${field}.help`)}</span>}
      {sample && <span>{t('field.sample', { text: sample })}</span>}
      {longest !== sample && <span>{t('field.longest', { text: longest })}</span>}
    </p>
  )
}
