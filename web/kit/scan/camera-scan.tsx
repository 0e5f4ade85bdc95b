import { BulbOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import './camera.css'
import { useT } from '../text/i18n.ts'
import { troubleOf, watchCamera, type Trouble } from './watch-camera.ts'

/**
 * The phone's camera as a scanner: what is held before it goes to `onScan`, one parcel after
 * another, until it is closed.
 */
export default function CameraScan({
  onScan,
  onClose,
}: {
  onScan: (code: string) => void
  onClose: () => void
}) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const scan = useRef(onScan)
  scan.current = onScan
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [track, setTrack] = useState<MediaStreamTrack | null>(null)
  const [lit, setLit] = useState(false)
  const [last, setLast] = useState<string | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    const read = (code: string) => {
      navigator.vibrate?.(60)
      setLast(code)
      scan.current(code)
    }
    void watchCamera(video.current, stop.signal, setTrack, read).catch((error: unknown) => {
      if (!stop.signal.aborted) setTrouble(troubleOf(error))
    })
    return () => {
      stop.abort()
      setTrack(null)
    }
  }, [])
  const light = () => {
    const next = !lit
    // `torch` is the phone's own; browsers that know it list it in the capabilities.
    void track?.applyConstraints({ advanced: [{ torch: next } as MediaTrackConstraintSet] }).then(
      () => setLit(next),
      () => undefined,
    )
  }
  const hasTorch = track !== null && 'torch' in (track.getCapabilities?.() ?? {})
  return (
    <section className="py-camera" aria-label={t('camera.title')}>
      {trouble === null ? (
        <video ref={video} muted playsInline aria-label={t('camera.picture')} />
      ) : (
        <p role="alert">{t(`camera.trouble.${trouble}`)}</p>
      )}
      {trouble === null && <span className="py-camera-aim" aria-hidden />}
      <div className="py-camera-foot">
        <span role="status">{last ?? (trouble === null ? t('camera.aim') : '')}</span>
        {hasTorch && (
          <Button
            size="large"
            icon={<BulbOutlined />}
            aria-label={t('camera.light')}
            aria-pressed={lit}
            onClick={light}
          />
        )}
        <Button size="large" icon={<CloseOutlined />} onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </section>
  )
}
