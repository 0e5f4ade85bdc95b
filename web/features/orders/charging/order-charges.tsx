import { charging, type OrderCharge } from '#contracts/orders/charging.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { useTaxWords } from './tax-words.ts'
import { useT } from '../../../kit/text/i18n.ts'
import './charging.css'

/** What was held, charged and given back for an order, parcel by parcel, the newest first. */
export function OrderCharges({ id }: { id: string }) {
  const t = useT('charging')
  const { data, error, refetch } = useApi(charging.ofOrder, { shipmentId: id }, { quiet: true })
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return null
  if (data.length === 0) return <span className="py-none">{t('order.none')}</span>
  return (
    <ul className="charge-list">
      {data.map((charge) => (
        <li key={charge.id}>
          <Charge charge={charge} />
        </li>
      ))}
    </ul>
  )
}

function Charge({ charge }: { charge: OrderCharge }) {
  const t = useT('charging')
  const items = useDict('trade_item')
  const nameOfLine = useTaxWords()
  const nameOf = (code: string) => items.find(({ value }) => value === code)?.text ?? code
  const { currency, lines, state } = charge
  const shown = charge.unpaidAt === null ? state : 'unpaid'
  const at = charge.unpaidAt ?? charge.endedAt ?? charge.chargedAt ?? charge.createTime
  const given = state === 'refunded'
  return (
    <details>
      <summary>
        <span className="charge-no">{charge.parcelNo}</span>
        <span className={`charge-state charge-${shown}`}>{t(`state.${shown}`)}</span>
        <Moment at={at} />
        <span className="charge-amount">
          <Money amount={given ? charge.refunded : charge.amount} currency={currency} />
        </span>
      </summary>
      <table className="order-price-lines">
        <tbody>
          {lines.map((line, place) => {
            const item = nameOf(line.tradeItem)
            return (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={place}>
                <th scope="row">{nameOfLine(line, item)}</th>
                <td>
                  <Money amount={line.amount} />
                </td>
              </tr>
            )
          })}
          {charge.cost && (
            <tr>
              <th scope="row">{t('order.cost')}</th>
              <td>
                <Money amount={charge.cost.amount} currency={charge.cost.currency} />
              </td>
            </tr>
          )}
          {charge.adjustments.map((one, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place} className="charge-adjusted">
              <th scope="row">{t(`adjustment.${one.reason}`, one)}</th>
              <td>
                <Money amount={one.amount} />
              </td>
            </tr>
          ))}
          {given && /[1-9]/.test(charge.handlingFee) && (
            <tr>
              <th scope="row">{t('order.fee')}</th>
              <td>
                <Money amount={charge.handlingFee} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </details>
  )
}
