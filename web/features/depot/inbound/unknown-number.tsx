import { StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { intercepts, type Intercepted } from '#contracts/depot/intercepts.ts'
import { SCAN, type ScanRow } from '#contracts/depot/scans.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { Photos } from './photos.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** A number no order has: one key registers the parcel as an intercept, which lies apart; its photos are taken before the next scan. */
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
  const [registered, setRegistered] = useState<Intercepted | null>(null)
  if (registered && row) setRegistered(null)
  const add = useAction(intercepts.add, {
    success: t('unknown.done', { no: unknown?.no ?? '' }),
    onDone: (made) => {
      setRegistered(made)
      onDone()
    },
  })
  const register = () => {
    if (unknown && depotId !== null && !add.busy)
      void add.run({ no: unknown.no, here: true, depotId })
  }
  useKeys(
    { F9: register },
    {
      enabled: unknown !== null,
      labels: { F9: t('unknown.register', { no: unknown?.no ?? '' }) },
    },
  )
  if (registered) return <Photos of="intercept" id={registered.id} no={registered.no} />
  return (
    unknown && (
      <>
        <Button
          size="large"
          danger
          icon={<StopOutlined />}
          loading={add.busy}
          disabled={depotId === null}
          onClick={register}
        >
          {t('unknown.register', { no: unknown.no })} <kbd>F9</kbd>
        </Button>
        {depotId === null && <p className="wh-note">{t('unknown.depot')}</p>}
      </>
    )
  )
}
