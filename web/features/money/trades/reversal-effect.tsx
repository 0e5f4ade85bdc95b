import type { Out } from '#contracts/kit/endpoint.ts'
import type { trades } from '#contracts/money/trades.ts'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useItemName } from './item-name.ts'

/** All that goes back with a trade: the lines of its posting, and their sum. */
export function ReversalEffect({ effect }: { effect: Out<typeof trades.reversal> }) {
  const t = useT('trades')
  const nameOf = useItemName()
  return (
    <>
      <p>{t('reverse.text')}</p>
      <ul>
        {effect.lines.map(({ tradeItem, amount, currency }, at) => (
          <li key={at}>
            {nameOf({ tradeItem, taxCategory: null, taxRate: null })}: {formatNumber(amount)}{' '}
            {currency}
          </li>
        ))}
      </ul>
      <p>
        <strong>
          {t('reverse.sum', { amount: formatNumber(effect.total), currency: effect.currency })}
        </strong>
      </p>
      {effect.needsTwo && <p>{t('reverse.text.large')}</p>}
    </>
  )
}
