import { Link } from 'react-router'
import { onlineReports } from '#contracts/insight/online-reports.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './reports.css'

/** The reports one may run. */
export default function Reports() {
  const t = useT('online-reports')
  const found = useApi(onlineReports.mine, {})
  return (
    <div>
      <PageHeader title={t('mine')} />
      {found.error && !found.data ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : found.data?.length === 0 ? (
        <Empty kind="nothing" title={t('mine.empty')} />
      ) : (
        <ul className="rep-list">
          {found.data?.map(({ id, name, content }) => (
            <li key={id}>
              <Link to={`/online/report/${id}`}>
                {name}
                {content && <small>{content}</small>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
