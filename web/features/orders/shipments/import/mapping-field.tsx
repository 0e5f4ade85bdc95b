import { Input, Select } from 'antd'
import type { ImportField } from '#contracts/orders/imports/import-fields.ts'
import type { MappedField } from '#contracts/orders/imports/import-mappings.ts'
import { usePhone } from '../../../../kit/platform/use-timing.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { sampleOf, type ImportLayout } from './mapping-draft.ts'

/** Units a column may be in, the field's own first. */
const UNITS = { kg: ['kg', 'g', 'lb', 'oz'], cm: ['cm', 'mm', 'in'] } as const

/** One field of a mapping: the columns it is read from, a sample, and what fills it otherwise. */
export function MappingField({
  field,
  title,
  required,
  value,
  layout,
  onChange,
}: {
  field: ImportField
  title: string
  /** No order of the kind can do without it. */
  required: boolean
  value: MappedField
  layout: ImportLayout
  onChange: (change: Partial<MappedField>) => void
}) {
  const t = useT('shipment-imports')
  const choices = layout.choices[field.name]
  const missing = required && value.columns.length === 0 && !value.fill
  // Next to one another the columns have a common head.
  const placeholder = usePhone() ? t('map.fill') : undefined
  const sample = sampleOf(value, layout.samples)
  return (
    <div role="row" className="import-map-row" data-missing={missing || undefined}>
      <span role="cell" className="import-map-field">
        {title}
        {required && <span title={t('map.required')}> *</span>}
      </span>
      <span role="cell">
        <ChoiceInput
          many
          maxCount={6}
          value={value.columns.map(String)}
          aria-label={`${title}: ${t('map.column')}`}
          placeholder={t('map.none')}
          onChange={(columns) => onChange({ columns: [columns ?? []].flat().map(Number) })}
          options={layout.headings.map((heading, at) => ({
            value: String(at),
            label: heading.trim() === '' ? `#${at + 1}` : heading,
          }))}
        />
        {field.unit && value.columns.length > 0 && (
          <Select<string>
            className="import-map-unit"
            value={value.unit ?? field.unit}
            aria-label={`${title}: ${t('map.unit')}`}
            onChange={(unit) =>
              onChange({
                unit: unit === 'kg' || unit === 'cm' ? null : (unit as MappedField['unit']),
              })
            }
            options={UNITS[field.unit].map((unit) => ({ value: unit, label: unit }))}
          />
        )}
      </span>
      <span role="cell" className="import-map-sample" title={sample}>
        {sample || t('map.none')}
      </span>
      <span role="cell">
        {choices ? (
          <ChoiceInput
            value={value.fill}
            placeholder={placeholder}
            aria-label={`${title}: ${t('map.fill')}`}
            onChange={(fill) => onChange({ fill: typeof fill === 'string' ? fill : null })}
            options={choices.map(({ value: code, text }) => ({ value: code, label: text }))}
          />
        ) : (
          <Input
            value={value.fill ?? ''}
            maxLength={field.max ?? 60}
            placeholder={placeholder}
            aria-label={`${title}: ${t('map.fill')}`}
            onChange={(event) => onChange({ fill: event.currentTarget.value || null })}
          />
        )}
      </span>
    </div>
  )
}
