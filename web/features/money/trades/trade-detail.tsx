import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { nameOf } from '#contracts/kit/names.ts'
import { TAX_ITEM } from '#contracts/money/tax.ts'
import { charging, type TradeExplanation } from '#contracts/orders/charging.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { Moment, Money } from '../../../kit/platform/cells.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { PriceExplanation, sentence } from '../../orders/shipments/index.ts'
import { OpenCaseButton } from '../../returns/cases/index.ts'
import { useItemName } from './item-name.ts'
import type { TradeRow } from './why-not-reverse.ts'
import './trades.css'

/** How a trade's amount came about: the same for the customer and for finance. */
export default function TradeDetail({
  row,
  own,
  show,
}: {
  row: TradeRow
  own: boolean
  show: (id: string) => void
}) {
  const t = useT('trades')
  const rating = useT('rating')
  const lang = useLang()
  const { data, error, refetch } = useApi(charging.ofTrade, { id: row.id }, { quiet: true })
  const itemOf = useItemName()
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return null
  const { currency, prices } = data
  const why = data.why ? sentence(data.why, rating, lang) : ''
  return (
    <div className="trade-detail">
      <DetailList
        items={[
          {
            key: 'prices',
            label: t('detail.prices'),
            value: prices && (
              <>
                {prices.versionNo === null
                  ? nameOf(prices, lang)
                  : t('rerate.version', { name: nameOf(prices, lang), no: prices.versionNo })}
                {prices.validFrom && (
                  <>
                    {' · '}
                    {t('detail.since')} <Moment at={prices.validFrom} />
                  </>
                )}
              </>
            ),
          },
          {
            key: 'invoice',
            label: t('detail.invoice'),
            value: <Invoices of={data} own={own} />,
          },
        ]}
      />
      {why && (
        <section>
          <h3>{t('explanation')}</h3>
          <p>{why}</p>
        </section>
      )}
      {data.tax.length > 0 && (
        <section>
          <h3>{t(data.tradeItem === TAX_ITEM ? 'detail.taxOf' : 'detail.tax')}</h3>
          <ul className="trade-links">
            {data.tax.map((line) => (
              <li key={line.id}>
                <Button type="link" size="small" onClick={() => show(line.id)}>
                  {itemOf({ ...data, tradeItem: line.tradeItem })}
                </Button>
                <Money amount={line.amount} currency={currency} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.linked.length > 0 && (
        <section>
          <h3>{t('detail.linked')}</h3>
          <ul className="trade-links">
            {data.linked.map((one) => (
              <li key={one.id}>
                {t(`detail.${one.how}`)}
                <Button type="link" size="small" onClick={() => show(one.id)}>
                  <DictTag code="money_trade_type" value={one.tradeType} />
                </Button>
                <Moment at={one.createTime} />
                <Money amount={one.amount} currency={currency} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.quote && (
        <section>
          <h3>{t('detail.price')}</h3>
          {data.repriced && <p className="py-hint">{t('detail.repriced')}</p>}
          <PriceExplanation quote={data.quote} />
        </section>
      )}
      <OpenCaseButton
        of={{
          source: 'trade',
          record: row.id,
          no: row.parcelNo ?? row.shipmentNo ?? row.id,
          customer: row.customerId_dictText ?? null,
        }}
      />
    </div>
  )
}

/** The list of a user's own side has them; a draft has no number yet. */
function Invoices({ of: { invoices }, own }: { of: TradeExplanation; own: boolean }): ReactNode {
  const t = useT('trades')
  if (invoices.length === 0) return <span className="py-none">–</span>
  const list = own ? '/shipment/invoices' : '/accounting/invoices'
  return invoices.map(({ id, number }) => (
    <Link key={id} className="trade-invoice" to={`${list}?_row=${encodeURIComponent(id)}`}>
      {number ?? t('detail.draft')}
    </Link>
  ))
}
