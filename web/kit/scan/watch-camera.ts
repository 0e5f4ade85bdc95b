import { aimedAt, sightings } from './camera-sightings.ts'

/**
 * Milliseconds between two looks: often enough for a hand that does not rest, seldom enough for the
 * battery.
 */
const PAUSE = 120
export type Trouble = 'none' | 'refused' | 'busy' | 'insecure' | 'reader'

/**
 * Shows the camera in a video and answers each code that is held before it, until the signal ends
 * it. Throws where there is no camera to be had.
 */
export async function watchCamera(
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
export function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none'
  if (name === 'NotAllowedError') return 'refused'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return name === 'SecurityError' ? 'insecure' : 'reader'
}
