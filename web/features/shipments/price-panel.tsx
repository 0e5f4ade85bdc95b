import { Spin } from 'antd'
import { Money } from '../../kit/cells.tsx'
import { useT } from '../../kit/i18n.ts'
import type { Draft } from './draft.ts'
import { PriceExplanation } from './price-explanation.tsx'
import { useQuote } from './use-quote.ts'

/** The running price beside the form: the sum first, then how it comes about. */
export function PricePanel({ draft }: { draft: Draft }) {
  const t = useT('shipments')
  const { quote, issues, asking, ready, failed } = useQuote(draft)
  return (
    <aside className="order-price-panel" aria-label={t('price.live')} aria-busy={asking}>
      <h2>{t('price.live')}{asking && <Spin size="small" aria-label={t('price.updating')} />}</h2>
      {!ready && <p className="py-none">{t('price.waiting')}</p>}
      {ready && failed && <p className="order-issue">{t('failure.other')}</p>}
      {quote && (
        <div className={asking ? 'py-stale' : undefined}>
          <p className="order-price-total" aria-live="polite"><Money amount={quote.total} currency={quote.currency} /></p>
          <PriceExplanation quote={quote} />
        </div>
      )}
      {!quote && issues.length > 0 && (
        <div className="order-price-refused" role="status">
          <strong>{t('price.refused')}</strong>
          <ul>{issues.map((issue) => <li key={issue}>{issue}</li>)}</ul>
        </div>
      )}
    </aside>
  )
}
