import { ClearOutlined } from '@ant-design/icons'
import { Button, Input, Switch } from 'antd'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useT } from '../../../kit/text/i18n.ts'
import { isEmpty, isHalfSized, MEASURES, NO_MEASURES, typed, type Measures } from './measures.ts'

interface MeasureFieldsProps {
  value: Measures
  onChange: (value: Measures) => void
  /** Number of the parcel they are for; null: the next one. */
  target: string | null
  onSubmit: () => void
  weighFirst: boolean
  onWeighFirst: (on: boolean) => void
  /** Next to the switch: where measures come from in addition. */
  children?: ReactNode
}

/**
 * Weight and size of the parcel on the screen, or of the next one. Enter saves; while a side is
 * missing it goes on to that side. A scan made while one of them has the focus is received by the
 * station and leaves the field as it was.
 */
export function MeasureFields({
  value,
  onChange,
  target,
  onSubmit,
  weighFirst,
  onWeighFirst,
  children,
}: MeasureFieldsProps) {
  const t = useT('scans')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const half = isHalfSized(value)
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const missing = half ? MEASURES.findIndex((key) => key !== 'weightKg' && value[key] === '') : -1
    if (missing < 0) onSubmit()
    else box.current?.querySelectorAll<HTMLInputElement>('.wh-measure input')[missing]?.focus()
  }
  return (
    <div
      className="wh-measures"
      data-scan="page"
      ref={box}
      role="group"
      aria-labelledby={`${id}of`}
    >
      <p id={`${id}of`} className="wh-measured" data-next={target === null || undefined}>
        {target === null ? t('measure.forNext') : t('measure.for', { no: target })}
      </p>
      {MEASURES.map((key) => (
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
            onKeyDown={enter}
            onChange={(event) => {
              const text = typed(key, event.target.value)
              if (text !== null) onChange({ ...value, [key]: text })
            }}
          />
        </div>
      ))}
      <span className="wh-keep">
        <Switch id={`${id}first`} checked={weighFirst} onChange={onWeighFirst} />
        <label htmlFor={`${id}first`}>{t('measure.first')}</label>
        <Button
          type="text"
          icon={<ClearOutlined />}
          disabled={isEmpty(value)}
          onClick={() => onChange(NO_MEASURES)}
        >
          {t('measure.clear')}
        </Button>
        {children}
      </span>
      {half && (
        <p className="wh-note" role="status">
          {t('measure.half')}
        </p>
      )}
    </div>
  )
}
