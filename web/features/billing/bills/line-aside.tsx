import { Skeleton } from 'antd'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { useApi } from '../../../kit/http/query.ts'
import { Money } from '../../../kit/platform/cells.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import '../../../kit/resource/desk/desk.css'

const kg = (grams: number | null) => (grams === null ? '–' : `${grams / 1000} kg`)

/** A line's parcel: expected and billed charge by charge, the three weights, and all its numbers. */
export function LineAside({ id }: { id: string }) {
  const t = useT('bills')
  const found = useApi(billLines.compare, { id }, { keepPrevious: true })
  const compared = found.data
  if (found.error && !compared)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!compared) return <Skeleton active />
  const { currency, items, weights, zone, service, numbers, why } = compared
  const rows = [
    ...items.map((item) => ({ key: item.tradeItem, name: item.tradeItem_dictText, ...item })),
    {
      key: 'total',
      name: t('compare.total'),
      expected: compared.totalExpected,
      billed: compared.totalBilled,
      delta: null,
    },
  ]
  return (
    <div className="py-desk-part">
      <h2>{t('compare')}</h2>
      {why !== null && <p className="py-hint">{t('compare.unknown')}</p>}
      <div className="bills-scroll">
        <table className="bills-table">
          <thead>
            <tr>
              {['item', 'expected', 'billed', 'delta'].map((name) => (
                <th key={name} scope="col">
                  {t(`compare.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                <td>
                  <Money amount={row.expected} currency={currency} />
                </td>
                <td>
                  <Money amount={row.billed} currency={currency} />
                </td>
                <td>{row.delta !== null && <Money amount={row.delta} currency={currency} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>{t('compare.facts')}</h2>
      <ul className="py-desk-list">
        <li>
          {t('compare.weights', {
            customer: kg(weights.customer),
            depot: kg(weights.depot),
            carrier: kg(weights.carrier),
          })}
        </li>
        <li>{t('compare.zone', { ours: zone.ours ?? '–', carrier: zone.carrier ?? '–' })}</li>
        <li>
          {t('compare.service', { ours: service.ours ?? '–', carrier: service.carrier ?? '–' })}
        </li>
      </ul>
      {numbers.length > 0 && <h2>{t('compare.numbers')}</h2>}
      <ul className="py-desk-list">
        {numbers.map(({ number, kind, isVoid }) => (
          <li key={`${kind} ${number}`}>
            <strong>{number}</strong> <small>{t(`number.${kind}`)}</small>
            {isVoid && <StatusTag tone="bad">{t('number.void')}</StatusTag>}
          </li>
        ))}
      </ul>
    </div>
  )
}
