import { DownloadOutlined, StarFilled, StarOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  myServices,
  type MyService,
  type TariffFormat,
} from '#contracts/commercial/services.mine.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { subAccounts } from '#contracts/platform/people/sub-accounts.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { Can, useCan } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useDict } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { daysOf, LIMIT_UNITS, limitText } from './simulator/simulator-result.tsx'

const EnableDialog = lazy(() => import('./enable-dialog.tsx'))
/** Countries that are named; of more their number. */
const NAMED = 12

/** A service as its customer sees it. */
export function MyServiceCard({
  service,
  customerId,
  chosen,
  onCalculate,
}: {
  service: MyService
  customerId: string | null
  chosen: boolean
  onCalculate: () => void
}) {
  const t = useT('services')
  const r = useT('rating')
  const own = useSession().user?.customerId ?? null
  const trans = useDict('trans_type')
  const trade = useDict('trade_type')
  const names = useDict('country')
  const mark = useAction(myServices.favourite, { success: false })
  const file = useDownload(myServices.tariff)
  const seePrices = useCan(myServices.tariff)
  const mayQuote = useCan(simulator.simulate)
  const mayEnable = useCan(subAccounts.edit) && own !== null
  const [enabling, setEnabling] = useState(false)
  const { id, code, name, favourite, countries, limits, izSingle, izMult, maxPieces } = service
  const textOf = (items: typeof trans, value: string) =>
    items.find((item) => item.value === value)?.text ?? value
  const days = daysOf({ min: service.transitMin, max: service.transitMax }, r)
  const load = (format: TariffFormat) =>
    void file.run({ id, format, ...(customerId ? { customerId } : {}) }, `${code}.${format}`)
  const pieces = !izMult
    ? t('mine.single')
    : maxPieces !== null
      ? t('mine.most', { count: maxPieces })
      : izSingle
        ? ''
        : t('mine.several')
  return (
    <li className="svc-main mine-card" data-chosen={chosen || undefined}>
      <div className="mine-head">
        <button
          type="button"
          className="mine-star"
          aria-pressed={favourite}
          aria-label={t(favourite ? 'mine.unmark' : 'mine.mark', { name: code })}
          onClick={() => void mark.run({ id, on: !favourite })}
        >
          {favourite ? <StarFilled /> : <StarOutlined />}
        </button>
        <h2>
          {code} {name}
        </h2>
        <span>
          {[
            textOf(trade, service.tradeType),
            textOf(trans, service.transType),
            days && t('mine.days', { days }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <p>
        {countries.length > NAMED
          ? t('mine.manyCountries', { all: countries.length })
          : t('mine.countries', { names: countries.map((one) => textOf(names, one)).join(', ') })}
      </p>
      <p>
        {[
          ...limits.map(
            ({ validType, min, max }) =>
              `${r(`validType.${validType}`)}: ${limitText(t, min, max)} ${LIMIT_UNITS[validType] ?? ''}`,
          ),
          pieces,
        ]
          .filter(Boolean)
          .join('; ') || t('mine.noLimits')}
      </p>
      <div className="mine-actions">
        <Can action={orderPerms('add')}>
          <Link to={`${ALL_ORDERS}?new=1&service=${id}`}>{t('mine.order')}</Link>
        </Can>
        {mayQuote && (
          <Button size="small" type={chosen ? 'primary' : 'default'} onClick={onCalculate}>
            {t('mine.calculate')}
          </Button>
        )}
        {seePrices && (
          <>
            <Button
              size="small"
              icon={<DownloadOutlined />}
              loading={file.busy}
              onClick={() => load('pdf')}
            >
              {t('mine.pdf')}
            </Button>
            <Button
              size="small"
              icon={<DownloadOutlined />}
              loading={file.busy}
              onClick={() => load('xlsx')}
            >
              {t('mine.xlsx')}
            </Button>
          </>
        )}
        {mayEnable && (
          <Button size="small" icon={<TeamOutlined />} onClick={() => setEnabling(true)}>
            {t('mine.enable')}
          </Button>
        )}
      </div>
      <Suspense>
        {enabling && <EnableDialog service={service} onClose={() => setEnabling(false)} />}
      </Suspense>
    </li>
  )
}
