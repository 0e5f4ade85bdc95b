import { AppstoreOutlined, DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { analysed, LISTED, SHARES } from '#contracts/insight/dashboards.measures.ts'
import { dashboards, type Analysis as Figures } from '#contracts/insight/dashboards.ts'
import { linkOf } from '#contracts/kit/measure.ts'
import { loadWhenIdle } from '../../../kit/http/when-idle.ts'
import { askAhead, type ScreenPlace } from '../../../kit/list/ask-ahead.ts'
import { saveCsv } from '../../../kit/text/csv.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { companyZone } from '../../../kit/session/company-zone.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { useSetting } from '../../../kit/platform/own/user-settings.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { arranged, AS_DELIVERED, isCardChoice, WIDE, type CardKey } from './cards/cards.ts'
import { OwnBalances } from '../../money/accounts/index.ts'
import { FirstSteps } from './first-steps.tsx'
import { FlowCard, noteOf } from './flow/flow-card.tsx'
import { FLOW_KEYS, flowPath } from './flow/flow-panels.ts'
import { NoticeBox } from './notice-box.tsx'
import { ShareList } from './flow/share-list.tsx'
import { dayIn, SPANS, spanOf, USUAL } from './flow/spans.ts'
import { TodayStrip } from './cards/today-strip.tsx'
import { OwnLinks } from './links/own-links.tsx'
import { TodoBox } from './todo-box.tsx'
import './dashboard.css'

// The figures first: what is drawn and what is chosen with weighs more than all the rest of the
// page.
const Narrow = lazy(loadWhenIdle(() => import('./narrow.tsx')))
const CardsPanel = lazy(() => import('./cards/cards-panel.tsx'))
const EVERY_MS = 60_000
/** Who has work with money or late parcels is shown it first; other staff have their workplace. */
const DAILY_WORK = [
  'acc:invoice:issue',
  'acc:invoice:dun',
  'acc:recharge:confirm',
  'acc:bankline:match',
  'acc:request:approve',
  'trk:number:event',
] as const
const OWN_ONLY: ReadonlySet<CardKey> = new Set(['customer'])
const NONE: ReadonlySet<CardKey> = new Set()
const TITLES: Record<CardKey, string> = {
  today: 'card.today',
  flow: 'flow',
  service: 'by.service',
  country: 'by.country',
  customer: 'by.customer',
}

/** What the page at this address asks for; `narrow`: of one depot or customer. */
function questionsOf(params: URLSearchParams) {
  const zone = companyZone()
  const span = spanOf(params.get('span'))
  const narrow = {
    ...(params.get('depotId') ? { depotId: params.get('depotId') ?? '' } : {}),
    ...(params.get('customerId') ? { customerId: params.get('customerId') ?? '' } : {}),
  }
  return { zone, span, narrow, today: { zone }, found: { zone, from: span.from(zone), ...narrow } }
}

/** The figures, while the page is still being put together. */
export function askAnalysisAhead({ search, may }: ScreenPlace): void {
  const { zone, today, found } = questionsOf(new URLSearchParams(search))
  if (DAILY_WORK.some(may)) askAhead(dashboards.todos, { zone })
  askAhead(dashboards.today, today)
  askAhead(dashboards.analysis, found)
}

/**
 * How business goes: today, the days before, and who and what it comes from. Every figure of orders
 * leads to them; the cards are as each person wants them.
 */
export function Analysis() {
  const t = useT('dashboards')
  const figures = useT('figures')
  const [params, change] = useAddress()
  const may = useRightsCheck()
  const mayList = may(LISTED.perm)
  const { user } = useSession()
  // All that a customer sees is their own.
  const customer = Boolean(user?.customerId)
  const without: ReadonlySet<CardKey> = customer ? OWN_ONLY : NONE
  const [choice, choose, reset] = useSetting('dashboard:cards', isCardChoice, AS_DELIVERED)
  const [arranging, setArranging] = useState(false)
  const { zone, span, narrow, ...asked } = questionsOf(params)

  const today = useApi(dashboards.today, asked.today, { refetchInterval: EVERY_MS, quiet: true })
  const found = useApi(dashboards.analysis, asked.found, {
    refetchInterval: EVERY_MS,
    keepPrevious: true,
    quiet: true,
  })
  const late = useDelayedFlag(found.isPending)
  const set = (key: string, value: string | null) =>
    change(
      (now) => {
        if (value) now.set(key, value)
        else now.delete(key)
        return now
      },
      { replace: true },
    )
  const data = found.data
  const listOf = (more: Record<string, string> = {}) =>
    mayList && data
      ? linkOf(analysed(data.from, data.to, { ...narrow, ...more }), { today: data.to })
      : null

  const cards = arranged(choice).filter(
    (card) => !card.hidden && !without.has(card.key) && (card.key === 'today' || data),
  )
  const card: Record<CardKey, () => ReactNode> = {
    today: () => <TodayStrip figures={today.data} />,
    flow: () =>
      data && (
        <FlowCard
          data={data}
          stale={found.isPlaceholderData}
          today={data.to === dayIn(zone) ? data.to : null}
          pathOf={(key, from = data.from, to = data.to) => flowPath(may, key, { from, to }, narrow)}
        />
      ),
    service: () =>
      data && (
        <ShareList
          title={t('by.service')}
          note={noteOf(data)}
          shares={data.byService}
          pathOf={(key) => listOf({ [SHARES.byService]: key })}
        />
      ),
    country: () =>
      data && (
        <ShareList
          title={t('by.country')}
          note={noteOf(data)}
          shares={data.byCountry}
          dict="country"
          pathOf={(key) => listOf({ [SHARES.byCountry]: key })}
        />
      ),
    customer: () =>
      data && (
        <ShareList
          title={t('by.customer')}
          note={noteOf(data)}
          shares={data.byCustomer}
          pathOf={(key) => listOf({ [SHARES.byCustomer]: key })}
        />
      ),
  }
  return (
    <div className="dash">
      <PageHeader title={t('home')}>
        <Segments
          value={span.key}
          onChange={(key) => set('span', key === USUAL.key ? null : key)}
          options={SPANS.map(({ key, days }) => ({
            value: key,
            label: t('span.days', { count: days }),
          }))}
          aria-label={t('span')}
        />
        <Button
          icon={<AppstoreOutlined />}
          aria-label={t('cards')}
          title={t('cards')}
          onClick={() => setArranging(true)}
        />
        <Button
          icon={<DownloadOutlined />}
          disabled={!data}
          onClick={() =>
            data &&
            saveCsv(
              sheetOf(data, t('day'), figures),
              `${t('analysis')} ${data.from} – ${data.to}.csv`,
            )
          }
        >
          {t('export.csv')}
        </Button>
        <Button
          icon={<ReloadOutlined />}
          loading={found.isFetching && !found.isPending}
          aria-label={t('action.refresh')}
          onClick={() => {
            void found.refetch()
            void today.refetch()
          }}
        />
      </PageHeader>
      <Suspense fallback={<div className="dash-narrow" />}>
        <Narrow
          depotId={narrow.depotId ?? null}
          customerId={narrow.customerId ?? null}
          onChange={set}
        />
      </Suspense>
      {customer && (
        <>
          <OwnLinks />
          <OwnBalances />
          <div className="dash-pair">
            <TodoBox />
            <NoticeBox />
          </div>
        </>
      )}
      {!customer && may(DAILY_WORK) && <TodoBox />}
      {data && data.total.orders === 0 && data.total.received === 0 && <FirstSteps />}
      <div className="dash-cards">
        {cards.map(({ key, pinned }) => (
          <div
            key={key}
            data-card={key}
            data-wide={WIDE.has(key) || undefined}
            data-pinned={pinned || undefined}
          >
            {card[key]()}
          </div>
        ))}
      </div>
      {!data &&
        (found.error ? (
          <ErrorNote error={found.error} retry={() => void found.refetch()} />
        ) : (
          late && (
            <div className="dash-chart" aria-busy>
              <span className="py-skeleton" />
            </div>
          )
        ))}
      {arranging && (
        <Suspense>
          <CardsPanel
            choice={choice}
            without={without}
            nameOf={(key) => t(TITLES[key])}
            onChange={choose}
            onReset={reset}
            onClose={() => setArranging(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function sheetOf(
  data: Figures,
  day: string,
  t: (key: string, values?: Record<string, string | number>) => string,
): string[][] {
  const currencies = data.total.orderValue.map(({ currency }) => currency)
  return [
    [
      day,
      ...FLOW_KEYS.map((key) => t(key)),
      ...currencies.map((currency) => t('inCurrency', { name: t('orderValue'), currency })),
    ],
    ...data.days.map((row) => [
      row.day,
      ...FLOW_KEYS.map((key) => String(row[key])),
      ...currencies.map(
        (currency) => row.orderValue.find((one) => one.currency === currency)?.amount ?? '0',
      ),
    ]),
  ]
}
