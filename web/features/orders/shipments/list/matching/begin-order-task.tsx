import type { Out } from '#contracts/kit/endpoint.ts'
import { orderTasks, type TaskAction } from '#contracts/orders/order-tasks.ts'
import { formatNumber } from '../../../../../kit/text/formats.ts'
import { call } from '../../../../../kit/http/api.ts'
import { invalidatePaths } from '../../../../../kit/http/query.ts'
import { followBackgroundTask } from '../../../../../kit/platform/background-tasks.ts'
import type { Question, useConfirm } from '../../../../../kit/platform/confirm.tsx'
import type { useNotify } from '../../../../../kit/http/notify.tsx'
import { loadTexts, textOf } from '../../../../../kit/text/i18n.ts'
import { MoneyBackText } from '../money-back.tsx'

/** Single orders, or all that match the filters of a list. */
export type TaskOrders = { ids: string[] } | { query: Record<string, string | number> }
/** `more`: what the question asks in addition; `input`: what goes with the action, of its answer. */
export interface TaskOptions {
  more?: Partial<Question>
  input?: (reason: string) => Record<string, unknown>
}
const t = (key: string, values?: Record<string, string | number>) =>
  textOf('order-tasks', key, values)

/**
 * Counts the orders, asks with what cannot be done, and begins the work; the tray follows it.
 * Answers whether it began.
 */
export async function beginOrderTask({
  action,
  orders,
  options: { more, input },
  ask,
  notify,
}: {
  action: TaskAction
  orders: TaskOrders
  options: TaskOptions
  ask: ReturnType<typeof useConfirm>
  notify: ReturnType<typeof useNotify>
}): Promise<boolean> {
  await loadTexts('order-tasks')
  const prepared = await call(orderTasks.prepare, { action, ...orders })
  const { id, total, open, printed } = prepared
  const name = t(`action.${action}`)
  const shown = formatNumber(total)
  const reason =
    open === 0
      ? null
      : await ask({
          title: t(total === 1 ? 'ask.single' : 'ask', { action: name, shown }),
          ok: name,
          ...(printed ? { reason: true, reasonOptional: true, reasonLabel: t('ask.reprint') } : {}),
          ...more,
          content: <TaskQuestion prepared={prepared} />,
        })
  if (open === 0) notify.info(t(total === 1 ? 'ask.noneSingle' : 'ask.none', { shown }))
  if (reason === null) {
    await call(orderTasks.stop, { id }, { quiet: true })
    return false
  }
  await call(
    orderTasks.start,
    { id, input: input?.(reason) ?? {} },
    { idempotencyKey: crypto.randomUUID() },
  )
  void invalidatePaths(['/erp/orderTask'])
  notify.success(t(total === 1 ? 'started.single' : 'started', { action: name, shown }))
  followBackgroundTask({
    id: `order-task-${id}`,
    title: t('started.title', { action: name, shown }),
    path: `/shipment/tasks?_row=${id}`,
    ask: { path: orderTasks.queryById.path, input: { id } },
    touches: ['/erp/shipment', '/rwms/dashboard', '/erp/orderTask'],
  })
  return true
}

/** Which orders of the choice cannot be done, and where the work goes on. */
function TaskQuestion({
  prepared: { total, open, closed, printed, back },
}: {
  prepared: Out<typeof orderTasks.prepare>
}) {
  return (
    <>
      <MoneyBackText when="ask" money={back} />
      {open < total && (
        <>
          <p>{t('ask.inoperable', { count: total - open, shown: formatNumber(total - open) })}</p>
          <ul className="py-names">
            {closed.map(({ status, text, count }) => (
              <li key={status}>
                {text}: {formatNumber(count)}
              </li>
            ))}
          </ul>
        </>
      )}
      {printed ? <p>{t('ask.printed', { shown: formatNumber(printed) })}</p> : null}
      <p>{t('ask.background')}</p>
    </>
  )
}
