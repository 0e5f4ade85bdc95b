import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { emptiesField } from '../../form/empties-field.ts'
import { companyToday } from '../../session/company-zone.ts'
import { useT } from '../../text/i18n.ts'

interface DayRangeProps {
  id: string
  begin: string | null
  end: string | null
  onChange: (begin: string | null, end: string | null) => void
}
const FORMAT = 'YYYY-MM-DD'

/** Two days, inclusive, with the spans people ask for most. Days are the company's. */
export default function DayRange({ id, begin, end, onChange }: DayRangeProps) {
  const t = useT()
  const today = dayjs(companyToday())
  return (
    <DatePicker.RangePicker
      id={{ start: id }}
      value={[begin ? dayjs(begin) : null, end ? dayjs(end) : null]}
      allowEmpty={[true, true]}
      onKeyDown={(event) => {
        if (!emptiesField(event)) return
        if (event.target instanceof HTMLInputElement && event.target.id === id) onChange(null, end)
        else onChange(begin, null)
      }}
      onChange={(days) =>
        onChange(days?.[0]?.format(FORMAT) ?? null, days?.[1]?.format(FORMAT) ?? null)
      }
      presets={[
        { label: t('days.today'), value: [today, today] },
        { label: t('days.yesterday'), value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
        { label: t('days.last7'), value: [today.subtract(6, 'day'), today] },
        { label: t('days.last30'), value: [today.subtract(29, 'day'), today] },
        { label: t('days.thisMonth'), value: [today.startOf('month'), today] },
        {
          label: t('days.lastMonth'),
          value: [
            today.subtract(1, 'month').startOf('month'),
            today.subtract(1, 'month').endOf('month'),
          ],
        },
      ]}
    />
  )
}
