import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import { priceTrials, TRIAL_CUSTOMERS_MAX } from '#contracts/orders/price-trials.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { changeText } from './other-version.tsx'

export type TrialResult = Out<typeof priceTrials.queryById>
type Amounts = TrialResult['totals'][number]

/** The figures of a trial that is over. */
export function Figures({ result, cost }: { result: TrialResult; cost: boolean }) {
  const t = useT('prices')
  const file = useDownload(priceTrials.exportXls)
  const { found, total, done, status, unpriced, totals, winners, losers, customers, services } =
    result
  const missing = Math.max(unpriced.before, unpriced.after)
  if (result.failure) return <Alert type="error" role="alert" title={result.failure.message} />
  if (total === 0) return <p role="status">{t('trial.none')}</p>
  return (
    <>
      <div role="status">
        {status === 'stopped' && (
          <p className="price-warned">{t('trial.stopped', { done, total })}</p>
        )}
        {totals.map((sum) => (
          <p key={sum.currency}>
            {t('trial.sum', {
              orders: sum.orders,
              before: `${sum.before} ${sum.currency}`,
              after: `${sum.after} ${sum.currency}`,
              difference: `${sum.difference} ${sum.currency}`,
              change: changeText(sum.changeBp),
            })}
          </p>
        ))}
        <p>{t(cost ? 'trial.sides.cost' : 'trial.sides', { winners, losers })}</p>
        {found > total && <p>{t('trial.newest', { orders: total, found })}</p>}
        {missing > 0 && <p className="price-warned">{t('trial.unpriced', unpriced)}</p>}
      </div>
      <p className="price-actions">
        <Button
          icon={<DownloadOutlined />}
          loading={file.busy}
          onClick={() =>
            void file.run({ id: result.id, exportFormat: 'xlsx' }, `${t('trial.file')}.xlsx`)
          }
        >
          {t('trial.export')} XLSX
        </Button>
      </p>
      <Sums
        title={t('trial.byCustomer')}
        of={t('trial.customer')}
        rows={customers.map((one) => ({ ...one, label: one.name || '–' }))}
      />
      {customers.length === TRIAL_CUSTOMERS_MAX && (
        <p>{t('trial.first', { shown: customers.length })}</p>
      )}
      {services.length > 1 && (
        <Sums
          title={t('trial.byService')}
          of={t('trial.service')}
          rows={services.map((one) => ({ ...one, label: `${one.code} ${one.name}` }))}
        />
      )}
    </>
  )
}

function Sums({
  title,
  of,
  rows,
}: {
  title: string
  of: string
  rows: readonly (Amounts & { id: string; label: string })[]
}) {
  const t = useT('prices')
  return (
    <div className="price-compare" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">{t('trial.orders')}</th>
            <th scope="col">{t('compare.before')}</th>
            <th scope="col">{t('compare.after')}</th>
            <th scope="col">{t('trial.difference')}</th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.id}/${row.currency}`}>
              <th scope="row">{row.label}</th>
              <td>{row.orders}</td>
              <td>{row.before}</td>
              <td>{row.after}</td>
              <td>{row.difference}</td>
              <td>{changeText(row.changeBp)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
