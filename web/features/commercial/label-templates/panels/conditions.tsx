import { Button } from 'antd'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  CONDITION_OPS,
  DOCUMENT_LIMITS,
  type LabelCondition,
} from '#contracts/commercial/labels/document.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { FieldChoice } from './field-choice.tsx'
import { TextInput } from './text-input.tsx'

/** When an element is printed: all lines must hold; without lines always. */
export function Conditions({
  value,
  disabled,
  onChange,
}: {
  value: readonly LabelCondition[]
  disabled: boolean
  onChange: (next: LabelCondition[]) => void
}) {
  const t = useT('label-designer')
  const change = (at: number, part: Partial<LabelCondition>) =>
    onChange(value.map((one, no) => (no === at ? { ...one, ...part } : one)))
  return (
    <div className="lbl-when">
      {value.length === 0 && <p className="lbl-help">{t('when.always')}</p>}
      {value.map((one, at) => (
        <fieldset key={at} disabled={disabled}>
          <legend className="py-hidden">{t('when.line', { no: at + 1 })}</legend>
          <FieldChoice
            label={t('when.field')}
            value={one.field}
            onChange={(field) => change(at, { field })}
          />
          <select
            className="py-input"
            aria-label={t('when.op')}
            value={one.op}
            onChange={(event) => change(at, { op: event.target.value as LabelCondition['op'] })}
          >
            {CONDITION_OPS.map((op) => (
              <option key={op} value={op}>
                {t(`when.${op}`)}
              </option>
            ))}
          </select>
          {(one.op === 'oneOf' || one.op === 'notOneOf') && (
            <TextInput
              label={t('when.values')}
              value={one.values.join(', ')}
              onChange={(text) => change(at, { values: valuesOf(text) })}
            />
          )}
          <Button
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t('when.remove', { no: at + 1 })}
            onClick={() => onChange(value.filter((_, no) => no !== at))}
          />
        </fieldset>
      ))}
      {!disabled && value.length < DOCUMENT_LIMITS.conditions && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          onClick={() => onChange([...value, { field: 'reference', op: 'present', values: [] }])}
        >
          {t('when.add')}
        </Button>
      )}
    </div>
  )
}

const valuesOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .split(/[,，;；\n]/)
        .map((one) => one.trim().slice(0, 100))
        .filter(Boolean),
    ),
  ].slice(0, DOCUMENT_LIMITS.values)
