import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import {
  answersAt,
  buttonOf,
  inputOf,
  press,
  pressKey,
  seen,
  type as typeInto,
} from '#web/test/acts.ts'
import { good, leave, refused, settle, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import IntoParcel from './IntoParcel.screen.tsx'

const parcelOf = (no: string): ScannedParcel => ({
  id: no,
  no,
  trackNo: no,
  serialNumber: no,
  orderNo: no,
  reference: no,
  parcelStatus: 40,
  parcelStatus_dictText: 'Received',
  customerName: 'Kraft',
  serviceName: 'Economy',
  channelName: 'DHL',
  depotCode: 'FRA1',
  country: 'DE',
  city: 'Berlin',
  postalCode: '10115',
  seq: 1,
  pieces: 1,
  declaredWeightKg: '1',
  measuredWeightKg: null,
  volumeWeightKg: null,
  chargeableWeightKg: null,
  heldReason: null,
  declaredSizeCm: null,
  measuredSizeCm: null,
  unpaid: null,
})

/** A depot whose network may be away: what reached it counts once by its key. */
function depot(scale = { prefix: null as string | null, unit: 'kg', baud: 9600 }) {
  const weights: Record<string, string[]> = {}
  const keys = new Set<string>()
  const state = { away: false, unheard: false }
  const take = ({ body, headers }: Sent) => {
    if (state.away) return { lost: true }
    const { no, weightKg } = body as { no: string; weightKg?: string }
    const key = headers.get('Idempotency-Key') ?? ''
    if (weightKg !== undefined && !keys.has(key)) (weights[no] ??= []).push(weightKg)
    keys.add(key)
    if (state.unheard) return { lost: true }
    if (no.startsWith('POOR'))
      return refused(1005, 'Insufficient balance. Received and held', {
        result: {
          scanId: key,
          parcel: {
            ...parcelOf(no),
            parcelStatus: 45,
            unpaid: { missing: '12.30', currency: 'EUR' },
          },
          warnings: [],
          batch: null,
        },
      })
    if (no.startsWith('NOBODY')) return refused(1010, 'Not predicted')
    return good({ scanId: key, parcel: parcelOf(no), warnings: [], batch: null }, 'Received')
  }
  answersAt({
    'POST /erp/intoParcel/scan': take,
    'POST /erp/intoParcel/measure': take,
    'GET /erp/intoParcel/recent': good({
      rows: [],
      today: 0,
      inStock: 0,
      held: 0,
      expected: 0,
      scale,
    }),
  })
  return { weights, state }
}
const open = () =>
  showScreen(<IntoParcel />, { rights: ['wh:in:scan'], texts: ['scans'], at: '/warehouse/into' })

/** As a keyboard wedge types: at once, wherever the focus is, ended by Enter. */
async function scan(no: string): Promise<void> {
  await act(async () => {
    const at = document.activeElement ?? document.body
    // The scan box reads its own value.
    if (at.closest('[data-scan="field"]')) (at as HTMLElement).blur()
    const target = at.closest('[data-scan="page"]') ? at : document.body
    for (const key of [...no, 'Enter'])
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
}
const kg = () => inputOf('Weight (kg)')
async function weigh(text: string): Promise<void> {
  const field = await kg()
  await act(async () => field.focus())
  await typeInto(field, text)
}
const enter = async () => pressKey(await kg(), 'Enter')
const idle = () => until(() => localStorage.getItem('pro__scans:1:into') === '[]')

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

test('a customer who cannot pay is spoken of aloud, named with what is missing, and charged again', async () => {
  const spoken: string[] = []
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      words: string
      lang = ''
      constructor(words: string) {
        this.words = words
      }
    },
  )
  vi.stubGlobal('speechSynthesis', {
    cancel: () => undefined,
    speak: ({ words, lang }: { words: string; lang: string }) => spoken.push(`${lang} ${words}`),
  })
  depot()
  await open()
  await until(() => seen().includes('The scanned parcel is shown here.'))
  await scan('POOR-1')
  await until(() => seen().includes('Insufficient balance. Received and held'))
  expect(document.querySelector('.py-band-warning')?.textContent).toContain('Kraft lacks 12.30 EUR')
  expect(document.querySelector('.wh-panel')?.textContent).toContain('Kraft lacks 12.30 EUR')
  expect(spoken).toEqual(['en Insufficient balance. Received and held'])
  expect(buttonOf('Charge again')).toBeTruthy()
  await scan('PARCEL-2')
  await until(() => seen().includes('PARCEL-2'))
  expect(spoken).toHaveLength(1)
})

describe('a weight typed at the station', () => {
  test('after a scan belongs to the parcel on the screen, with Enter or without', async () => {
    const { weights } = depot()
    await open()
    await scan('PARCEL-A')
    await until(() => seen().includes('Measures of PARCEL-A'))
    await weigh('1.25')
    await enter()
    await scan('PARCEL-B')
    await weigh('2.5')
    await scan('PARCEL-C')
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['1.25'], 'PARCEL-B': ['2.5'] })
    expect((await kg()).value).toBe('')
  })

  test('after a scan that meant no single parcel is for the next one, not for that number', async () => {
    const { weights } = depot()
    await open()
    await scan('NOBODY-1')
    await until(() => seen().includes('Not predicted'))
    expect(seen()).toContain('Measures of the next parcel')
    await weigh('1.25')
    await enter()
    await scan('PARCEL-B')
    await idle()
    expect(weights).toEqual({ 'PARCEL-B': ['1.25'] })
  })

  test('is armed in sight where it is for the next, and used once', async () => {
    const { weights } = depot()
    await open()
    await scan('PARCEL-A')
    await press(await untilFound(() => document.querySelector('[role="switch"]')))
    await weigh('1.25')
    await enter()
    expect(seen()).toContain('For the next parcel: 1.25 kg')
    await scan('PARCEL-B')
    await scan('PARCEL-C')
    await idle()
    expect(weights).toEqual({ 'PARCEL-B': ['1.25'] })
    expect(seen()).not.toContain('For the next parcel')
    await weigh('3')
    await enter()
    await press(await buttonOf('Do not use for the next parcel'))
    await scan('PARCEL-D')
    await idle()
    expect(weights).toEqual({ 'PARCEL-B': ['1.25'] })
  })

  test('without a network waits with its parcel, in sight', async () => {
    const { weights, state } = depot()
    await open()
    state.away = true
    await scan('PARCEL-A')
    await weigh('1.25')
    await enter()
    await scan('PARCEL-B')
    await until(() => seen().includes('2 parcels stored, waiting to be sent'))
    const rows = [...document.querySelectorAll('.wh-scans li')].map((row) => row.textContent)
    expect(rows).toEqual([
      expect.stringContaining('PARCEL-B'),
      expect.stringContaining('1.25 kg'),
      expect.stringContaining('PARCEL-A'),
    ])
    expect(weights).toEqual({})
    state.away = false
    window.dispatchEvent(new Event('online'))
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['1.25'] })
    await until(() => !seen().includes('stored'))
  })

  test('typed by a scale that works like a scanner is no parcel number', async () => {
    const { weights } = depot()
    await open()
    await scan('PARCEL-A')
    await scan('12.345')
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['12.345'] })
  })

  test('as a short whole number is the weight of the parcel before it, never of none', async () => {
    const { weights } = depot()
    await open()
    const enterNo = async (no: string) => {
      const box = await untilFound(() =>
        document.querySelector<HTMLInputElement>('[data-scan="field"] input'),
      )
      await typeInto(box, no)
      await pressKey(box, 'Enter')
    }
    await enterNo('7')
    await until(() => seen().includes('Measures of 7'))
    await scan('PARCEL-A')
    await enterNo('33')
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['33.0'] })
  })

  test('typed by a scale of the depot has its prefix and unit', async () => {
    const { weights } = depot({ prefix: 'W', unit: 'g', baud: 9600 })
    await open()
    await scan('PARCEL-A')
    await until(() => seen().includes('Measures of PARCEL-A'))
    await scan('W001250')
    await scan('W00125012345')
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['1.25'] })
  })

  test('from a scale on a serial port goes to the parcel on the screen, once', async () => {
    const { weights } = depot()
    const wire = new TransformStream<Uint8Array, Uint8Array>()
    const pen = wire.writable.getWriter()
    const opened: unknown[] = []
    const port = {
      readable: wire.readable,
      open: async (options: unknown) => void opened.push(options),
      close: async () => undefined,
    }
    vi.stubGlobal('navigator', {
      ...navigator,
      userAgent: navigator.userAgent,
      language: navigator.language,
      onLine: true,
      serial: { requestPort: async () => port, getPorts: async () => [] },
    })
    await open()
    await scan('PARCEL-A')
    await until(() => seen().includes('Measures of PARCEL-A'))
    await press(await buttonOf('Connect scale'))
    await until(() => seen().includes('Scale connected'))
    expect(opened).toEqual([{ baudRate: 9600 }])
    const line = (text: string) => act(async () => pen.write(new TextEncoder().encode(text)))
    await line('US,GS,+  1.18')
    await line('0kg\r\nST,GS,+  1.250kg\r\n')
    await line('ST,GS,+  1.250kg\r\n')
    await idle()
    await scan('PARCEL-B')
    await line('ST,GS,+  1.250kg\r\nUS,GS,+  0.100kg\r\nST,GS,+  2.500kg\r\n')
    await until(() => weights['PARCEL-B'] !== undefined)
    await idle()
    expect(weights).toEqual({ 'PARCEL-A': ['1.250'], 'PARCEL-B': ['2.500'] })
    // One that marks nothing: what passes on the way does not count, a single line does.
    await scan('PARCEL-C')
    await line('0 g\r\n1500 g\r\n3100 g\r\n')
    await until(() => weights['PARCEL-C'] !== undefined)
    expect(weights['PARCEL-C']).toEqual(['3.1'])
    await act(async () => pen.close())
    await until(() => seen().includes('Scale lost'))
  })

  test.each(Array.from({ length: 8 }, (_, seed) => seed + 1))(
    'reaches the parcel it was typed for, in any order of hands and network (%i)',
    async (seed) => {
      const { weights, state } = depot()
      await open()
      const random = numbers(seed)
      const expected: Record<string, string[]> = {}
      let onScreen: string | null = null
      let typed: string | null = null
      let armed: string | null = null
      const give = (no: string | null, value: string | null) => {
        if (no !== null && value !== null) (expected[no] ??= []).push(value)
      }
      for (let step = 0; step < 14; step++) {
        const roll = random(5)
        if (roll < 2) {
          const no = `PARCEL-${step}`
          if (onScreen === null) give(no, typed ?? armed)
          else {
            give(onScreen, typed)
            give(no, armed)
          }
          ;[typed, armed, onScreen] = [null, null, no]
          await scan(no)
        } else if (roll === 2) {
          typed = `${step + 1}.5`
          await weigh(typed)
        } else if (roll === 3) {
          if (onScreen === null) armed = typed ?? armed
          else give(onScreen, typed)
          typed = null
          await enter()
        } else {
          state.away = random(2) === 0
          state.unheard = random(3) === 0
          await settle(random(20))
        }
      }
      Object.assign(state, { away: false, unheard: false })
      const wake = setInterval(() => window.dispatchEvent(new Event('online')), 20)
      await idle().finally(() => clearInterval(wake))
      expect(weights).toEqual(expected)
    },
  )
})

/** The same numbers for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b9
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
