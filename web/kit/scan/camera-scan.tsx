import { BulbOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import './camera.css'
import { aimedAt, sightings } from './camera-sightings.ts'
import { useT } from '../text/i18n.ts'

/**
 * Milliseconds between two looks: often enough for a hand that does not rest, seldom enough for the
 * battery.
 */
const PAUSE = 120
type Trouble = 'none' | 'refused' | 'busy' | 'insecure' | 'reader'

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
    void watch(video.current, stop.signal, setTrack, read).catch((error: unknown) => {
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

async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  started: (track: MediaStreamTrack | null) => void,
  read: (code: string) => void,
): Promise<void> {
  if (!video) return
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  })
  const end = () => stream.getTracks().forEach((one) => one.stop())
  // Left while the person was still being asked: the camera must not stay on.
  if (signal.aborted) return end()
  signal.addEventListener('abort', end)
  video.srcObject = stream
  await video.play()
  started(stream.getVideoTracks()[0] ?? null)
  const look = await import('./camera-reader.ts').then(
    ({ cameraReader }) => cameraReader(),
    () => {
      throw new DOMException('', 'ReaderError')
    },
  )
  const fresh = sightings()
  while (!signal.aborted) {
    if (!document.hidden && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
      const seen = await look(video)
      const code = fresh(aimedAt(seen, video.videoWidth, video.videoHeight), performance.now())
      if (code !== null && !signal.aborted) read(code)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

/** The errors of getUserMedia, in a user's words (W3C Media Capture, getUserMedia's errors). */
function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotAllowedError') return 'refused'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return name === 'SecurityError' ? 'insecure' : 'reader'
}
