import { ClearOutlined } from '@ant-design/icons'
import { Button, Input, Switch } from 'antd'
import { useId, useRef, type KeyboardEvent } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { isEmpty, isHalfSized, MEASURES, NO_MEASURES, typed, type Measures } from './measures.ts'

interface MeasureFieldsProps {
  value: Measures
  onChange: (value: Measures) => void
  keep: boolean
  onKeep: (keep: boolean) => void
  onDone: () => void
}

/**
 * Weight and size of the parcel that is scanned next. Enter goes from field to field and at last
 * back to the scan box; a scan made while one of them has the focus is heard by the station and
 * leaves the field as it was.
 */
export function MeasureFields({ value, onChange, keep, onKeep, onDone }: MeasureFieldsProps) {
  const t = useT('scans')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const half = isHalfSized(value)
  const next = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const field = box.current?.querySelectorAll('input')[at + 1]
    if (at + 1 < MEASURES.length && field) field.focus()
    else onDone()
  }
  return (
    <div className="wh-measures" data-scan="page" ref={box}>
      {MEASURES.map((key, at) => (
        <div key={key} className="wh-measure">
          <label htmlFor={`${id}${key}`}>{t(`measure.${key}`)}</label>
          <Input
            id={`${id}${key}`}
            size="large"
            value={value[key]}
            inputMode="decimal"
            autoComplete="off"
            {...(half && key !== 'weightKg' && value[key] === ''
              ? { status: 'warning' as const }
              : {})}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => next(event, at)}
            onChange={(event) => {
              const text = typed(key, event.target.value)
              if (text !== null) onChange({ ...value, [key]: text })
            }}
          />
        </div>
      ))}
      <span className="wh-keep">
        <Switch id={`${id}keep`} checked={keep} onChange={onKeep} />
        <label htmlFor={`${id}keep`}>{t('measure.keep')}</label>
        <Button
          type="text"
          icon={<ClearOutlined />}
          disabled={isEmpty(value)}
          onClick={() => onChange(NO_MEASURES)}
        >
          {t('measure.clear')}
        </Button>
      </span>
      {half && (
        <p className="wh-note" role="status">
          {t('measure.half')}
        </p>
      )}
    </div>
  )
}
