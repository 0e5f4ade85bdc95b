import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import type { PriceSheet, VersionHead } from '#contracts/commercial/fee-versions.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { priceTrials } from '#contracts/orders/price-trials.ts'
import { useApi } from '../../../kit/http/query.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'

type Result = Out<typeof priceTrials.run>
const DAYS = [7, 30, 60, 90]
const changeText = (bp: number | null): string =>
  bp === null ? '' : `${bp > 0 ? '+' : ''}${(bp / 100).toFixed(2)}`

/** What a version would have earned with the orders of the last days, next to another one. */
export default function TrialDialog({
  sheet,
  version,
  onClose,
}: {
  sheet: PriceSheet
  version: VersionHead
  onClose: () => void
}) {
  const t = useT('prices')
  const others = sheet.versions.filter(({ id }) => id !== version.id)
  const [withId, setWithId] = useState(
    () => (others.find(({ state }) => state === 'active') ?? others[0])?.id ?? '',
  )
  const [days, setDays] = useState(30)
  const [asked, setAsked] = useState(false)
  const found = useApi(
    priceTrials.run,
    { id: withId, withId: version.id, days },
    { enabled: asked && withId !== '', staleTime: 0 },
  )
  return (
    <Modal
      open
      width={760}
      className="py-dialog"
      title={t('trial.title', { no: version.versionNo })}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('trial.hint')}</p>
      <div className="price-actions">
        <Select
          className="price-other"
          aria-label={t('compare.with')}
          value={withId}
          onChange={setWithId}
          options={others.map(({ id, versionNo, state }) => ({
            value: id,
            label: `${t('version', { no: versionNo })} · ${t(`state.${state}`)}`,
          }))}
        />
        <Select
          aria-label={t('trial.days')}
          value={days}
          onChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('trial.last', { days: value }) }))}
        />
        <Button type="primary" loading={found.isFetching} onClick={() => setAsked(true)}>
          {t('trial.run')}
        </Button>
      </div>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data && <Figures result={found.data} />}
    </Modal>
  )
}

function Figures({ result }: { result: Result }) {
  const t = useT('prices')
  const { currency, orders, found, unpriced, winners, losers, customers } = result
  if (found === 0) return <p role="status">{t('trial.none')}</p>
  const missing = Math.max(unpriced.before, unpriced.after)
  return (
    <>
      <p role="status">
        {t('trial.sum', {
          orders,
          before: `${result.before} ${currency}`,
          after: `${result.after} ${currency}`,
          difference: `${result.difference} ${currency}`,
          change: changeText(result.changeBp),
        })}{' '}
        {t('trial.sides', { winners, losers })}
      </p>
      {found > orders + missing && <p>{t('trial.newest', { orders: orders + missing, found })}</p>}
      {missing > 0 && <p className="price-warned">{t('trial.unpriced', { ...unpriced })}</p>}
      <div className="price-compare">
        <table>
          <thead>
            <tr>
              <th>{t('trial.customer')}</th>
              <th>{t('trial.orders')}</th>
              <th>{t('compare.before')}</th>
              <th>{t('compare.after')}</th>
              <th>{t('trial.difference')}</th>
              <th>%</th>
            </tr>
          </thead>
          <tbody>
            {customers.map((one) => (
              <tr key={one.id}>
                <td>{one.name}</td>
                <td>{one.orders}</td>
                <td>{one.before}</td>
                <td>{one.after}</td>
                <td>{one.difference}</td>
                <td>{changeText(one.changeBp)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
