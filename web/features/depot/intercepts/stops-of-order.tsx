import { Alert, Button } from 'antd'
import { intercepts, type InterceptOfOrder } from '#contracts/depot/intercepts.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Parcels of an order that are stopped: what has not come is taken back, what lies apart released. */
export function StopsOfOrder({ shipmentId }: { shipmentId: string }) {
  return useCan(intercepts.ofOrder) ? <Found shipmentId={shipmentId} /> : null
}

function Found({ shipmentId }: { shipmentId: string }) {
  const t = useT('intercepts')
  const confirm = useConfirm()
  const notify = useNotify()
  const mayTakeBack = useCan(intercepts.takeBack)
  const found = useApi(intercepts.ofOrder, { shipmentId }, { quiet: true })
  const mayRelease = useCan(intercepts.release)
  const end = useAction(intercepts.takeBack, { success: false })
  const letGo = useAction(intercepts.release, { success: false })
  const askNote = (title: string, content: string, ok: string) =>
    confirm({ title, content, ok, reason: true, reasonLabel: t('release.note') })
  const takeBack = async ({ id, version, no }: InterceptOfOrder) => {
    const note = await askNote(
      t('of.takeBack.title', { no }),
      t('of.takeBack.effect'),
      t('of.takeBack'),
    )
    if (note === null) return
    if ((await end.run({ id, version, note })).ok) notify.success(t('of.takenBack', { no }))
  }
  const release = async ({ id, version, no }: InterceptOfOrder) => {
    const note = await askNote(t('release.title', { no }), t('of.release.effect'), t('release'))
    if (note === null) return
    if ((await letGo.run({ id, version, note })).ok) notify.success(t('of.released', { no }))
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
          {stop.note ? ` · ${stop.note}` : ''} ·{' '}
          {stop.createBy && `${t('of.by', { name: nameOfAccount(stop.createBy) })} · `}
          <Moment at={stop.createTime} />{' '}
          {stop.status === INTERCEPT.waiting && mayTakeBack && (
            <Button size="small" type="link" onClick={() => void takeBack(stop)}>
              {t('of.takeBack')}
            </Button>
          )}
          {stop.status === INTERCEPT.intercepted &&
            (mayRelease ? (
              <Button size="small" type="link" onClick={() => void release(stop)}>
                {t('release')}
              </Button>
            ) : (
              t('of.askRelease')
            ))}
        </div>
      ))}
    />
  )
}
