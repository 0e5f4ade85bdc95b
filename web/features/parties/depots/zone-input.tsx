import { Form } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { zoneOf } from '#contracts/parties/country-zones.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { zones } from '../../../kit/form/choices/zones.ts'
import type { FieldInputProps } from '../../../kit/form/field-input-props.ts'
import { useLang } from '../../../kit/text/i18n.ts'

/** A time zone that goes with the country until another one is chosen. */
export function ZoneInput({ value, onChange, id }: FieldInputProps) {
  const lang = useLang()
  const country: unknown = Form.useWatch('country')
  const before = useRef<string | null>(null)
  const follow = useEffectEvent(() => {
    const zone = zoneOf(country)
    if (country && (!value || value === before.current) && value !== zone) onChange?.(zone)
    before.current = zone
  })
  useEffect(() => follow(), [country])
  return (
    <ChoiceInput
      {...(id ? { id } : {})}
      value={typeof value === 'string' ? value : null}
      options={zones(lang).map(({ zone, label }) => ({ value: zone, label }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
