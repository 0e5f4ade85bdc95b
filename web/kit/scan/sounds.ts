import { isBoolean, isNumber, storageSet, storageGet } from '../text/storage.ts'
import { currentSession } from '../session/session.ts'

/**
 * ok: two quick rising notes; warning: three even ones; error: one long low buzz. Distinguishable
 * without looking, in a loud hall.
 */
export type Sound = 'ok' | 'warning' | 'error'
export interface SoundSettings {
  on: boolean
  /** Whether results are spoken after their tone. */
  voice: boolean
  /** 0 to 1 */ volume: number
}
interface Note {
  hz: number
  at: number
  for: number
  wave: OscillatorType
}

const TUNES: Record<Sound, readonly Note[]> = {
  ok: [
    { hz: 880, at: 0, for: 0.07, wave: 'sine' },
    { hz: 1318, at: 0.08, for: 0.1, wave: 'sine' },
  ],
  warning: [0, 0.16, 0.32].map((at) => ({ hz: 587, at, for: 0.1, wave: 'triangle' as const })),
  error: [{ hz: 165, at: 0, for: 0.55, wave: 'sawtooth' }],
}
const keyOf = (part: string) => `SOUND_${part}_${currentSession().user?.id ?? ''}`

export function soundSettings(): SoundSettings {
  const volume = storageGet(keyOf('VOLUME'), isNumber) ?? 0.6
  return {
    on: storageGet(keyOf('ON'), isBoolean) ?? true,
    voice: storageGet(keyOf('VOICE'), isBoolean) ?? true,
    volume: Math.min(1, Math.max(0, volume)),
  }
}
export function setSound(change: Partial<SoundSettings>): void {
  if (change.on !== undefined) storageSet(keyOf('ON'), change.on, null)
  if (change.voice !== undefined) storageSet(keyOf('VOICE'), change.voice, null)
  if (change.volume !== undefined) storageSet(keyOf('VOLUME'), change.volume, null)
}

let audio: AudioContext | null = null

/** Plays one of the three; silent where the user switched it off or the browser has no sound. */
export function play(sound: Sound): void {
  const { on, volume } = soundSettings()
  if (!on || volume === 0 || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  // Browsers keep it asleep until the first key; a scan is one.
  if (audio.state === 'suspended') void audio.resume()
  const start = audio.currentTime + 0.005
  for (const note of TUNES[sound]) {
    const tone = audio.createOscillator()
    const gain = audio.createGain()
    tone.type = note.wave
    tone.frequency.value = note.hz
    gain.gain.setValueAtTime(0, start + note.at)
    gain.gain.linearRampToValueAtTime(
      volume * (note.wave === 'sawtooth' ? 0.5 : 0.9),
      start + note.at + 0.008,
    )
    gain.gain.setValueAtTime(
      volume * (note.wave === 'sawtooth' ? 0.5 : 0.9),
      start + note.at + note.for - 0.02,
    )
    gain.gain.linearRampToValueAtTime(0, start + note.at + note.for)
    tone.connect(gain).connect(audio.destination)
    tone.start(start + note.at)
    tone.stop(start + note.at + note.for)
  }
}
