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
  const stops = found.data ?? []
  /** Those of one press get one reason. */
  const decide = async (how: 'takeBack' | 'release', stops: readonly InterceptOfOrder[]) => {
    const many = stops.length > 1
    const words = { count: stops.length, no: stops[0]?.no ?? '' }
    const ok = how === 'release' ? 'release' : 'of.takeBack'
    const done = how === 'release' ? 'of.released' : 'of.takenBack'
    const note = await confirm({
      title: t(many ? `of.${how}.several.title` : `${ok}.title`, words),
      content: t(many ? `of.${how}.several.effect` : `of.${how}.effect`),
      ok: t(ok),
      reason: true,
      reasonLabel: t('release.note'),
      ...(many ? { names: stops.map(({ no }) => no) } : {}),
    })
    if (note === null) return
    const action = how === 'release' ? letGo : end
    for (const { id, version } of stops) if (!(await action.run({ id, version, note })).ok) return
    notify.success(t(many ? `of.${how}.several.done` : done, words))
  }
  const all = (how: 'takeBack' | 'release', status: string, isOpen: boolean) => {
    const those = stops.filter((stop) => stop.status === status)
    return (
      isOpen &&
      those.length > 1 && (
        <Button size="small" onClick={() => void decide(how, those)}>
          {t(`of.${how}.several.all`, { count: those.length })}
        </Button>
      )
    )
  }
  if (stops.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="py-summary"
      title={t('of.title')}
      action={
        <>
          {all('takeBack', INTERCEPT.waiting, mayTakeBack)}
          {all('release', INTERCEPT.intercepted, mayRelease)}
        </>
      }
      description={stops.map((stop) => (
        <div key={stop.id}>
          {t(stop.status === INTERCEPT.waiting ? 'of.waiting' : 'of.apart', { no: stop.no })}
          {stop.note ? ` · ${stop.note}` : ''} ·{' '}
          {stop.createBy && `${t('of.by', { name: nameOfAccount(stop.createBy) })} · `}
          <Moment at={stop.createTime} />{' '}
          {stop.status === INTERCEPT.waiting && mayTakeBack && (
            <Button size="small" type="link" onClick={() => void decide('takeBack', [stop])}>
              {t('of.takeBack')}
            </Button>
          )}
          {stop.status === INTERCEPT.intercepted &&
            (mayRelease ? (
              <Button size="small" type="link" onClick={() => void decide('release', [stop])}>
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
