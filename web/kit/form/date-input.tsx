import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { FocusEvent } from 'react'
import { emptiesField } from './empties-field.ts'

interface DateInputProps {
  id?: string
  value?: dayjs.Dayjs | null
  onChange?: (day: dayjs.Dayjs | null) => void
  disabled?: boolean
  placeholder?: string
  showTime?: boolean
  /** A time without seconds: slots and windows. */
  minutes?: boolean
}

const MINUTES = { showTime: { format: 'HH:mm' }, format: 'YYYY-MM-DD HH:mm' } as const
/**
 * A day or a moment. Emptied by deleting its text, as any field: the calendar alone would bring it
 * back.
 */
export function DateInput({ value = null, onChange, minutes, ...rest }: DateInputProps) {
  return (
    <DatePicker
      {...rest}
      {...(minutes ? MINUTES : {})}
      className="py-wide"
      value={value}
      onChange={(day) => onChange?.(dayjs.isDayjs(day) ? day : null)}
      onKeyDown={(event) => {
        if (emptiesField(event)) onChange?.(null)
      }}
      onBlur={({ target }: FocusEvent<HTMLElement>) => {
        if (value && target instanceof HTMLInputElement && target.value === '') onChange?.(null)
      }}
    />
  )
}
