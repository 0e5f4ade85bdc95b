import { useState } from 'react'
import { useT } from '../../text/i18n.ts'
import DayRange from './day-range.tsx'

interface DayKindsProps {
  id: string
  kinds: readonly { key: string; label: string }[]
  filters: Readonly<Record<string, string>>
  onChange: (next: Record<string, string | null>) => void
}

/** One range of days for one of several moments; another moment takes the range along. */
export default function DayKinds({ id, kinds, filters, onChange }: DayKindsProps) {
  const t = useT()
  const set = kinds.find(({ key }) => filters[`${key}_begin`] || filters[`${key}_end`])
  const [chosen, setChosen] = useState(kinds[0]?.key ?? '')
  const key = set?.key ?? chosen
  const [begin, end] = [filters[`${key}_begin`] ?? null, filters[`${key}_end`] ?? null]
  const put = (on: string, from: string | null, to: string | null) =>
    onChange({
      ...Object.fromEntries(
        kinds.flatMap((kind) => [
          [`${kind.key}_begin`, null],
          [`${kind.key}_end`, null],
        ]),
      ),
      [`${on}_begin`]: from,
      [`${on}_end`]: to,
    })
  return (
    <span className="py-filter-kinds">
      <select
        className="py-input"
        aria-label={t('filter.dateKind')}
        value={key}
        onChange={(event) => {
          setChosen(event.target.value)
          if (begin || end) put(event.target.value, begin, end)
        }}
      >
        {kinds.map((kind) => (
          <option key={kind.key} value={kind.key}>
            {kind.label}
          </option>
        ))}
      </select>
      <DayRange id={id} begin={begin} end={end} onChange={(from, to) => put(key, from, to)} />
    </span>
  )
}
