import { GlobalOutlined, LinkOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { Alert, Button, Drawer, Skeleton, Switch } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { tracking } from '#contracts/tracking/tracking.ts'
import { CopyText, Moment } from '../../../kit/platform/cells.tsx'
import { copyText } from '../../../kit/text/clipboard.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { RowSteps, stepKeys } from '../../../kit/table/row-steps.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useRecent } from '../../../kit/platform/history/recent.ts'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useDelayedFlag } from '../../../kit/platform/use-timing.ts'
import { useSession } from '../../../kit/session/session.ts'
import { CasesOf, OpenCaseButton } from '../../returns/cases/index.ts'
import { publicLink, publicPath } from './numbers.ts'
import { Timeline } from './timeline.tsx'
import { whyNotAsked } from './why-not-asked.ts'
import type { FoundParcel } from './use-parcel-search.ts'

const EventForm = lazy(() => import('./event-form.tsx'))

interface ParcelDrawerProps {
  row: FoundParcel
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onRefresh: (() => void) | null
  refreshing: boolean
}

/**
 * One parcel's timeline next to the list, with what the public does not see: j/k go on, r asks the
 * carrier, Esc closes.
 */
export default function ParcelDrawer({
  row,
  onClose,
  onPrevious,
  onNext,
  onRefresh,
  refreshing,
}: ParcelDrawerProps) {
  const t = useT('tracking')
  const may = useRightsCheck()
  const notify = useNotify()
  const staff = useSession().user?.customerId == null
  const [adding, setAdding] = useState(false)
  const [asPublic, setAsPublic] = useState(false)
  const found = useApi(
    tracking.events,
    { parcelId: row.parcelId },
    { refetchInterval: 20_000, quiet: true },
  )
  const late = useDelayedFlag(!found.data)
  useRecent(row.trackNo ?? row.serialNumber)
  useKeys(
    {
      ...stepKeys({ onPrevious, onNext, onClose }),
      ...(onRefresh ? { r: onRefresh } : {}),
    },
    { modal: true, enabled: !adding },
  )

  const link = row.public && row.trackNo !== null ? row.trackNo : null
  const copyLink = async (no: string) => {
    if (await copyText(publicLink([no]))) notify.success(t('link.copied'))
  }
  const events = found.data ?? []
  const shown = asPublic
    ? events.filter(
        (event) => event.visible && !event.cancelled && !event.repeated && event.effect === 'move',
      )
    : events
  return (
    <Drawer
      open
      size={760}
      onClose={onClose}
      keyboard={false}
      mask={{ enabled: false }}
      rootClassName="py-drawer"
      title={
        <span className="trk-title">
          <CopyText text={row.trackNo ?? row.serialNumber} />
          <DictTag
            code="tracking_status"
            value={String(row.trackingStatus ?? 0)}
            text={row.trackingStatus_dictText}
          />
        </span>
      }
      extra={
        <span className="py-actions">
          <RowSteps onPrevious={onPrevious} onNext={onNext} />
        </span>
      }
      footer={
        <div className="trk-foot">
          {onRefresh && (
            <Button icon={<ReloadOutlined />} loading={refreshing} title="r" onClick={onRefresh}>
              {t('refresh.one')}
            </Button>
          )}
          {may('trk:number:event') && (
            <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('event.add')}
            </Button>
          )}
          <OpenCaseButton
            of={{
              source: 'parcel',
              record: row.parcelId,
              no: row.trackNo ?? row.serialNumber ?? '',
              customer: row.customerName,
            }}
          />
          {link !== null && (
            <Button icon={<LinkOutlined />} onClick={() => void copyLink(link)}>
              {t('link.copy')}
            </Button>
          )}
          {link !== null && (
            <Button
              icon={<GlobalOutlined />}
              href={publicPath([link])}
              target="_blank"
              rel="noreferrer"
            >
              {t('link.open')}
            </Button>
          )}
        </div>
      }
    >
      {row.question && (
        <Alert
          type="warning"
          showIcon
          className="trk-question"
          title={t(`question.${row.question}`)}
          description={t(`question.${row.question}.help`)}
        />
      )}
      <CasesOf source="parcel" record={row.parcelId} />
      <dl className="trk-facts">
        <Fact name={t('parcel.orderNo')}>
          {may(orderPerms('list')) && row.shipmentId ? (
            <Link to={`${ALL_ORDERS}?open=${row.shipmentId}`}>{row.orderNo}</Link>
          ) : (
            row.orderNo
          )}
        </Fact>
        <Fact name={t('parcel.reference')}>
          <CopyText text={row.reference} />
        </Fact>
        <Fact name={t('parcel.parcelStatus')}>
          <DictTag
            code="parcel_status"
            value={String(row.parcelStatus)}
            text={row.parcelStatus_dictText}
          />
        </Fact>
        <Fact name={t('parcel.destination')}>
          {row.city} · <DictTag code="country" value={row.country} />
        </Fact>
        {row.expected && (
          <Fact name={t('parcel.expected')}>{t('parcel.expected.days', { ...row.expected })}</Fact>
        )}
        {staff && <Fact name={t('parcel.customer')}>{row.customerName}</Fact>}
        <Fact name={t('parcel.service')}>{row.serviceName}</Fact>
        {staff && (
          <Fact name={t('parcel.nextPollAt')}>
            {row.nextPollAt ? <Moment at={row.nextPollAt} /> : whyNotAsked(row, t)}
          </Fact>
        )}
        {staff && (
          <Fact name={t('parcel.public')}>
            {t(row.public ? 'parcel.public.yes' : 'parcel.public.no')}
          </Fact>
        )}
      </dl>
      {staff && events.length > 0 && (
        <label className="trk-public">
          <Switch size="small" checked={asPublic} onChange={setAsPublic} /> {t('event.asPublic')}
        </label>
      )}
      {found.isError && !found.data && (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && late && <Skeleton active />}
      {found.data && (
        <Timeline
          events={shown}
          staff={staff}
          mayHide={may('trk:number:event')}
          mayMap={may('trk:map:add')}
        />
      )}
      <Suspense>{adding && <EventForm row={row} onClose={() => setAdding(false)} />}</Suspense>
    </Drawer>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
