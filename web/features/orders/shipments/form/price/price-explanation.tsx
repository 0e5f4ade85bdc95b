import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { Money } from '../../../../../kit/platform/cells.tsx'
import { nameOf } from '#contracts/kit/names.ts'
import { useLang, useT } from '../../../../../kit/text/i18n.ts'
import { explainPrice } from './explain.ts'
import './price.css'

/**
 * A price line by line, each with how it is reckoned, and on asking how weight and zone came about.
 */
export function PriceExplanation({ quote }: { quote: QuoteOut }) {
  const t = useT('shipments')
  const rating = useT('rating')
  const lang = useLang()
  const { days, steps, lines } = explainPrice(quote, rating, lang)
  return (
    <div className="order-price">
      <p className="order-price-weights">
        {t('price.weights', {
          actual: quote.actualWeightKg,
          volumetric: quote.volumetricWeightKg,
          chargeable: quote.chargeableWeightKg,
        })}
      </p>
      <p className="order-price-weights">
        {t('price.zone', {
          code: quote.partition.code,
          name: nameOf(quote.partition, lang),
          fee: nameOf(quote.fee, lang),
        })}
      </p>
      {days && <p className="order-price-weights">{t('price.days', { days })}</p>}
      <table className="order-price-lines">
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                {line.label}
                <small>{line.formula}</small>
                {line.why && <small>{line.why}</small>}
              </th>
              <td>
                <Money amount={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('price.total')}</th>
            <td>
              <Money amount={quote.total} currency={quote.currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      {steps.length > 0 && (
        <details>
          <summary>{t('price.how')}</summary>
          <ol>
            {steps.map((step, at) => (
              <li key={at}>{step}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
