import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { dashboards } from '#contracts/dashboards.ts'
import { ErrorNote } from '../../kit/empty.tsx'
import { formatMoment } from '../../kit/formats.ts'
import { useT } from '../../kit/i18n.ts'
import { PageHeader } from '../../kit/page-header.tsx'
import { useCan } from '../../kit/permissions.tsx'
import { useApi } from '../../kit/query.ts'
import { useLate, usePhone } from '../../kit/use-late.ts'
import { useWho } from '../../kit/who.ts'
import { FirstSteps } from './first-steps.tsx'
import { greetingAt } from './greeting.ts'
import { QuickLinks } from './quick-links.tsx'
import { StageCard } from './stage-card.tsx'
import { STAGES, stagesOf, totalOf } from './stages.ts'
import { TodayStrip } from './today-strip.tsx'
import './dashboard.css'

const EVERY_MS = 30_000
/** The kind of order that has a list: a tile counts what its list then shows. */
const LISTED = { kind: 'B2C', path: '/shipment/b2c', perm: 'ship:b2c:list' } as const

const clock = (at: number): string => formatMoment(new Date(at).toISOString()).slice(11)

/** Where all orders stand, today's figures, and the ways to the day's work. */
export default function Status() {
  const t = useT('dashboards')
  const { user } = useWho()
  const phone = usePhone()
  const mayList = useCan(LISTED.perm)

  const board = useApi(dashboards.statusCount, { shipmentResource: LISTED.kind }, { refetchInterval: EVERY_MS, quiet: true })
  const today = useApi(dashboards.today, { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }, { refetchInterval: EVERY_MS, quiet: true })
  const late = useLate(board.isPending)
  const refresh = () => { void board.refetch(); void today.refetch() }

  const now = board.dataUpdatedAt || Date.now()
  const name = user?.realname || user?.username || ''
  const note = board.data && (board.isRefetchError ? t('stale', { time: clock(board.dataUpdatedAt) }) : t('updated', { time: clock(board.dataUpdatedAt) }))

  return (
    <div className="dash">
      <PageHeader title={t(`greeting.${greetingAt(Number(clock(now).slice(0, 2)))}`, { name })} note={<span className="py-num" data-failed={board.isRefetchError || undefined}>{note}</span>}>
        <Button icon={<ReloadOutlined />} loading={board.isFetching && !board.isPending} aria-label={t('action.refresh')} onClick={refresh}>{phone ? null : t('action.refresh')}</Button>
      </PageHeader>
      <QuickLinks />
      {board.data ? (totalOf(board.data) === 0 ? <FirstSteps /> : <>
        <TodayStrip figures={today.data} />
        <h2 className="dash-head">{t('board')}</h2>
        <div className="dash-board">
          {stagesOf(board.data).map((stage) => (
            <StageCard key={stage.key} title={t(`stage.${stage.key}`)} stage={stage} pathOf={mayList ? (status) => `${LISTED.path}?shipmentStatus=${status}` : null} />
          ))}
        </div>
      </>) : board.error ? <ErrorNote error={board.error} retry={refresh} /> : late && <Waiting />}
    </div>
  )
}

function Waiting() {
  return <div className="dash-board" aria-busy>{STAGES.map((stage) => <div key={stage.key} className="dash-stage">{stage.states.map((state) => <span key={state} className="py-skeleton" />)}</div>)}</div>
}
