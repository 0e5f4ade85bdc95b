import { Alert, Button } from 'antd'
import { intercepts, type InterceptOfOrder } from '#contracts/depot/intercepts.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'

import { useT } from '../../../kit/text/i18n.ts'

/** Parcels of an order that are stopped; what has not come can be taken back. */
export function StopsOfOrder({ shipmentId }: { shipmentId: string }) {
  return useCan(intercepts.ofOrder) ? <Found shipmentId={shipmentId} /> : null
}

function Found({ shipmentId }: { shipmentId: string }) {
  const t = useT('intercepts')
  const confirm = useConfirm()
  const notify = useNotify()
  const mayTakeBack = useCan(intercepts.takeBack)
  const found = useApi(intercepts.ofOrder, { shipmentId }, { quiet: true })
  const end = useAction(intercepts.takeBack, { success: false })
  const takeBack = async ({ id, version, no }: InterceptOfOrder) => {
    const note = await confirm({
      title: t('of.takeBack.title', { no }),
      content: t('of.takeBack.effect'),
      ok: t('of.takeBack'),
      reason: true,
      reasonLabel: t('release.note'),
    })
    if (note === null) return
    if ((await end.run({ id, version, note })).ok) notify.success(t('of.takenBack', { no }))
  }
  const stops = found.data ?? []
  if (stops.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="py-summary"
      title={t('of.title')}
      description={stops.map((stop) => (
        <div key={stop.id}>
          {t(stop.status === INTERCEPT.waiting ? 'of.waiting' : 'of.apart', { no: stop.no })}
          {stop.note ? ` · ${stop.note}` : ''} · <Moment at={stop.createTime} />{' '}
          {stop.status === INTERCEPT.waiting && mayTakeBack && (
            <Button size="small" type="link" onClick={() => void takeBack(stop)}>
              {t('of.takeBack')}
            </Button>
          )}
        </div>
      ))}
    />
  )
}
