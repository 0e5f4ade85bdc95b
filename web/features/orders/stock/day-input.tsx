import dayjs from 'dayjs'
import { DateInput } from '../../../kit/form/date-input.tsx'

/** A calendar day as the wire writes it. */
export function DayInput({
  id,
  value = null,
  onChange,
}: {
  id?: string
  value?: string | null
  onChange?: (day: string | null) => void
}) {
  return (
    <DateInput
      {...(id ? { id } : {})}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}
