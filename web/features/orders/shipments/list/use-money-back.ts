import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import { GIVES_BACK } from '#contracts/orders/shipments.states.ts'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { MoneyBack } from './money-back.tsx'

const NOTHING: MoneyBack = { question: [], after: (text) => Promise.resolve(text) }

/** What an action on orders is sent with. */
export interface Sending {
  reason: string
  back: MoneyBack
  parcelIds?: string[] | undefined
}

/** What an action on orders gives back to their customers' accounts; for who sees prices. */
export function useMoneyBack(): (action: TaskAction, ids: readonly string[]) => Promise<MoneyBack> {
  const t = useT('shipments')
  const may = useRightsCheck()
  return async (action, ids) => {
    if (ids.length === 0 || !may(QUOTED_FOR) || !GIVES_BACK.has(action)) return NOTHING
    // No list waits for it before it can be used; where it does not come, the question opens without.
    const part = await import('./money-back.tsx').catch(() => null)
    return part ? part.moneyOf(t, ids) : NOTHING
  }
}
