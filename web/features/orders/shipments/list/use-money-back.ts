import type { TaskAction } from '#contracts/orders/order-tasks.ts'
import { QUOTED_FOR, SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { MoneyBack } from './money-back.ts'

/** Actions that give money back where some is kept or charged. */
const GIVES_BACK: readonly TaskAction[] = ['cancel', 'withdraw']

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
  const [seesOne, seesAll] = [useCan(QUOTED_FOR), useCan(SEE_PRICES)]
  return async (action, ids) => {
    const sees = ids.length === 1 ? seesOne : seesAll
    if (!sees || ids.length === 0 || !GIVES_BACK.includes(action)) return NOTHING
    // No list waits for it before it can be used.
    const { moneyOf } = await import('./money-back.ts')
    return moneyOf(t, ids)
  }
}
