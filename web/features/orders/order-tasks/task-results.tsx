import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { PRINT_ACTIONS, orderTasks, type OrderTaskDetail } from '#contracts/orders/order-tasks.ts'
import { GIVES_BACK } from '#contracts/orders/shipments.states.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { formatBytes, formatDay, formatNumber } from '../../../kit/text/formats.ts'
import { call, BASE } from '../../../kit/http/api.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { MAX_NUMBERS } from '../../../kit/list/filters/pasted-numbers.ts'
import { toAddress } from '../../../kit/list/long-values.ts'
import { followBackgroundTask } from '../../../kit/platform/background-tasks.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useDelayedKeys } from '../../../kit/platform/undo/undo.ts'
import { useUndoable } from '../../../kit/platform/undo/use-undoable.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Difference, TaxedSum } from '../charging/index.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CHANGING, MoneyBackText } from '../shipments/index.ts'
import { isUnderWay } from './task-status.tsx'

/** Rows of one answer. */
const ROWS = 200

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
  if (task.action === 'confirm') return <Confirmed task={task} />
  if (GIVES_BACK.has(task.action)) return <MoneyBackText when="done" money={task.back} />
  if (task.action === 'changeService') return <Changed task={task} onStarted={onStarted} />
  return null
}

/** Compares what the orders would cost by the services they had before; to be agreed to there. */
function Changed({ task, onStarted }: { task: OrderTaskDetail; onStarted: (id: string) => void }) {
  const t = useT('order-tasks')
  const notify = useNotify()
  const start = useAction(orderTasks.start, { success: false })
  const [busy, setBusy] = useState(false)
  if (isUnderWay(task) || task.accepted === 0) return null
  const compare = async () => {
    setBusy(true)
    try {
      const { id } = await call(orderTasks.prepare, { action: 'previewService', from: task.id })
      if ((await start.run({ id, input: {} })).ok) onStarted(id)
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <p>
      <Button loading={busy} onClick={() => void compare()}>
        {t('changed.back', { count: task.accepted })}
      </Button>{' '}
      {t('changed.hint')}
    </p>
  )
}

/** What the confirmed orders cost together, by currency. */
function Confirmed({ task: { sums } }: { task: OrderTaskDetail }) {
  const t = useT('order-tasks')
  if (sums.length === 0) return null
  return (
    <p>
      {t('confirmed.sum')}{' '}
      {sums.map(({ currency, after }) => (
        <span key={currency}>
          <TaxedSum sum={after} currency={currency} />{' '}
        </span>
      ))}
    </p>
  )
}

/** The orders a task refused, as a list of orders in which they can be chosen and done again. */
export function OpenRefused({ task }: { task: Pick<OrderTaskDetail, 'id' | 'refused'> }) {
  const t = useT('order-tasks')
  const may = useRightsCheck()
  const notify = useNotify()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  if (task.refused === 0 || !may(tracking.search)) return null
  const count = Math.min(task.refused, MAX_NUMBERS)
  const open = async () => {
    setBusy(true)
    try {
      const pages = Array.from({ length: Math.ceil(count / ROWS) }, (_, at) =>
        call(orderTasks.rows, {
          id: task.id,
          outcome: 'refused',
          pageNo: at + 1,
          pageSize: ROWS,
        }),
      )
      const numbers = (await Promise.all(pages)).flatMap(({ records }) =>
        records.map(({ label }) => label),
      )
      const nos = toAddress(numbers.slice(0, MAX_NUMBERS).join(','))
      void navigate(`${ALL_ORDERS}?${new URLSearchParams({ nos }).toString()}`)
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} onClick={() => void open()}>
      {t('refused.open', { count })}
    </Button>
  )
}

function Files({ task }: { task: OrderTaskDetail }) {
  const t = useT('order-tasks')
  const zip = useDownload(orderTasks.bundleFiles)
  if (task.files.length === 0)
    return (
      <p className="order-task-hint">
        {isUnderWay(task) ? t('files.later') : task.accepted > 0 ? t('files.gone') : null}
      </p>
    )
  return (
    <section aria-label={t('files')}>
      {task.files.length > 1 && (
        <p>
          <Button
            type="primary"
            icon={<DownloadOutlined />}
            loading={zip.busy}
            onClick={() => void zip.run({ id: task.id }, `${task.action}-${task.id}.zip`)}
          >
            {t('files.all', { count: task.files.length })}
          </Button>
        </p>
      )}
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
  const words = useT('shipments')
  const ask = useConfirm()
  const notify = useNotify()
  const waiting = useDelayedKeys(CHANGING).size > 0
  // Ten seconds later another page may be open: it is not led away from.
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  const changing = useUndoable(orderTasks.start, {
    onDone: ({ id }) => {
      const count = task.accepted
      const about = { action: t('action.changeService'), shown: formatNumber(count) }
      notify.success(t(count === 1 ? 'started.single' : 'started', about))
      followBackgroundTask({
        id: `order-task-${id}`,
        title: t('started.title', about),
        path: `/shipment/tasks?_row=${id}`,
        ask: { path: orderTasks.queryById.path, input: { id } },
        touches: ['/erp/shipment', '/rwms/dashboard', '/erp/orderTask'],
      })
      if (open.current) onStarted(id)
    },
  })
  if (isUnderWay(task)) return null
  const change = async () => {
    const title = t('compared.change', { count: task.accepted })
    try {
      const { id } = await call(orderTasks.prepare, { action: 'changeService', from: task.id })
      const sure = await ask({
        title,
        ok: t('action.changeService'),
        content: (
          <>
            <Sums task={task} />
            <p>
              {words('service.renumbered')} {words('service.undo')}
            </p>
            <p>{t('compared.meanwhile')}</p>
          </>
        ),
      })
      if (sure === null) {
        await call(orderTasks.stop, { id }, { quiet: true })
        return
      }
      const text = t('compared.undoable', { count: task.accepted })
      changing.run({ id, input: {} }, { text, keys: [`${CHANGING}:task-${id}`] })
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
          <Button
            type="primary"
            disabled={waiting}
            title={waiting ? words('blocked.changing') : undefined}
            onClick={() => void change()}
          >
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
              <TaxedSum sum={before} currency={currency} />
            </td>
            <td>
              <TaxedSum sum={after} currency={currency} />
            </td>
            <td>
              <strong>
                <Difference of={difference} /> {currency}
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
