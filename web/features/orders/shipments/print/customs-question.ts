import { documents } from '#contracts/orders/documents.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { call } from '../../../../kit/http/api.ts'
import type { Question } from '../../../../kit/platform/confirm.tsx'
import type { T } from '../../../../kit/text/i18n.ts'
import type { OrderState } from '../list/order-state.ts'

/**
 * What is asked before the first label of orders whose customs data are not complete, which it locks;
 * null where none is, or none crosses a border from the depot it is handed in at. Where the check does
 * not answer, printing goes on.
 */
export async function customsQuestion(
  t: T,
  orders: readonly OrderState[],
): Promise<Question | null> {
  const ids = orders.filter(({ status }) => status === PARCEL.CONFIRMED).map(({ id }) => id)
  if (ids.length === 0) return null
  const checked = await call(documents.checkCustoms, { ids }, { quiet: true }).catch(() => [])
  const lacking = checked.filter(({ errors, crossesFromDepot }) => errors > 0 && crossesFromDepot)
  if (lacking.length === 0) return null
  return {
    title: t('ask.lockCustoms', { count: lacking.length }),
    content: t('ask.lockCustoms.text', { count: lacking.length }),
    ok: t('ask.lockCustoms.ok'),
    names: lacking.map(({ serialNumber, findings }) => {
      const first = findings.find(({ severity }) => severity === 'error')
      return first ? `${serialNumber}: ${first.message}` : serialNumber
    }),
  }
}
