import { Drawer } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { orderTasks, type OrderTask } from '#contracts/orders/order-tasks.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { Moment, Num, Short } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { Pager } from '../../../kit/table/pager.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import TaskDetail from './task-detail.tsx'
import { isUnderWay, TaskProgress, TaskStatus } from './task-status.tsx'
import './order-tasks.css'

const AGAIN_MS = 2_000

/** A user's own actions on many orders: how far they are, and what became of each order. */
export default function OrderTasks({ title }: { title: string }) {
  const t = useT('order-tasks')
  const list = useList<OrderTask>(orderTasks.list, { name: 'erp/orderTask' })
  const { open, show, close } = useOpen()
  const running = list.rows.some(isUnderWay)
  const again = useEffectEvent(() => list.refetch())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(again, AGAIN_MS)
    return () => clearInterval(timer)
  }, [running])
  const columns: Column<OrderTask>[] = [
    {
      key: 'action',
      title: t('column.task'),
      width: 160,
      card: 'title',
      render: (task) => t(`action.${task.action}`),
    },
    {
      key: 'status',
      title: t('column.status'),
      width: 110,
      render: (task) => <TaskStatus task={task} />,
    },
    {
      key: 'done',
      title: t('column.progress'),
      width: 220,
      render: (task) => <TaskProgress task={task} />,
    },
    {
      key: 'accepted',
      title: t('column.accepted'),
      width: 90,
      align: 'right',
      render: (task) => <Num value={task.accepted} />,
    },
    {
      key: 'refused',
      title: t('column.refused'),
      width: 90,
      align: 'right',
      render: (task) => (
        <span className={task.refused > 0 ? 'order-task-refused' : undefined}>
          <Num value={task.refused} />
        </span>
      ),
    },
    {
      key: 'reason',
      title: t('column.reason'),
      width: 200,
      render: (task) => <Short text={task.failure?.message ?? task.reason} />,
    },
    {
      key: 'createTime',
      title: t('column.started'),
      width: 150,
      whole: true,
      render: (task) => <Moment at={task.startedAt ?? task.createTime} />,
    },
  ]
  return (
    <div className="py-list">
      <PageHeader title={title} />
      {list.error && list.rows.length === 0 ? (
        <ErrorNote error={list.error} retry={list.refetch} />
      ) : (
        <DataTable<OrderTask>
          label={title}
          columns={columns}
          list={list}
          openId={open?.kind === 'row' ? open.id : null}
          onOpen={(task) => show({ kind: 'row', id: task.id })}
          empty={<Empty kind="nothing" title={t('empty')} hint={t('empty.hint')} />}
        />
      )}
      <Pager list={list} />
      <Drawer
        open={open?.kind === 'row'}
        size={760}
        mask={{ enabled: false }}
        rootClassName="py-drawer"
        title={t('title')}
        onClose={close}
      >
        {open?.kind === 'row' && (
          <TaskDetail key={open.id} id={open.id} onStarted={(id) => show({ kind: 'row', id })} />
        )}
      </Drawer>
    </div>
  )
}
