import { CloseOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  EARNING_PARTS,
  earnings,
  type EarningPart,
  type Earnings as Figures,
  type EarningsInCurrency,
} from '#contracts/insight/earnings.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import { formatMoment, formatNumber } from '../../../kit/text/formats.ts'
import { companyZone } from '../../../kit/session/company-zone.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { loadWhenIdle } from '../../../kit/http/when-idle.ts'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useDict } from '../../../kit/http/dict.ts'
import { FigureName } from '../../../kit/platform/figure-name.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { EarningDays } from './earning-days.tsx'
import { EarningTable } from './earning-table.tsx'
import { changeOf, chartName, linesOf, rateOf, tradesPath } from './figures.ts'
import './earnings.css'

const DayRange = lazy(() => import('../../../kit/list/filters/day-range.tsx'))
const EarningsChart = lazy(loadWhenIdle(() => import('./earnings-chart.tsx')))

/** What the page is narrowed to, by the name it has in its address. */
const NARROW: Readonly<Record<EarningPart, string>> = {
  service: 'serviceId',
  country: 'country',
  customer: 'customerId',
}
const DAY_MS = 86_400_000

/**
 * What was earned and what it cost, in any span of days, against as many days before; each currency
 * by itself. Every day and customer leads to its trade details.
 */
export default function Earnings() {
  const t = useT('earnings')
  const [params, change] = useAddress()
  const may = useRightsCheck()
  const zone = companyZone()
  const asked = {
    zone,
    ...Object.fromEntries(
      ['from', 'to', ...Object.values(NARROW)].flatMap((name) => {
        const value = params.get(name)
        return value ? [[name, value]] : []
      }),
    ),
  }
  const found = useApi(earnings.summary, asked, { keepPrevious: true })
  const late = useDelayedFlag(found.isPending)
  const sheet = useDownload(earnings.sheet)
  const set = (values: Readonly<Record<string, string | null>>) =>
    change(
      (now) => {
        for (const [name, value] of Object.entries(values))
          if (value) now.set(name, value)
          else now.delete(name)
        return now
      },
      { replace: true },
    )
  const data = found.data
  const shown =
    data?.currencies.find(({ currency }) => currency === params.get('currency')) ??
    data?.currencies[0]
  const narrow = EARNING_PARTS.filter((part) => params.get(NARROW[part]))
  const countries = useDict('country')
  const chipOf = (part: EarningPart) => {
    const key = params.get(NARROW[part])
    return part === 'country'
      ? (countries.find(({ value }) => value === key)?.text ?? key)
      : nameOf(shown, part, key)
  }
  // Trade details know customers, but neither services nor countries.
  const listed = may('acc:trade:list') && !narrow.some((part) => part !== 'customer')
  const tradesOf = (from: string, to: string, customerId = params.get('customerId')) =>
    listed && shown ? tradesPath({ from, to }, { currency: shown.currency, customerId }) : null

  return (
    <div className="earn">
      <PageHeader
        title={t('title')}
        note={
          data && (
            <span className="py-num">
              {data.madeAt ? t('madeAt', { time: formatMoment(data.madeAt) }) : t('notMade')}
            </span>
          )
        }
      >
        <Dropdown
          trigger={['click']}
          disabled={!shown}
          menu={{
            items: (['day', ...EARNING_PARTS] as const).map((by) => ({
              key: by,
              label: t(`by.${by}`),
              onClick: () => void sheet.run({ ...asked, by }, `${t('title')}.xlsx`),
            })),
          }}
        >
          <Button icon={<DownloadOutlined />} loading={sheet.busy}>
            {t('export')}
          </Button>
        </Dropdown>
        <Button
          icon={<ReloadOutlined />}
          aria-label={t('action.refresh')}
          loading={found.isFetching && !found.isPending}
          onClick={() => void found.refetch()}
        />
      </PageHeader>
      <div className="earn-asked">
        <label htmlFor="earn-span">{t('span')}</label>
        <Suspense fallback={<span className="earn-span" />}>
          <DayRange
            id="earn-span"
            begin={params.get('from') ?? data?.from ?? null}
            end={params.get('to') ?? data?.to ?? null}
            onChange={(from, to) => set({ from, to })}
          />
        </Suspense>
        {data && data.currencies.length > 1 && shown && (
          <Segments
            aria-label={t('currency')}
            value={shown.currency}
            options={data.currencies.map(({ currency }) => ({ value: currency, label: currency }))}
            onChange={(currency) => set({ currency })}
          />
        )}
        {narrow.map((part) => (
          <Button
            key={part}
            icon={<CloseOutlined />}
            iconPlacement="end"
            title={t('only.remove')}
            onClick={() => set({ [NARROW[part]]: null })}
          >
            {t(`by.${part}`)}: {chipOf(part)}
          </Button>
        ))}
        <span className="earn-note">{t('note')}</span>
      </div>
      {data && shown ? (
        <div data-stale={found.isPlaceholderData || undefined}>
          <Totals data={data} shown={shown} />
          <ByDay shown={shown} today={data.to} pathOf={(day) => tradesOf(day, day)} />
          <div className="earn-parts">
            {EARNING_PARTS.map((part) => (
              <EarningTable
                key={part}
                part={part}
                rows={shown.by[part]}
                total={shown.total}
                onOnly={params.get(NARROW[part]) ? null : (key) => set({ [NARROW[part]]: key })}
                pathOf={(row) =>
                  part === 'customer' && row.key !== null
                    ? tradesOf(data.from, data.to, row.key)
                    : null
                }
              />
            ))}
          </div>
        </div>
      ) : data ? (
        <Empty
          kind={may(SEE_PRICES) ? 'noMatch' : 'forbidden'}
          title={t(may(SEE_PRICES) ? 'empty' : 'noPrices')}
        />
      ) : found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        late && <span className="py-skeleton earn-waiting" aria-busy />
      )}
    </div>
  )
}

/** A narrowed part has one row, which has its name. */
const nameOf = (
  shown: EarningsInCurrency | undefined,
  part: EarningPart,
  key: string | null,
): string => shown?.by[part].top.find((row) => row.key === key)?.text ?? key ?? ''

function Totals({ data, shown }: { data: Figures; shown: EarningsInCurrency }) {
  const t = useT('earnings')
  const days = (Date.parse(data.to) - Date.parse(data.from)) / DAY_MS + 1
  const { total, before } = shown
  return (
    <>
      <dl className="earn-totals" data-figures>
        {linesOf(total).map(({ key }) => {
          const changed = changeOf(total[key], before[key])
          return (
            <div key={key}>
              <dt>
                <FigureName of={key} currency={shown.currency} />
              </dt>
              <dd className="py-num">
                {formatNumber(total[key])}
                {key === 'margin' && rateOf(total) && <small>{rateOf(total)}</small>}
              </dd>
              <dd
                className="earn-change"
                title={t('before', { ...data.before, amount: formatNumber(before[key]) })}
              >
                {changed === null
                  ? t('change.none', { days })
                  : t('change', { change: changed, days })}
              </dd>
            </div>
          )
        })}
      </dl>
      {total.cost === null && <Alert type="info" showIcon title={t('costsHidden')} />}
      {total.cost !== null && /^-?0(\.0+)?$/.test(total.cost) && (
        <Alert type="info" showIcon title={t('noCost')} />
      )}
    </>
  )
}

function ByDay({
  shown,
  today,
  pathOf,
}: {
  shown: EarningsInCurrency
  today: string
  pathOf: (day: string) => string | null
}) {
  const t = useT('earnings')
  const [table, setTable] = useState(false)
  const name = chartName(t, shown.total)
  const now = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: companyZone() })
  return (
    <section className="earn-box" aria-label={name}>
      <h2>
        {name}
        <Button type="link" size="small" onClick={() => setTable(!table)}>
          {t(table ? 'chart.lines' : 'chart.table')}
        </Button>
      </h2>
      {table ? (
        <EarningDays days={shown.days} pathOf={pathOf} />
      ) : (
        <Suspense fallback={<div className="earn-wait" aria-busy />}>
          <EarningsChart
            days={shown.days}
            today={today === now.format(Date.now()) ? today : null}
            pathOf={pathOf}
          />
        </Suspense>
      )}
    </section>
  )
}
