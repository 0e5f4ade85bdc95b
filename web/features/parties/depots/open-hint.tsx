import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { openOn, periodsText } from '#contracts/parties/depot-hours.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Whether a depot is open on the day something is to arrive there; nothing where it keeps no hours. */
export function OpenHint({ depotId, day }: { depotId: unknown; day: unknown }) {
  const t = useT('depots')
  const asked =
    typeof depotId === 'string' && depotId !== '' && typeof day === 'string' && day !== ''
  const found = useApi(
    depotDesk.hours,
    { id: String(depotId) },
    { enabled: asked, quiet: true, staleTime: 60_000 },
  )
  if (!asked || !found.data) return null
  const open = openOn(day, found.data.hours, found.data.holidays)
  if (!open) return null
  const hours = periodsText(open.periods)
  return (
    <p className="py-hint" role="status" {...(hours === '' ? { 'data-warning': true } : {})}>
      {hours !== ''
        ? t('open.hours', { day, hours })
        : open.holiday?.name
          ? t('open.holiday', { day, name: open.holiday.name })
          : t('open.closed', { day })}
    </p>
  )
}
