import { Link } from 'react-router'
import { notices } from '#contracts/platform/messaging/notices.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { openNotice } from '../../../kit/platform/open-notice.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'

const ALL = '/isps/userAnnouncement'

/** Unread notices of the user; read on the page with all of them. */
export function NoticeBox() {
  const t = useT('dashboards')
  const waiting = useApi(notices.listByUser, {}, { quiet: true })
  const rows = [...(waiting.data?.anntMsgList ?? []), ...(waiting.data?.sysMsgList ?? [])]
  return (
    <section className="dash-box" aria-labelledby="dash-notices">
      <h2 id="dash-notices">
        {t('notices')}
        <Link to={ALL}>{t('notices.all')}</Link>
      </h2>
      {waiting.data && rows.length === 0 ? (
        <p className="dash-none">{t('notices.none')}</p>
      ) : (
        <ul className="dash-rows">
          {rows.map((row) => (
            <li key={row.id} data-priority={row.priority}>
              <button type="button" onClick={() => openNotice({ id: row.id })}>
                <em>{row.priority_dictText}</em>
                <span>{row.titile}</span>
                <Moment at={row.sendTime} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
