import { useState } from 'react'
import { ScanBand } from '../kit/scan/scan-band.tsx'
import { ScanInput } from '../kit/scan/scan-input.tsx'
import { ScanList } from '../kit/scan/scan-list.tsx'
import type { Scan } from '../kit/scan/scan-queue.ts'
import { SoundSwitch } from '../kit/scan/sound-switch.tsx'
import { play } from '../kit/scan/sounds.ts'
import { useScanner } from '../kit/platform/use-keys.ts'

const STATES = ['ok', 'warning', 'error'] as const

/** Every scan is answered with the next of the three tones. */
export function ScanStationSample() {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const [shown, setShown] = useState<Scan | null>(null)
  const add = (code: string) => {
    const state = STATES[scans.length % 3] ?? 'ok'
    const scan: Scan = { key: crypto.randomUUID(), code, at: Date.now(), state, title: state }
    play(state)
    setScans([scan, ...scans].slice(0, 20))
    setShown(scan)
  }
  useScanner(add)
  return (
    <>
      <ScanBand scan={shown} onClear={() => setShown(null)} />
      <ScanInput onScan={add} /> <SoundSwitch />
      <ScanList scans={scans} onUndo={() => undefined} mayUndo={({ state }) => state === 'ok'} />
    </>
  )
}
