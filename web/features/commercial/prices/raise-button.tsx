import { RiseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useAddress } from '../../../kit/list/use-address.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { RaiseDialog, useMayRaise } from './raise-entry.ts'

const NONE: readonly string[] = []

/** Raises the prices of customers from where prices are; the palette opens it by the address. */
export function RaiseButton() {
  const t = useT('prices')
  const mayRaise = useMayRaise()
  const [params, change] = useAddress()
  const [pressed, setPressed] = useState(false)
  if (!mayRaise) return null
  const close = () => {
    setPressed(false)
    change(
      (now) => {
        now.delete('raise')
        return now
      },
      { replace: true },
    )
  }
  return (
    <>
      <Button icon={<RiseOutlined />} onClick={() => setPressed(true)}>
        {t('lift.title')}
      </Button>
      <Suspense>
        {(pressed || params.has('raise')) && <RaiseDialog customers={NONE} onClose={close} />}
      </Suspense>
    </>
  )
}
