import { account, type Delegate } from '#contracts/platform/session/account.ts'
import { formatDay } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Section } from './settings-page.tsx'

/**
 * Who gets the user's notifications while they are away, and whose the user gets. Set by those who look after
 * users.
 */
export function Delegates() {
  const t = useT('account')
  const { data } = useApi(account.standIns, {}, { quiet: true })
  if (!data || (!data.mine && data.forOthers.length === 0)) return null
  const span = ({ startTime, endTime }: Delegate) => {
    const [from, until] = [startTime && formatDay(startTime), endTime && formatDay(endTime)]
    return from && until
      ? t('stand.span', { from, until })
      : from
        ? t('stand.from', { from })
        : until
          ? t('stand.until', { until })
          : t('stand.open')
  }
  return (
    <Section title={t('stand.title')} note={t('stand.note')}>
      <ul className="acc-plain">
        {data.mine && (
          <li>
            {t('stand.mine', { name: data.mine.realname })} <small>{span(data.mine)}</small>
          </li>
        )}
        {data.forOthers.map((one, at) => (
          <li key={at}>
            {t('stand.for', { name: one.realname })} <small>{span(one)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
