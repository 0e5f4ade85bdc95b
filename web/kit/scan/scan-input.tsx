import { ScanOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { CameraButton } from './camera-button.tsx'
import { useT } from '../text/i18n.ts'

const CameraScan = lazy(() => import('./camera-scan.tsx'))

/**
 * A number typed by hand where the label is torn; Enter sends it. On a phone the camera reads it.
 * Scans of a wedge need no focus here (`useScanner`).
 */
export function ScanInput({
  onScan,
  placeholder,
  disabled = false,
  autoFocus = false,
}: {
  onScan: (code: string) => void
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}) {
  const t = useT()
  const [text, setText] = useState('')
  const [camera, setCamera] = useState(false)
  const send = () => {
    const code = text.trim()
    if (code === '') return
    onScan(code)
    setText('')
  }
  return (
    <span data-scan="field" className="py-scan-input">
      <Input
        size="large"
        prefix={<ScanOutlined />}
        aria-label={t('scan.label')}
        placeholder={placeholder ?? t('scan.placeholder')}
        value={text}
        disabled={disabled}
        autoFocus={autoFocus}
        suffix={<CameraButton open={camera} onToggle={() => setCamera(!camera)} />}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('')
          if (event.key !== 'Enter' && !(event.key === 'Tab' && text)) return
          event.preventDefault()
          send()
        }}
      />
      {camera && !disabled && (
        <Suspense>
          <CameraScan onScan={onScan} onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </span>
  )
}
