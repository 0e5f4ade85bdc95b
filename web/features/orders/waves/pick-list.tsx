import { createPortal } from 'react-dom'
import type { WaveDetail } from '#contracts/orders/stock/stock-waves.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { skuText } from '../stock/index.ts'

/** The wave on paper, by place, with room to tick; shown in print only. */
export function PickList({ wave }: { wave: WaveDetail }) {
  const t = useT('waves')
  const lang = useLang()
  return createPortal(
    <div className="wave-print" aria-hidden="true">
      <h1>
        {t('picks')} {wave.no}
      </h1>
      <p>
        {wave.depotCode} · {t('orders.count', { count: wave.orders.length })} ·{' '}
        <Moment at={wave.createTime} />
      </p>
      <table>
        <thead>
          <tr>
            {[
              'place',
              'sku',
              'barcodes',
              'customer',
              'lot',
              'expiryDate',
              'quantity',
              'forOrders',
              'check',
            ].map((key) => (
              <th key={key}>{t(key)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {wave.picks.map((pick) => (
            <tr key={pick.balanceId}>
              <td>{pick.place}</td>
              <td>{skuText(pick, lang)}</td>
              <td>{pick.barcodes?.replaceAll(',', ', ')}</td>
              <td>{pick.customerName}</td>
              <td>{pick.lot}</td>
              <td>{pick.expiryDate}</td>
              <td className="py-num">{pick.quantity}</td>
              <td>
                {pick.orders.map((order) => `${order.serialNumber} × ${order.quantity}`).join(', ')}
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
