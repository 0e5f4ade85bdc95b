import { Money } from '../../../../kit/platform/cells.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { OrderChoices } from './use-order-choices.ts'

/** What a sub-account may still spend. Others have no limit, and see nothing. */
export function LimitNote({ limit }: { limit: OrderChoices['limit'] | undefined }) {
  const t = useT('shipments')
  if (!limit) return null
  const { left, cap, used, currency, period } = limit
  return (
    <div className="order-limit" data-empty={/^0(\.0+)?$/.test(left) || undefined}>
      <span>{t(`limit.${period}`)}</span>{' '}
      <strong>
        <Money amount={left} currency={currency} />
      </strong>
      <small>{t('limit.used', { used, cap, currency })}</small>
    </div>
  )
}
