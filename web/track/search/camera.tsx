/** @jsxImportSource preact */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { troubleOf, watchCamera, type Trouble } from '../../kit/scan/watch-camera.ts'
import { t } from '../texts.ts'

type Props = { read: (code: string) => void; close: () => void }

/** The phone's camera: each number held before it is given on, until it is closed. */
export default function Camera({ read, close }: Props): VNode {
  const video = useRef<HTMLVideoElement>(null)
  const given = useRef(read)
  given.current = read
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [last, setLast] = useState('')
  useEffect(() => {
    const stop = new AbortController()
    const seen = (code: string): void => {
      navigator.vibrate?.(60)
      setLast(code)
      given.current(code)
    }
    watchCamera(video.current, stop.signal, () => undefined, seen).catch((error: unknown) => {
      if (!stop.signal.aborted) setTrouble(troubleOf(error))
    })
    return () => stop.abort()
  }, [])
  return (
    <section class="camera" aria-label={t('scan')}>
      {trouble === null ? (
        <video ref={video} muted playsInline aria-label={t('camera.picture')} />
      ) : (
        <p role="alert">{t(`camera.trouble.${trouble}`)}</p>
      )}
      <div class="camera-foot">
        <span role="status">{last || (trouble === null && t('camera.aim'))}</span>
        <button type="button" class="plain" onClick={close}>
          {t('camera.close')}
        </button>
      </div>
    </section>
  )
}
