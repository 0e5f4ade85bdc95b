import { useState } from 'react'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import { useConfirm } from '../../../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../../../kit/http/notify.tsx'
import type { TaskOptions, TaskOrders } from './begin-order-task.tsx'

export interface OrderTaskStart {
  /** Counts the orders, asks, and begins the work on them in the background; whether it began. */
  begin(action: TaskAction, orders: TaskOrders, options?: TaskOptions): Promise<boolean>
  busy: TaskAction | null
}

/** Actions on more orders than a person waits for; what they need is fetched when one is begun. */
export function useOrderTasks(): OrderTaskStart {
  const ask = useConfirm()
  const notify = useNotify()
  const [busy, setBusy] = useState<TaskAction | null>(null)
  const begin: OrderTaskStart['begin'] = async (action, orders, options = {}) => {
    if (busy) return false
    setBusy(action)
    try {
      const { beginOrderTask } = await import('./begin-order-task.tsx')
      return await beginOrderTask({ action, orders, options, ask, notify })
    } catch (error) {
      notify.failed(error)
      return false
    } finally {
      setBusy(null)
    }
  }
  return { begin, busy }
}
