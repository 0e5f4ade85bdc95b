import type { OrderTask } from '#contracts/orders/order-tasks.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const TONES = {
  prepared: 'idle',
  queued: 'waiting',
  running: 'moving',
  done: 'done',
  failed: 'bad',
  stopped: 'idle',
} as const

export const isUnderWay = ({ status }: Pick<OrderTask, 'status'>): boolean =>
  status === 'queued' || status === 'running'

export function TaskStatus({ task }: { task: Pick<OrderTask, 'status'> }) {
  const t = useT('order-tasks')
  return <StatusTag tone={TONES[task.status]}>{t(`status.${task.status}`)}</StatusTag>
}

export function TaskProgress({ task }: { task: OrderTask }) {
  const t = useT('order-tasks')
  const text = t('progress', { done: formatNumber(task.done), total: formatNumber(task.total) })
  return (
    <span className="order-task-progress">
      <progress aria-label={t('column.progress')} value={task.done} max={task.total} />
      <span className="py-num">{text}</span>
    </span>
  )
}
