import { trades } from '#contracts/money/trades.ts'
import type { List } from '../../../kit/list/list.ts'
import { useApi } from '../../../kit/http/query.ts'
import { readable } from '../../../kit/http/long-query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { TradeRow } from './why-not-reverse.ts'

/** What all lines of the filter add up to, by currency; also those on other pages. */
export function TradeSums({ list }: { list: List<TradeRow> }) {
  const t = useT('trades')
  const { endpoint, input } = readable(trades.sums, list.wire)
  const { data = [] } = useApi(endpoint, input, { keepPrevious: true, quiet: true })
  if (data.length === 0) return null
  return (
    <ul className="trade-sums" aria-label={t('sums')}>
      {data.map((sum) => (
        <li key={sum.currency}>
          <strong>{sum.currency}</strong> {t('sums.income')} <Money amount={sum.income} /> ·{' '}
          {t('sums.outgo')} <Money amount={sum.outgo} /> · {t('sums.net')}{' '}
          <Money amount={sum.net} /> · {t('sums.lines', { count: sum.lines })}
        </li>
      ))}
    </ul>
  )
}
