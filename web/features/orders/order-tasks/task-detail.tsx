import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Pagination } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Out } from '#contracts/kit/endpoint.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { orderTasks } from '#contracts/orders/order-tasks.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useApi, useInvalidate } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { OpenRefused, TaskResults } from './task-results.tsx'
import { isUnderWay, TaskProgress, TaskStatus } from './task-status.tsx'

type Row = Out<typeof orderTasks.rows>['records'][number]
const OUTCOMES = ['all', 'refused', 'warned', 'done', 'open'] as const
type Choice = (typeof OUTCOMES)[number]
const AGAIN_MS = 1_500
const SIZE = 50

/** One task: progress, stop and continue, its orders by what became of them. */
export default function TaskDetail({
  id,
  onStarted,
}: {
  id: string
  /** Another task went out from this one. */
  onStarted: (id: string) => void
}) {
  const t = useT('order-tasks')
  const ask = useConfirm()
  const invalidate = useInvalidate()
  const [choice, setChoice] = useState<Choice | null>(null)
  const [page, setPage] = useState(1)
  const [live, setLive] = useState(true)
  const found = useApi(orderTasks.queryById, { id }, { refetchInterval: live ? AGAIN_MS : false })
  const task = found.data
  const shown: Choice = choice ?? (task && task.refused > 0 ? 'refused' : 'all')
  const outcome = shown === 'all' ? {} : { outcome: shown }
  const rows = useApi(
    orderTasks.rows,
    { id, pageNo: page, pageSize: SIZE, ...outcome },
    { keepPrevious: true, refetchInterval: live ? AGAIN_MS : false, enabled: task !== undefined },
  )
  const stop = useAction(orderTasks.stop)
  const resume = useAction(orderTasks.resume)
  const file = useDownload(orderTasks.exportRows)
  const underWay = task ? isUnderWay(task) : true
  const before = useRef(underWay)
  const watch = useEffectEvent(() => {
    setLive(underWay)
    // What it changed is on other screens.
    if (before.current && !underWay) void invalidate(shipments.confirm, orderTasks.start)
    before.current = underWay
  })
  useEffect(() => watch(), [underWay])
  if (!task)
    return found.isError ? (
      <ErrorNote error={found.error} retry={() => void found.refetch()} />
    ) : null
  const askStop = async () => {
    const sure = await ask({ title: t('stop.ask'), ok: t('stop'), content: t('stop.text') })
    if (sure !== null) await stop.run({ id })
  }
  const get = (exportFormat: 'xlsx' | 'csv') =>
    void file.run({ id, exportFormat, ...outcome }, `results.${exportFormat}`)
  return (
    <div className="order-task">
      <header>
        <h3>{t(`action.${task.action}`)}</h3>
        <TaskStatus task={task} />
        <TaskProgress task={task} />
        <span className="py-actions">
          {underWay && (
            <Button danger loading={stop.busy} onClick={() => void askStop()}>
              {t('stop')}
            </Button>
          )}
          {task.resumable && (
            <Button type="primary" loading={resume.busy} onClick={() => void resume.run({ id })}>
              {t('resume')}
            </Button>
          )}
        </span>
      </header>
      {task.failure && <Alert type="error" showIcon title={task.failure.message} />}
      {task.reason && <p>{t('reason', { reason: task.reason })}</p>}
      <TaskResults task={task} onStarted={onStarted} />
      <div className="order-task-choice">
        <Segments<Choice>
          aria-label={t('column.outcome')}
          value={shown}
          onChange={(next) => {
            setChoice(next)
            setPage(1)
          }}
          options={OUTCOMES.filter((one) => one !== 'warned' || task.warned > 0).map((value) => ({
            value,
            label: labelOf(value, task, t),
          }))}
        />
        <span className="py-actions">
          {!underWay && <OpenRefused task={task} />}
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              icon={<DownloadOutlined />}
              loading={file.busy}
              title={t('export')}
              onClick={() => get(format)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </span>
      </div>
      <Rows rows={rows.data?.records ?? []} />
      <Pagination
        current={page}
        pageSize={SIZE}
        total={rows.data?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </div>
  )
}

function labelOf(
  choice: Choice,
  task: Out<typeof orderTasks.queryById>,
  t: ReturnType<typeof useT>,
): string {
  const counts = {
    all: task.total,
    refused: task.refused,
    warned: task.warned,
    done: task.accepted,
    open: task.total - task.done,
  }
  return `${t(`outcome.${choice}`)} ${counts[choice]}`
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const t = useT('order-tasks')
  if (rows.length === 0) return <Empty kind="nothing" title={t('noRows')} />
  return (
    <div className="order-task-rows" tabIndex={0} role="region" aria-label={t('column.outcome')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('column.order')}</th>
            <th scope="col">{t('column.outcome')}</th>
            <th scope="col">{t('column.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <CopyText text={row.label}>
                  <Link to={`${ALL_ORDERS}?open=${row.id}`}>{row.label}</Link>
                </CopyText>
              </th>
              <td>{t(`outcome.${row.ok === null ? 'open' : row.ok ? 'done' : 'refused'}`)}</td>
              <td>{row.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
