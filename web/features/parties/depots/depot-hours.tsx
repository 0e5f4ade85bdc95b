import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { periodsText } from '#contracts/parties/depot-hours.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** The week of a depot in a line, and its days to come with other hours. */
export function DepotHours({ depotId }: { depotId: string }) {
  const t = useT('depots')
  const found = useApi(depotDesk.hours, { id: depotId }, { quiet: true, staleTime: 60_000 })
  if (!found.data || (found.data.text === '' && found.data.holidays.length === 0)) return null
  const today = companyToday()
  const days = found.data.holidays.filter(({ day }) => day >= today).slice(0, 10)
  return (
    <section className="dpt-hours" aria-label={t('hours.own')}>
      <h3>{t('hours.own')}</h3>
      <p>
        {found.data.text || t('hours.dayClosed')} · {t('hours.zone', { zone: found.data.timeZone })}
      </p>
      {days.length > 0 && (
        <>
          <h3>{t('hours.next')}</h3>
          <ul>
            {days.map(({ day, name, opens, closes }) => (
              <li key={day}>
                {day} {name ?? ''}{' '}
                {opens !== null && closes !== null
                  ? periodsText([{ opens, closes }])
                  : t('hours.dayClosed')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
