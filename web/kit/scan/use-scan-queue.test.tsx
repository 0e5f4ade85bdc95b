// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { seen } from '#web/test/acts.ts'
import { leave, settle, show, speak, until } from '#web/test/page.tsx'
import { ScanBand } from './scan-band.tsx'
import { useScanStation } from './use-scan-queue.ts'

const tones: string[] = []
const silent = () => undefined
class Speaker {
  state = 'running'
  currentTime = 0
  destination = null
  createGain = () => ({
    gain: { setValueAtTime: silent, linearRampToValueAtTime: silent },
    connect: (next: unknown) => next,
  })
  createOscillator = () => ({
    frequency: {},
    type: '',
    connect: (next: { connect: (to: unknown) => unknown }) => next,
    start(this: { type: string }) {
      tones.push(this.type)
    },
    stop: silent,
  })
}

const sent: (string | undefined)[][] = []
let choose: (place: string) => void = () => undefined
function Station() {
  const [place, setPlace] = useState('')
  useEffect(() => {
    choose = setPlace
  }, [])
  const station = useScanStation<string, unknown, string>({
    name: 'first',
    enabled: place !== '',
    first: 'Enter the place first',
    capture: () => place,
    read: (code, _key, captured) => {
      sent.push([code, captured])
      return Promise.resolve({ tone: 'ok', title: `Received at ${captured}` })
    },
  })
  return <ScanBand scan={station.shown} onClear={station.clear} />
}
const scan = (code: string) =>
  act(async () => {
    for (const key of [...code, 'Enter'])
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  })

afterEach(async () => {
  await leave()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('a scan before the choice sounds, names its number and is never sent', async () => {
  vi.stubGlobal('AudioContext', Speaker)
  await speak('en_US')
  await show(<Station />)
  await scan('R-09-05')
  // The buzz of what went wrong.
  expect(tones).toEqual(['sawtooth'])
  expect(seen()).toContain('Not sent. Enter the place first, then scan again')
  expect(seen()).toContain('R-09-05')
  await act(async () => choose('R'))
  await act(async () => choose('R-09-05'))
  await settle(20)
  await scan('PARCEL0001')
  await until(() => seen().includes('Received at R-09-05'))
  expect(sent).toEqual([['PARCEL0001', 'R-09-05']])
})
