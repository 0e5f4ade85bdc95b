import { Button } from 'antd'
import { useId, useState, type Dispatch, type ReactNode } from 'react'
import type { LabelCondition, LabelElement } from '#contracts/commercial/labels/document.ts'
import { isFieldKey, type FieldKey } from '#contracts/commercial/labels/fields.ts'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import type { EditorAction } from '../model/editor-state.ts'
import { commonProperties, commonValue, refusalOf, type Property } from '../model/properties.ts'
import { Conditions } from './conditions.tsx'
import { FieldChoice, FieldHelp } from './field-choice.tsx'
import { NumberInput } from './number-input.tsx'
import { TextInput } from './text-input.tsx'

const GROUPS = ['content', 'type', 'look', 'place', 'when'] as const

/** All values of the chosen elements; of several those they have in common. */
export function PropertyPanel({
  elements,
  dispatch,
  readOnly,
  onPicture,
}: {
  elements: readonly LabelElement[]
  dispatch: Dispatch<EditorAction>
  readOnly: boolean
  /** Opens the stored pictures to choose another one. */
  onPicture: () => void
}) {
  const t = useT('label-designer')
  const [refused, setRefused] = useState<{ key: string; of: string; code: string } | null>(null)
  const ids = elements.map(({ id }) => id)
  const of = ids.join()
  const properties = commonProperties(elements)
  const set = (key: string, value: unknown) => {
    const code = refusalOf(elements, key, value)
    setRefused(code === null ? null : { key, of, code })
    if (code === null)
      dispatch({
        type: 'change',
        change: { do: 'set', ids, values: { [key]: value } },
        merge: `set:${key}:${of}`,
      })
  }
  return (
    <div className="lbl-properties" onBlur={() => dispatch({ type: 'settle' })}>
      {GROUPS.map((group) => {
        const own = properties.filter((one) => one.group === group)
        if (own.length === 0) return null
        return (
          <section key={group} aria-label={t(`group.${group}`)} data-group={group}>
            <h3>{t(`group.${group}`)}</h3>
            {own.map((property) => (
              <PropertyRow
                key={`${of}/${property.key}`}
                property={property}
                value={commonValue(elements, property.key)}
                code={refused?.key === property.key && refused.of === of ? refused.code : null}
                disabled={readOnly}
                onChange={(value) => set(property.key, value)}
                onPicture={onPicture}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

interface RowProps {
  property: Property
  value: unknown
  code: string | null
  disabled: boolean
  onChange: (value: unknown) => void
  onPicture: () => void
}

function PropertyRow(props: RowProps) {
  const { property, value, code, disabled, onChange } = props
  const t = useT('label-designer')
  const id = useId()
  const { key, input } = property
  const label = t(`property.${key}`)
  if (input === 'when')
    return (
      <Conditions
        value={(value ?? []) as LabelCondition[]}
        disabled={disabled}
        onChange={onChange}
      />
    )
  if (input === 'check')
    return (
      <label className="lbl-check">
        <input
          type="checkbox"
          checked={value === true}
          disabled={disabled}
          ref={(box) => {
            if (box) box.indeterminate = value === undefined
          }}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
    )
  return (
    <div
      className="lbl-property"
      data-key={key}
      data-wide={input === 'area' || input === 'data' || undefined}
    >
      <label htmlFor={id}>{label}</label>
      <Entry {...props} id={id} t={t} />
      {code !== null && (
        <em id={`${id}-why`} role="alert">
          {refusalWords(code, t)}
        </em>
      )}
      {input === 'field' && typeof value === 'string' && isFieldKey(value) && (
        <FieldHelp field={value} />
      )}
      {t.has(`property.${key}.help`) && <p className="lbl-help">{t(`property.${key}.help`)}</p>}
    </div>
  )
}

const refusalWords = (code: string, t: T): string => {
  const key = `refused.${code.split('.').at(-1)}`
  return t(t.has(key) ? key : 'refused.invalid')
}

function Entry({
  property,
  value,
  code,
  disabled,
  onChange,
  onPicture,
  id,
  t,
}: RowProps & { id: string; t: T }): ReactNode {
  const { key, input, unit = 'mm', step = 0.1, choices = [], max } = property
  const shared = { id, disabled, mixed: t('mixed') }
  const describedBy = code === null ? undefined : `${id}-why`
  switch (input) {
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={value as number | undefined}
          unit={unit}
          step={step}
          describedBy={describedBy}
          onChange={onChange}
        />
      )
    case 'choice':
      return (
        <select
          id={id}
          className="py-input"
          disabled={disabled}
          value={value === undefined ? '' : String(value)}
          onChange={(event) =>
            onChange(choices.find((one) => String(one) === event.target.value) ?? value)
          }
        >
          {value === undefined && <option value="">{t('mixed')}</option>}
          {choices.map((one) => (
            <option key={one} value={String(one)}>
              {key === 'symbology' ? t(`symbology.${one}`) : t(`choice.${key}.${one}`)}
            </option>
          ))}
        </select>
      )
    case 'field':
      return (
        <FieldChoice
          id={id}
          value={(value ?? '') as FieldKey | ''}
          disabled={disabled}
          onChange={onChange}
        />
      )
    case 'picture':
      return (
        <Button id={id} disabled={disabled} onClick={onPicture}>
          {t('picture.choose')}
        </Button>
      )
    case 'data':
      return (
        <>
          <TextInput
            {...shared}
            value={value as string | undefined}
            max={max}
            rows={2}
            invalid={code !== null}
            describedBy={describedBy}
            onChange={onChange}
          />
          {!disabled && value !== undefined && (
            <FieldChoice
              label={t('data.insert')}
              value=""
              first={t('data.insert')}
              onChange={(field) => field && onChange(`${String(value)}{${field}}`)}
            />
          )}
        </>
      )
    default:
      return (
        <TextInput
          {...shared}
          value={value as string | undefined}
          max={max}
          {...(input === 'area' ? { rows: 3 } : {})}
          invalid={code !== null}
          describedBy={describedBy}
          onChange={onChange}
        />
      )
  }
}
