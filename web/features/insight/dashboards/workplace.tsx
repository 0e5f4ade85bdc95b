import { useT } from '../../../kit/text/i18n.ts'
import { formatMoment } from '../../../kit/text/formats.ts'
import { companyZone } from '../../../kit/session/company-zone.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { labelRequests } from '#contracts/orders/label-requests.ts'
import { revokeTasks } from '#contracts/orders/revoke-tasks.ts'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { OwnBalances } from '../../money/accounts/index.ts'
import { greetingAt } from './greeting.ts'
import { NoticeBox } from './notice-box.tsx'
import { LabelRequestBox } from '../../orders/label-requests/index.ts'
import { RevokeBox } from '../../orders/revoke-tasks/index.ts'
import { OrderStages } from './cards/order-stages.tsx'
import { OwnLinks } from './links/own-links.tsx'
import { totalOf } from './cards/stages.ts'
import { TodayStrip } from './cards/today-strip.tsx'
import { TodoBox } from './todo-box.tsx'
import './dashboard.css'

const EVERY_MS = 60_000

/**
 * The user's start page: what waits for them, their notices, and links to their
 * work.
 */
export function Workplace() {
  const t = useT('dashboards')
  const { user } = useSession()
  const board = useCan('dash:status:view')
  const handlesLabels = useCan(labelRequests.retry.perm)
  const handlesRevokes = useCan(revokeTasks.close.perm)
  const fresh = { enabled: board, refetchInterval: EVERY_MS, quiet: true } as const
  const today = useApi(dashboards.today, { zone: companyZone() }, fresh)
  const stages = useApi(dashboards.statusCount, {}, fresh)
  const waiting = useApi(dashboards.draftCount, { zone: companyZone() }, fresh)
  const hour = Number(formatMoment(new Date().toISOString()).slice(11, 13))
  return (
    <div className="dash">
      <PageHeader
        title={t(`greeting.${greetingAt(hour)}`, { name: user?.realname || user?.username || '' })}
      />
      <OwnLinks />
      {user?.customerId && <OwnBalances />}
      {board && <TodayStrip figures={today.data} />}
      <div className="dash-pair">
        <TodoBox />
        <NoticeBox />
      </div>
      {handlesRevokes && <RevokeBox />}
      {handlesLabels && <LabelRequestBox />}
      {stages.data && totalOf(stages.data) > 0 && (
        <OrderStages board={stages.data} waiting={waiting.data} />
      )}
    </div>
  )
}
