import type { Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { shipments } from '#contracts/orders/shipments.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import type { T } from '../../../kit/text/i18n.ts'
import type { TaskAction } from '#contracts/orders/order-tasks.ts'

/** Of confirmed orders with what they cost together, for those who see prices. */
export type OrdersDone = BulkResult & Partial<Pick<Out<typeof shipments.confirm>, 'sums'>>

/** What became of orders, as a message: how many, and their sum as it is charged, net next to it. */
export function doneInWords(t: T, action: TaskAction, { done, sums = [] }: OrdersDone): string {
  const text = t(`done.${action}`, { count: done })
  if (sums.length === 0) return text
  const amounts = sums.map(({ net, gross, currency }) =>
    gross === null || gross === net
      ? `${formatNumber(net)} ${currency}`
      : t('requote.taxed', { net: formatNumber(net), gross: formatNumber(gross), currency }),
  )
  return t('done.sum', { text, sums: amounts.join(' + ') })
}
