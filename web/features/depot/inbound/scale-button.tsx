import { ApiOutlined, CheckCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ScaleSetting } from '../../../kit/scan/scale-line.ts'
import { useSerialScale } from '../../../kit/scan/use-serial-scale.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Reads the scale on this computer's serial port, where the browser can. */
export function ScaleButton({
  scale,
  onWeight,
}: {
  scale: ScaleSetting
  onWeight: (kg: string) => void
}) {
  const t = useT('scans')
  const { offered, state, connect, disconnect } = useSerialScale(scale, onWeight)
  if (!offered) return null
  return (
    <Button
      danger={state === 'lost'}
      icon={state === 'on' ? <CheckCircleOutlined /> : <ApiOutlined />}
      aria-pressed={state === 'on'}
      onClick={state === 'on' ? disconnect : connect}
    >
      {t(`scale.${state}`)}
    </Button>
  )
}
