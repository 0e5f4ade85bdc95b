import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { labels } from '#contracts/orders/labels.ts'
import { fetchFile } from '../../../kit/http/fetch-file.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useInvalidate } from '../../../kit/http/query.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { findWay, formatInput, openLabels } from '../../orders/shipments/index.ts'

/** The parcel's label in hand is void or was never made: one key prints it, as this workstation prints. */
export function PrintLabel({ parcelId, no }: { parcelId: string; no: string }) {
  const t = useT('scans')
  const notify = useNotify()
  const invalidate = useInvalidate()
  const may = useCan(labels.print)
  const [busy, setBusy] = useState(false)
  // Sent again because no answer came, it is the same print.
  const requestKey = useRef(crypto.randomUUID())
  const print = async () => {
    if (busy) return
    setBusy(true)
    try {
      const way = await findWay()
      const file = await fetchFile(labels.print, {
        parcelIds: [parcelId],
        ...formatInput(way),
        requestKey: requestKey.current,
        reason: t('newLabel.reason'),
      })
      requestKey.current = crypto.randomUUID()
      await openLabels(file, way)
      void invalidate(labels.print)
      notify.success(t('newLabel.done', { no }))
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  useKeys({ F8: () => void print() }, { enabled: may, labels: { F8: t('newLabel.print', { no }) } })
  return may ? (
    <Button
      size="large"
      type="primary"
      icon={<PrinterOutlined />}
      loading={busy}
      onClick={() => void print()}
    >
      {t('newLabel.print', { no })} <kbd>F8</kbd>
    </Button>
  ) : (
    <p className="wh-note">{t('newLabel.ask')}</p>
  )
}
