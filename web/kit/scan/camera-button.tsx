import { CameraOutlined } from '@ant-design/icons'
import './camera-button.css'
import { useT } from '../text/i18n.ts'

/**
 * Opens the camera next to a field for numbers; only where a thumb works (below 1088 px): at a desk
 * there is a scanner.
 */
export function CameraButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      className="py-camera-open"
      aria-label={t('camera.open')}
      title={t('camera.open')}
      aria-expanded={open}
      onClick={onToggle}
    >
      <CameraOutlined />
    </button>
  )
}
