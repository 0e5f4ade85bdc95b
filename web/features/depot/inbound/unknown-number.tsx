import { StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { intercepts } from '#contracts/depot/intercepts.ts'
import { SCAN, type ScanRow } from '#contracts/depot/scans.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** A number no order has: one key registers the parcel as an intercept, which lies apart. */
export function UnknownNumber({
  row,
  depotId,
  onDone,
}: {
  /** The last scan. */
  row: ScanRow | undefined
  depotId: string | null
  onDone: () => void
}) {
  const t = useT('scans')
  const unknown = row?.code === SCAN.notPredicted ? row : null
  const add = useAction(intercepts.add, {
    success: t('unknown.done', { no: unknown?.no ?? '' }),
    onDone,
  })
  const register = () => {
    if (unknown && !add.busy)
      void add.run({ no: unknown.no, here: true, ...(depotId === null ? {} : { depotId }) })
  }
  useKeys({ F9: register }, { enabled: unknown !== null })
  return (
    unknown && (
      <Button size="large" danger icon={<StopOutlined />} loading={add.busy} onClick={register}>
        {t('unknown.register', { no: unknown.no })} <kbd>F9</kbd>
      </Button>
    )
  )
}
