import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { carrierShipments } from '#contracts/carriers/carrier-shipments.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { MessageList } from './message-list.tsx'
import './carrier-labels.css'

/** Messages, papers and the raw call of a label; and whether its carrier would take it as it is now. */
export function ShipmentAside({ id }: { id: string }) {
  const t = useT('carrier-labels')
  const mayCheck = useCan(carrierShipments.validate)
  const found = useApi(carrierShipments.detail, { id }, { staleTime: 0 })
  const [checked, setChecked] = useState<Out<typeof carrierShipments.validate> | null>(null)
  const check = useAction(carrierShipments.validate, { success: false, onDone: setChecked })
  if (found.error && !found.data)
    return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  if (!found.data) return <Skeleton active />
  const { messages, raw } = found.data
  return (
    <div className="py-desk-part">
      <h2>{t('messages')}</h2>
      <MessageList messages={messages} />
      {mayCheck && (
        <div className="py-desk-bar">
          <Button loading={check.busy} onClick={() => void check.run({ id })}>
            {t('action.validate')}
          </Button>
        </div>
      )}
      {checked && (
        <>
          <p>{t(checked.ok ? 'validate.good' : 'validate.bad')}</p>
          <MessageList messages={checked.messages} />
        </>
      )}
      <h2>{t('papers')}</h2>
      <RecordFiles ownerKind="carrier_shipment" ownerId={id} kind="attachment" />
      {raw !== null && raw !== undefined && (
        <details>
          <summary className="carrier-raw-title">{t('raw')}</summary>
          <pre className="carrier-raw" tabIndex={0}>
            {JSON.stringify(raw, null, 2)}
          </pre>
        </details>
      )}
    </div>
  )
}
