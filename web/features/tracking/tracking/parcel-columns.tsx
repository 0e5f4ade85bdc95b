import { CopyText, Moment, Short } from '../../../kit/platform/cells.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import type { T } from '../../../kit/text/i18n.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'
import { otherNames, type FoundParcel } from './use-parcel-search.ts'

/**
 * A card's title is a button already, so there the number is plain. `staff` also see when the
 * carrier is asked next and what needs a look; `requested`: the number that was asked for is another
 * one.
 */
export function parcelColumns(
  t: T,
  { staff, asked: requested, phone }: { staff: boolean; asked: boolean; phone: boolean },
): Column<FoundParcel>[] {
  return [
    {
      key: 'trackNo',
      title: t('parcel.no'),
      width: 210,
      card: 'title',
      render: (row) =>
        phone ? (
          (row.trackNo ?? row.serialNumber)
        ) : (
          <CopyText text={row.trackNo ?? row.serialNumber} />
        ),
    },
    ...(requested
      ? [
          {
            key: 'asked',
            title: t('parcel.asked'),
            width: 180,
            render: (row: FoundParcel) => <Short text={otherNames(row).join(', ')} />,
          },
        ]
      : []),
    {
      key: 'trackingStatus',
      title: t('parcel.status'),
      width: 300,
      render: (row) => (
        <span
          className="trk-line"
          title={row.trackingSub ? t(`sub.${row.trackingSub}`) : undefined}
        >
          {row.question && <StatusTag tone="warning">{t(`question.${row.question}`)}</StatusTag>}
          <DictTag
            code="tracking_status"
            value={String(row.trackingStatus ?? 0)}
            text={row.trackingStatus_dictText}
          />
          {row.trackingSub && <span className="trk-soft">{t(`sub.${row.trackingSub}`)}</span>}
        </span>
      ),
    },
    {
      key: 'lastEventAt',
      title: t('parcel.lastEventAt'),
      width: 160,
      render: (row) => <Moment at={row.lastEventAt} />,
    },
    {
      key: 'country',
      title: t('parcel.destination'),
      width: 170,
      render: (row) => (
        <span>
          {row.city} · <DictTag code="country" value={row.country} />
        </span>
      ),
    },
    {
      key: 'parcelStatus',
      title: t('parcel.parcelStatus'),
      width: 110,
      render: (row) => (
        <DictTag
          code="parcel_status"
          value={String(row.parcelStatus)}
          text={row.parcelStatus_dictText}
        />
      ),
    },
    {
      key: 'orderNo',
      title: t('parcel.orderNo'),
      width: 170,
      render: (row) => <CopyText text={row.orderNo} />,
    },
    {
      key: 'reference',
      title: t('parcel.reference'),
      width: 150,
      render: (row) => <CopyText text={row.reference} />,
    },
    ...(staff
      ? [
          {
            key: 'customerName',
            title: t('parcel.customer'),
            width: 150,
            render: (row: FoundParcel) => <Short text={row.customerName} />,
          },
        ]
      : []),
    {
      key: 'serviceName',
      title: t('parcel.service'),
      width: 160,
      card: 'hidden',
      render: (row) => <Short text={row.serviceName} />,
    },
    ...(staff
      ? [
          {
            key: 'nextPollAt',
            title: t('parcel.nextPollAt'),
            width: 160,
            render: (row: FoundParcel) => <Moment at={row.nextPollAt} />,
          },
        ]
      : []),
  ]
}
