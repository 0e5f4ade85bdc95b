import { depotDesk } from '#contracts/parties/depot-desk.ts'
import { periodsText } from '#contracts/parties/depot-hours.ts'
import { companyToday } from '../../../kit/session/company-zone.ts'
import { useApi } from '../../../kit/http/query.ts'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/**
 * Where a customer sends goods to: the depot's address under the customer's shipping mark, to copy
 * as it is written on cartons, its week in a line, and its days to come with other hours.
 */
export function DepotAddress({ depotId, mark }: { depotId: string; mark: string }) {
  const t = useT('depots')
  const found = useApi(depotDesk.hours, { id: depotId }, { quiet: true, staleTime: 60_000 })
  if (!found.data) return null
  const { address } = found.data
  const lines = [t('address.mark', { mark }), ...address]
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(address.slice(-3).join(', '))}`
  const today = companyToday()
  const days = found.data.holidays.filter(({ day }) => day >= today).slice(0, 10)
  return (
    <section className="dpt-hours" aria-label={t('address.own')}>
      <h3>{t('address.own')}</h3>
      <address>
        {lines.map((line, at) => (
          <div key={at}>{line}</div>
        ))}
      </address>
      <p>
        <CopyText text={lines.join('\n')}>{t('address.copy')}</CopyText> ·{' '}
        <a href={map} target="_blank" rel="noreferrer">
          {t('address.map')}
        </a>
      </p>
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
