import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

interface OneDayProps {
  id: string
  day: string | null
  onChange: (day: string | null) => void
}

/** The day a list answers as of. Emptied, it is the usual one again. */
export default function OneDay({ id, day, onChange }: OneDayProps) {
  return (
    <DatePicker
      id={id}
      className="py-wide"
      value={day ? dayjs(day) : null}
      onChange={(next) => onChange(dayjs.isDayjs(next) ? next.format('YYYY-MM-DD') : null)}
    />
  )
}
