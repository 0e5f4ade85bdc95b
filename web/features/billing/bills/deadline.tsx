import { companyToday } from '../../../kit/session/company-zone.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const SOON = 7
const DAY = 86_400_000

/** The day until which the carrier takes a dispute, and the days left as long as it matters. */
export function Deadline({ day, isOpen }: { day: string | null; isOpen: boolean }) {
  const t = useT('bills')
  if (day === null) return null
  if (!isOpen) return <>{day}</>
  const left = Math.round((Date.parse(day) - Date.parse(companyToday())) / DAY)
  return (
    <>
      {day}{' '}
      <StatusTag tone={left <= SOON ? 'bad' : 'waiting'}>
        {left < 0 ? t('deadline.over') : t('deadline.left', { count: left })}
      </StatusTag>
    </>
  )
}
