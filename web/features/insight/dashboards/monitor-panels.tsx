import type { ReactNode } from 'react'
import { AGE_HOURS, type Monitor } from '#contracts/insight/dashboards.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'

const MINUTES_NOW = 5
const FAILED_BAD = 0.05

/** One page of the monitor while it rotates: a depot, or one of the other panels. */
export interface MonitorPage {
  key: string
  title: string
  show: () => ReactNode
}

type PanelTexts = ReturnType<typeof useT>

/** Each depot that scans, then what waits too long, the carriers and the last events. */
export function pagesOfMonitor(data: Monitor, t: PanelTexts): MonitorPage[] {
  const depots = data.scans.map((scan) => ({
    key: `scans:${scan.depotId ?? ''}`,
    title: t('rotate.depot', { name: scan.depot || t('scans.noDepot') }),
    show: () => <Scans scans={[scan]} />,
  }))
  return [
    ...(depots.length > 0
      ? depots
      : [{ key: 'scans', title: t('scans'), show: () => <Scans scans={[]} /> }]),
    { key: 'queues', title: t('queues'), show: () => <Queues data={data} /> },
    { key: 'carriers', title: t('carriers'), show: () => <Carriers data={data} /> },
    { key: 'events', title: t('events'), show: () => <Events data={data} /> },
  ]
}

/**
 * Scans a minute by depot, how long parcels wait, the carriers' answers, the last events: all at
 * once.
 */
export function MonitorPanels({ data }: { data: Monitor }) {
  return (
    <div className="monitor-board">
      <Scans scans={data.scans} />
      <Queues data={data} />
      <Carriers data={data} />
      <Events data={data} />
    </div>
  )
}

function Scans({ scans }: { scans: Monitor['scans'] }) {
  const t = useT('dashboards')
  return (
    <section className="dash-box" aria-label={t('scans')}>
      <h2>
        {t('scans')}
        <small>{t('scans.hour')}</small>
      </h2>
      {scans.length === 0 ? (
        <p className="dash-none">{t('scans.none')}</p>
      ) : (
        scans.map(({ depotId, depot, minutes, refused }) => {
          const most = Math.max(1, ...minutes)
          const rate = minutes.slice(-MINUTES_NOW).reduce((sum, n) => sum + n, 0) / MINUTES_NOW
          return (
            <div key={depotId ?? ''} className="monitor-depot">
              <h3>
                {depot || t('scans.noDepot')}
                <strong className="py-num">
                  {t('scans.rate', { rate: formatNumber(rate.toFixed(1)) })}
                </strong>
                <span data-bad={refused > 0 || undefined}>
                  {t('scans.refused', { count: refused })}
                </span>
              </h3>
              <div
                className="monitor-minutes"
                role="img"
                aria-label={t('scans.label', { count: minutes.reduce((sum, n) => sum + n, 0) })}
              >
                {minutes.map((n, at) => (
                  <i key={at} style={{ height: `${(n / most) * 100}%` }} />
                ))}
              </div>
            </div>
          )
        })
      )}
    </section>
  )
}

function Queues({ data }: { data: Monitor }) {
  const t = useT('dashboards')
  return (
    <section className="dash-box" aria-label={t('queues')}>
      <h2>
        {t('queues')}
        <small>{t('queues.unit')}</small>
      </h2>
      <div className="monitor-wide" tabIndex={0} role="group" aria-label={t('queues')}>
        <table className="monitor-table">
          <thead>
            <tr>
              <th scope="col">{t('queue.state')}</th>
              {AGE_HOURS.map((hours) => (
                <th key={hours} scope="col">
                  {t('queue.upTo', { hours })}
                </th>
              ))}
              <th scope="col">{t('queue.longer', { hours: AGE_HOURS.at(-1)! })}</th>
              <th scope="col">{t('queue.oldest')}</th>
            </tr>
          </thead>
          <tbody>
            {data.queues.map(({ status, ages, oldest }) => (
              <tr key={status}>
                <th scope="row">
                  <DictTag code="parcel_status" value={String(status)} />
                </th>
                {ages.map((n, at) => (
                  <td
                    key={at}
                    className="py-num"
                    data-label={
                      at < AGE_HOURS.length
                        ? t('queue.upTo', { hours: AGE_HOURS[at]! })
                        : t('queue.longer', { hours: AGE_HOURS.at(-1)! })
                    }
                    data-bad={(at === ages.length - 1 && n > 0) || undefined}
                  >
                    {formatNumber(n)}
                  </td>
                ))}
                <td data-label={t('queue.oldest')}>
                  <Moment at={oldest} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Carriers({ data }: { data: Monitor }) {
  const t = useT('dashboards')
  return (
    <section className="dash-box" aria-label={t('carriers')}>
      <h2>
        {t('carriers')}
        <small>{t('carriers.day')}</small>
      </h2>
      {data.carriers.length === 0 ? (
        <p className="dash-none">{t('carriers.none')}</p>
      ) : (
        <div className="monitor-wide" tabIndex={0} role="group" aria-label={t('carriers')}>
          <table className="monitor-table">
            <thead>
              <tr>
                {(['courier', 'calls', 'failed', 'p95', 'lastGood'] as const).map((key) => (
                  <th key={key} scope="col">
                    {t(`carrier.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.carriers.map(({ courier, calls, failed, p95, lastGood }) => (
                <tr key={courier}>
                  <th scope="row">{courier}</th>
                  <td className="py-num" data-label={t('carrier.calls')}>
                    {formatNumber(calls)}
                  </td>
                  <td
                    className="py-num"
                    data-label={t('carrier.failed')}
                    data-bad={failed / calls > FAILED_BAD || undefined}
                  >{`${((failed / calls) * 100).toFixed(1)} %`}</td>
                  <td className="py-num" data-label={t('carrier.p95')}>
                    {formatNumber(p95)}
                  </td>
                  <td data-label={t('carrier.lastGood')}>
                    <Moment at={lastGood} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Events({ data }: { data: Monitor }) {
  const t = useT('dashboards')
  return (
    <section className="dash-box" aria-label={t('events')}>
      <h2>{t('events')}</h2>
      <ul className="monitor-events">
        {data.events.map(({ id, trackNo, serialNumber, status, place, at }) => (
          <li key={id}>
            <Moment at={at} />
            <DictTag code="tracking_status" value={status === null ? null : String(status)} />
            <strong>{trackNo ?? serialNumber}</strong>
            <span>{place}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
