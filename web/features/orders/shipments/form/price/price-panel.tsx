import { Form, Spin, type FormInstance } from 'antd'
import { Suspense } from 'react'
import { createPortal } from 'react-dom'
import { QUOTED_FOR } from '#contracts/platform/access/price-permission.ts'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { usePhone } from '../../../../../kit/platform/use-timing.ts'
import { Money } from '../../../../../kit/platform/cells.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { customerOf, type Draft } from '../draft/draft.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import { ORDER } from '../field-labels.ts'
import { LimitNote } from '../limit-note.tsx'
import { TaxedTotal } from '../../../charging/index.ts'
import { PriceExplanation } from './price-explanation.tsx'
import type { OrderChoices } from '../use-order-choices.ts'
import { PayerNote } from './payer-note.tsx'
import { TaxNote } from './tax-note.tsx'
import { CompareButton } from '../../../service-choices/index.ts'
import { useQuote } from './use-quote.ts'

/** Where the buttons of the form show the sum on a phone. */
export const PRICE_BAR = 'order-price-bar'

/** The running price next to the form: the sum first, then how it comes about. */
export function PricePanel({
  form,
  limit,
}: {
  form: FormInstance<Draft>
  limit: OrderChoices['limit'] | undefined
}) {
  const t = useT('shipments')
  const seesPrices = useCan(QUOTED_FOR)
  const customerId = customerOf(Form.useWatch('customerId', form))
  const serviceId = Form.useWatch('serviceId', form) as string | null | undefined
  const country = Form.useWatch(['consignee', 'country'], form) as string | null | undefined
  const { quote, issues, asking, ready, failed, question, sized } = useQuote(form)
  // On a phone the panel is below all goods: the sum is next to the buttons as well.
  const bar = usePhone() ? document.getElementById(PRICE_BAR) : null
  const total = quote && (
    <Suspense fallback={<Money amount={quote.total} currency={quote.currency} />}>
      <TaxedTotal
        total={quote.total}
        currency={quote.currency}
        customerId={customerId}
        country={country}
      />
    </Suspense>
  )
  return (
    <aside
      id={fieldId(ORDER, 'amount')}
      tabIndex={-1}
      className="order-price-panel"
      aria-label={t('price.live')}
      aria-busy={asking}
    >
      <h2>
        {t('price.live')}
        {asking && (
          <span role="status" aria-label={t('price.updating')}>
            <Spin size="small" />
          </span>
        )}
      </h2>
      {!seesPrices && <p className="py-none">{t('price.hidden')}</p>}
      {seesPrices && !ready && <p className="py-none">{t('price.waiting')}</p>}
      {ready && failed && <p className="order-issue">{t('failure.other')}</p>}
      {quote && (
        <div className={asking ? 'py-stale' : undefined}>
          <p className="order-price-total" aria-live="polite">
            {total}
          </p>
          {bar && createPortal(total, bar)}
          {issues.map((issue) => (
            <p key={issue} className="order-issue" role="status">
              {issue}
            </p>
          ))}
          {/* Its texts come with the first price: the form next to it keeps its focus. */}
          <Suspense>
            <TaxNote customerId={customerId} country={country} />
            {serviceId && (
              <PayerNote
                serviceId={serviceId}
                customerId={customerId}
                country={country}
                total={quote.total}
                currency={quote.currency}
              />
            )}
            <PriceExplanation quote={quote} />
          </Suspense>
        </div>
      )}
      {seesPrices && sized && (
        <Suspense>
          <CompareButton
            question={question}
            chosen={serviceId ?? null}
            onChoose={(id) => form.setFieldValue('serviceId', id)}
          />
        </Suspense>
      )}
      <LimitNote limit={limit} />
      {!quote && issues.length > 0 && (
        <div className="order-price-refused" role="status">
          <strong>{t('price.refused')}</strong>
          <ul>
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  )
}
