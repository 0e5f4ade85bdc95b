import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { PRINT_ACTIONS, orderTasks, type OrderTaskDetail } from '#contracts/orders/order-tasks.ts'
import { formatBytes, formatDay } from '../../../kit/form/formats.ts'
import { call, BASE } from '../../../kit/http/api.ts'
import { invalidatePaths } from '../../../kit/http/query.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/platform/notify.tsx'
import { Money } from '../../../kit/table/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { isUnderWay } from './task-status.tsx'

/** What a task left in addition to an outcome per order: files, or prices and the change they lead to. */
export function TaskResults({
  task,
  onStarted,
}: {
  task: OrderTaskDetail
  onStarted: (id: string) => void
}) {
  if (PRINT_ACTIONS.includes(task.action)) return <Files task={task} />
  if (task.action === 'previewService') return <Compared task={task} onStarted={onStarted} />
  return null
}

function Files({ task }: { task: OrderTaskDetail }) {
  const t = useT('order-tasks')
  if (task.files.length === 0)
    return (
      <p className="order-task-hint">
        {isUnderWay(task) ? t('files.later') : task.accepted > 0 ? t('files.gone') : null}
      </p>
    )
  return (
    <section aria-label={t('files')}>
      <ul className="order-task-files">
        {task.files.map((file) => (
          <li key={file.id}>
            <Button icon={<DownloadOutlined />} href={`${BASE}${file.url}`} download={file.name}>
              {file.name}
            </Button>
            <span>
              {formatBytes(file.size)}
              {file.expiresAt && ` · ${t('files.expire', { day: formatDay(file.expiresAt) })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Compared({ task, onStarted }: { task: OrderTaskDetail; onStarted: (id: string) => void }) {
  const t = useT('order-tasks')
  const ask = useConfirm()
  const notify = useNotify()
  if (isUnderWay(task)) return null
  const change = async () => {
    const title = t('compared.change', { count: task.accepted })
    try {
      const { id } = await call(orderTasks.prepare, { action: 'changeService', from: task.id })
      const sure = await ask({
        title,
        ok: t('action.changeService'),
        content: <Sums task={task} />,
      })
      if (sure === null) {
        await call(orderTasks.stop, { id }, { quiet: true })
        return
      }
      await call(orderTasks.start, { id, input: {} }, { idempotencyKey: crypto.randomUUID() })
      void invalidatePaths(['/erp/orderTask'])
      onStarted(id)
    } catch (error) {
      notify.failed(error)
    }
  }
  return (
    <section className="order-task-compared" aria-label={t('compared')}>
      {task.accepted === 0 ? (
        <Alert type="info" showIcon title={t('compared.none')} />
      ) : (
        <>
          <Sums task={task} />
          <Button type="primary" onClick={() => void change()}>
            {t('compared.change', { count: task.accepted })}
          </Button>
        </>
      )}
    </section>
  )
}

function Sums({ task: { sums } }: { task: OrderTaskDetail }) {
  const t = useT('order-tasks')
  if (sums.length === 0) return null
  return (
    <table className="order-task-sums">
      <thead>
        <tr>
          <th scope="col">{t('compared.before')}</th>
          <th scope="col">{t('compared.after')}</th>
          <th scope="col">{t('compared.difference')}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map(({ currency, before, after, difference }) => (
          <tr key={currency}>
            <td>
              <Money amount={before} currency={currency} />
            </td>
            <td>
              <Money amount={after} currency={currency} />
            </td>
            <td>
              <strong>
                {difference.startsWith('-') ? '' : '+'}
                {difference} {currency}
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
