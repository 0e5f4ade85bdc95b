import { PauseCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Parcels on their way to a depot are set apart there by their scan, with the reason given here. */
export function StopOnArrival({
  depotId,
  numbers,
}: {
  depotId: string
  numbers: readonly string[]
}) {
  const t = useT('intercepts')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const notify = useNotify()
  const add = useAction(intercepts.add, { success: false })
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
