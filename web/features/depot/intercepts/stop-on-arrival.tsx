import { PauseCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/**
 * Parcels on their way to a depot are set apart there by their scan, with the reason given here;
 * offered for those that are not stopped.
 */
export function StopOnArrival({
  depotId,
  shipmentId,
  parcels,
}: {
  depotId: string
  shipmentId: string
  parcels: readonly { trackNo: string | null; serialNumber: string }[]
}) {
  const t = useT('intercepts')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const add = useAction(intercepts.add, { success: false })
  const stopped = useApi(
    intercepts.ofOrder,
    { shipmentId },
    { quiet: true, enabled: may(intercepts.add) && parcels.length > 0 },
  )
  const numbers = parcels
    .filter(
      ({ trackNo, serialNumber }) =>
        !stopped.data?.some(({ no }) => no === trackNo || no === serialNumber),
    )
    .map(({ trackNo, serialNumber }) => trackNo ?? serialNumber)
  if (!may(intercepts.add) || numbers.length === 0) return null
  const count = numbers.length
  const ask = async () => {
    const note = await confirm({
      title: t('arrival.title', { count }),
      content: t('arrival.effect', { count }),
      names: numbers,
      ok: t('arrival'),
      reason: true,
      reasonLabel: t('arrival.reason'),
    })
    if (note === null) return
    for (const no of numbers) if (!(await add.run({ no, depotId, note })).ok) return
    notify.success(t('arrival.done', { count }))
  }
  return (
    <Button icon={<PauseCircleOutlined />} loading={add.busy} onClick={() => void ask()}>
      {t('arrival')}
    </Button>
  )
}
