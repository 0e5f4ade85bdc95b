import type { ReactNode } from 'react'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { CopyText, Weight } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DictTag, StatusTag } from '../../../kit/platform/status-tag.tsx'

/** The parcel of the last scan: whose it is, how it goes, what it should weigh and what it does. */
export function ParcelPanel({
  parcel,
  warnings = [],
  status,
  children,
}: {
  parcel: ScannedParcel | null
  /** Where the station has a word of its own for the parcel's state. */
  status?: ReactNode
  warnings?: readonly { code: string; message: string }[]
  children?: ReactNode
}) {
  const t = useT('scans')
  if (!parcel)
    return (
      <section className="wh-panel wh-panel-empty" aria-label={t('parcel.title')}>
        {t('parcel.none')}
      </section>
    )
  const fact = (label: string, value: ReactNode, wide = false) => (
    <div className={wide ? 'py-form-wide' : undefined}>
      <dt>{t(label)}</dt>
      <dd>{value ?? <span className="py-none">–</span>}</dd>
    </div>
  )
  return (
    <section className="wh-panel" aria-label={t('parcel.title')}>
      <header>
        <h2>
          <CopyText text={parcel.no} />
        </h2>
        {status ?? (
          <DictTag
            code="parcel_status"
            value={String(parcel.parcelStatus)}
            text={parcel.parcelStatus_dictText}
          />
        )}
        {children && <span className="py-actions">{children}</span>}
      </header>
      {warnings.map((one) => (
        <p key={one.code} className="wh-warning">
          <StatusTag tone="warning">{one.message}</StatusTag>
        </p>
      ))}
      {parcel.heldReason && (
        <p className="wh-warning">
          <StatusTag tone="bad">{t('parcel.heldFor', { reason: parcel.heldReason })}</StatusTag>
        </p>
      )}
      {parcel.unpaid && (
        <p className="wh-warning">
          <StatusTag tone="bad">
            {t('parcel.unpaid', { customer: parcel.customerName, ...parcel.unpaid })}
          </StatusTag>
        </p>
      )}
      <dl className="py-fields">
        {fact('parcel.customer', parcel.customerName)}
        {fact('parcel.service', parcel.serviceName)}
        {fact('parcel.channel', parcel.channelName)}
        {fact('parcel.to', `${parcel.country} ${parcel.postalCode ?? ''} ${parcel.city}`)}
        {fact(
          'parcel.order',
          <>
            <CopyText text={parcel.orderNo} />
            {parcel.pieces > 1 && (
              <> · {t('parcel.piece', { seq: parcel.seq, pieces: parcel.pieces })}</>
            )}
          </>,
        )}
        {fact('parcel.reference', parcel.reference)}
      </dl>
      <table className="wh-weights">
        <thead>
          <tr>
            <td />
            <th scope="col">{t('parcel.weight')}</th>
            <th scope="col">{t('parcel.size')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('parcel.expected')}</th>
            <td>
              <Weight kg={parcel.declaredWeightKg} unit />
            </td>
            <td className="py-num">{parcel.declaredSizeCm ?? '–'}</td>
          </tr>
          <tr>
            <th scope="row">{t('parcel.actual')}</th>
            <td>{parcel.measuredWeightKg ? <Weight kg={parcel.measuredWeightKg} unit /> : '–'}</td>
            <td className="py-num">{parcel.measuredSizeCm ?? '–'}</td>
          </tr>
          <tr>
            <th scope="row">{t('parcel.chargeable')}</th>
            <td>
              {parcel.chargeableWeightKg ? <Weight kg={parcel.chargeableWeightKg} unit /> : '–'}
            </td>
            <td>
              {parcel.volumeWeightKg && Number(parcel.volumeWeightKg) > 0 ? (
                <>
                  {t('parcel.volumetric')} <Weight kg={parcel.volumeWeightKg} unit />
                </>
              ) : null}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
