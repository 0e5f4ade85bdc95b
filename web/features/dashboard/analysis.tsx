import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { lazy, Suspense } from 'react'
import { dashboards, type Analysis as Figures } from '#contracts/dashboards.ts'
import { saveCsv } from '../../kit/csv.ts'
import { ErrorNote } from '../../kit/empty.tsx'
import { formatNumber } from '../../kit/formats.ts'
import { useT } from '../../kit/i18n.ts'
import { PageHeader } from '../../kit/page-header.tsx'
import { useCan } from '../../kit/permissions.tsx'
import { useApi } from '../../kit/query.ts'
import { useAddress } from '../../kit/use-address.ts'
import { useLate } from '../../kit/use-late.ts'
import { FirstSteps } from './first-steps.tsx'
import { ShareList } from './share-list.tsx'
import { SPANS, spanOf } from './spans.ts'
import { TodayStrip } from './today-strip.tsx'
import './dashboard.css'

const FlowChart = lazy(() => import('./flow-chart.tsx'))
const Narrow = lazy(() => import('./narrow.tsx'))
const EVERY_MS = 60_000
const LIST = '/shipment/b2c'

/** How business goes: today, the days before, and who and what it comes from. Every figure leads to its orders. */
export function Analysis() {
  const t = useT('dashboards')
  const [params, change] = useAddress()
  const mayList = useCan('ship:b2c:list')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const span = spanOf(params.get('span'))
  const narrow = { depotId: params.get('depotId') ?? undefined, customerId: params.get('customerId') ?? undefined }

  const today = useApi(dashboards.today, { zone }, { refetchInterval: EVERY_MS, quiet: true })
  const found = useApi(dashboards.analysis, { zone, from: span.from(zone), ...narrow }, { refetchInterval: EVERY_MS, keepPrevious: true, quiet: true })
  const late = useLate(found.isPending)
  const set = (key: string, value: string | null) => change((now) => { if (value) now.set(key, value); else now.delete(key); return now }, { replace: true })
  const data = found.data
  const listOf = (more: Record<string, string>) => (mayList && data ? `${LIST}?${new URLSearchParams({ createTime_begin: data.from, createTime_end: data.to, ...(narrow.depotId ? { depotId: narrow.depotId } : {}), ...(narrow.customerId ? { customerId: narrow.customerId } : {}), ...more }).toString()}` : null)

  return (
    <div className="dash">
      <PageHeader title={t('analysis')}>
        <Segmented value={span.key} onChange={(key) => set('span', key === SPANS[0].key ? null : key)} options={SPANS.map(({ key, days }) => ({ value: key, label: t('span.days', { count: days }) }))} aria-label={t('span')} />
        <Button icon={<DownloadOutlined />} disabled={!data} onClick={() => data && saveCsv(sheetOf(data, t), `${t('analysis')} ${data.from} – ${data.to}.csv`)}>{t('export.csv')}</Button>
        <Button icon={<ReloadOutlined />} loading={found.isFetching && !found.isPending} aria-label={t('action.refresh')} onClick={() => { void found.refetch(); void today.refetch() }} />
      </PageHeader>
      <Suspense fallback={<div className="dash-narrow" />}><Narrow depotId={narrow.depotId ?? null} customerId={narrow.customerId ?? null} onChange={set} /></Suspense>
      <TodayStrip figures={today.data} />
      {data ? (
        <>
          {data.total.orders === 0 && data.total.received === 0 && <FirstSteps />}
          <section className="dash-box" aria-labelledby="dash-flow" data-stale={found.isPlaceholderData || undefined}>
            <h2 id="dash-flow">{t('flow')}<small className="py-num">{data.from} – {data.to}</small></h2>
            <dl className="dash-totals">
              {(['orders', 'received', 'outbound', 'delivered'] as const).map((key) => <div key={key} data-line={key}><dt>{t(`flow.${key}`)}</dt><dd className="py-num">{formatNumber(data.total[key])}</dd></div>)}
              {data.total.revenue.map(({ currency, amount }) => <div key={currency}><dt>{t('revenue', { currency })}</dt><dd className="py-num">{formatNumber(amount)}</dd></div>)}
            </dl>
            <Suspense fallback={<div className="dash-chart" aria-busy />}><FlowChart days={data.days} /></Suspense>
          </section>
          <div className="dash-thirds">
            <ShareList title={t('by.service')} shares={data.byService} pathOf={(key) => listOf({ serviceId: key })} />
            <ShareList title={t('by.country')} shares={data.byCountry} dict="country" pathOf={(key) => listOf({ country: key })} />
            <ShareList title={t('by.customer')} shares={data.byCustomer} pathOf={(key) => listOf({ customerId: key })} />
          </div>
        </>
      ) : found.error ? <ErrorNote error={found.error} retry={() => void found.refetch()} /> : late && <div className="dash-chart" aria-busy><span className="py-skeleton" /></div>}
    </div>
  )
}

function sheetOf(data: Figures, t: (key: string, values?: Record<string, string | number>) => string): string[][] {
  const currencies = data.total.revenue.map(({ currency }) => currency)
  return [
    [t('day'), ...(['orders', 'received', 'outbound', 'delivered'] as const).map((key) => t(`flow.${key}`)), ...currencies.map((currency) => t('revenue', { currency }))],
    ...data.days.map((day) => [day.day, String(day.orders), String(day.received), String(day.outbound), String(day.delivered), ...currencies.map((currency) => day.revenue.find((one) => one.currency === currency)?.amount ?? '0')]),
  ]
}
