import { FilePdfOutlined, LockOutlined, SafetyOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { documents, PRINTED_DOCUMENTS } from '#contracts/orders/documents.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Findings } from './customs-panel.tsx'
import './customs.css'

/** The documents an order's kind declares, and what can be done with its customs data. */
export function OrderDocuments({
  order,
  onCorrect,
}: {
  order: OrderDetail
  /** Opens the correction with the contents; null where nothing can be corrected any more. */
  onCorrect: (() => void) | null
}) {
  const t = useT('customs')
  const may = useRightsCheck()
  const kind = kindOf(order.shipmentResource)
  const download = useDownload(documents.print)
  const lock = useAction(documents.lockCustoms)
  const [asked, setAsked] = useState(false)
  const found = useApi(documents.checkCustoms, { ids: [order.id] }, { enabled: asked })
  // What was found is no longer true of an order that was changed since.
  const again = useEffectEvent(() => {
    if (asked) void found.refetch()
  })
  useEffect(() => again(), [order.version])
  const verdict = asked ? found.data?.[0] : undefined
  const mayPrint = may('ship:document:print')
  const mayLock = may(orderPerm(kind, 'edit'))
  const printed = order.parcels.some(({ labelCopies }) => labelCopies > 0)
  const locked = order.customsLockedAt !== null
  const own = PRINTED_DOCUMENTS.filter((one) => kind.documents.includes(one))
  if (!mayPrint && !may('ship:customs:check')) return null
  return (
    <section className="order-block">
      <h2>{t('documents')}</h2>
      <div className="order-documents">
        {mayPrint &&
          own.map((one) => (
            <Button
              key={one}
              size="small"
              icon={<FilePdfOutlined />}
              disabled={download.busy}
              onClick={() =>
                void download.run({ ids: [order.id], kinds: [one] }, `${order.serialNumber}.pdf`)
              }
            >
              {t(`document.${one}`)}
            </Button>
          ))}
        {mayPrint && (
          <Button
            size="small"
            type="link"
            disabled={download.busy}
            onClick={() => void download.run({ ids: [order.id] }, `${order.serialNumber}.zip`)}
          >
            {t('document.all')}
          </Button>
        )}
        {may('ship:customs:check') && (
          <Button
            size="small"
            icon={<SafetyOutlined />}
            loading={asked && found.isFetching}
            onClick={() => (asked ? void found.refetch() : setAsked(true))}
          >
            {t('check')}
          </Button>
        )}
        {mayLock && (
          <Button
            size="small"
            icon={locked ? <UnlockOutlined /> : <LockOutlined />}
            loading={lock.busy}
            disabled={locked && printed}
            title={locked && printed ? t('lockedByLabel') : undefined}
            onClick={() => void lock.run({ ids: [order.id], locked: !locked })}
          >
            {t(locked ? 'unlock' : 'lock')}
          </Button>
        )}
        {locked && <span className="py-none">{t(printed ? 'lockedByLabel' : 'locked')}</span>}
      </div>
      {verdict && <Findings verdict={verdict} strict={kind.can.needsCustoms} printed={printed} />}
      {verdict && verdict.findings.length > 0 && onCorrect && mayLock && (
        <Button type="primary" size="small" onClick={onCorrect}>
          {t('correct')}
        </Button>
      )}
    </section>
  )
}
