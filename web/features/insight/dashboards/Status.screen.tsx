import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { dashboards } from '#contracts/insight/dashboards.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { companyZone } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDelayedFlag, usePhone } from '../../../kit/platform/use-timing.ts'
import { FirstSteps } from './first-steps.tsx'
import { OrderStages } from './cards/order-stages.tsx'
import { RecentFlow } from './flow/recent-flow.tsx'
import { STAGES, totalOf } from './cards/stages.ts'
import { TodayStrip } from './cards/today-strip.tsx'
import './dashboard.css'

const EVERY_MS = 30_000

const clock = (at: number): string => formatMoment(new Date(at).toISOString()).slice(11)

/**
 * All orders: by status, by how long they wait for their confirmation, and what today
 * brought. Every figure opens its list.
 */
export default function Status() {
  const t = useT('dashboards')
  const phone = usePhone()
  const zone = companyZone()
  const fresh = { refetchInterval: EVERY_MS, quiet: true } as const

  const board = useApi(dashboards.statusCount, {}, fresh)
  const today = useApi(dashboards.today, { zone }, fresh)
  const waiting = useApi(dashboards.draftCount, { zone }, fresh)
  const all = [board, today, waiting]
  const late = useDelayedFlag(board.isPending)
  const refresh = () => {
    for (const one of all) void one.refetch()
  }

  // The board is as recent as its oldest figure.
  const asOf = Math.min(...all.map((one) => one.dataUpdatedAt).filter((at) => at > 0))
  const failed = all.some((one) => one.isRefetchError)
  const note =
    board.data && Number.isFinite(asOf) && t(failed ? 'stale' : 'updated', { time: clock(asOf) })

  return (
    <div className="dash">
      <PageHeader
        title={t('status')}
        note={
          <span className="py-num" data-failed={failed || undefined}>
            {note}
          </span>
        }
      >
        <Button
          icon={<ReloadOutlined />}
          loading={all.some((one) => one.isFetching && !one.isPending)}
          aria-label={t('action.refresh')}
          onClick={refresh}
        >
          {phone ? null : t('action.refresh')}
        </Button>
      </PageHeader>
      {board.data ? (
        totalOf(board.data) === 0 ? (
          <FirstSteps />
        ) : (
          <>
            <TodayStrip figures={today.data} />
            <OrderStages board={board.data} waiting={waiting.data} />
            <RecentFlow />
          </>
        )
      ) : board.error ? (
        <ErrorNote error={board.error} retry={refresh} />
      ) : (
        late && <Waiting />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="dash-board" aria-busy>
      {STAGES.map((stage) => (
        <div key={stage.key} className="dash-stage">
          {stage.states.map((state) => (
            <span key={state} className="py-skeleton" />
          ))}
        </div>
      ))}
    </div>
  )
}
