import { act, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { inputOf, press, seen, type } from '#web/test/acts.ts'
import { leave } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ORDER_DETAIL } from '../form/order-detail.fixture.ts'
import { ParcelChoice } from './parcel-choice.tsx'
import { parcelsNamed } from './parcels-named.ts'

const PARCELS = Array.from({ length: 120 }, (_, at) => ({
  ...ORDER_DETAIL.parcels[0]!,
  id: String(at + 1),
  seq: at + 1,
  serialNumber: `PC1-${at + 1}`,
  trackNo: `TN${at + 1}`,
  reference: at < 2 ? 'same' : null,
  fbaCode: null,
  weightKg: '0.5',
}))
const named = (text: string) => parcelsNamed(text, PARCELS)

it('parcels are named by places, ranges and numbers as they are pasted', () => {
  expect(named('1-3, 5')).toEqual({ found: ['1', '2', '3', '5'], unknown: [] })
  expect(named('tn7\nPC1-9；SAME')).toEqual({ found: ['1', '2', '7', '9'], unknown: [] })
  expect(named('118-121 0 TN999 3-1')).toEqual({
    found: [],
    unknown: ['118-121', '0', 'TN999', '3-1'],
  })
  expect(named('')).toEqual({ found: [], unknown: [] })
})

function Choice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return <ParcelChoice parcels={PARCELS} chosen={chosen} onChange={setChosen} />
}
afterEach(leave)

it('a hundred of them are chosen at once, with the sums of both orders', async () => {
  await showScreen(<Choice />, { texts: ['shipments'] })
  await type(await inputOf('By place or number'), '1-100, 999')
  expect(seen()).toContain('Moving: pieces: 100, 50.0 kg')
  expect(seen()).toContain('Staying: pieces: 20, 10.0 kg')
  expect(seen()).toContain('Not in this order: 999')
  await press('Invert choice')
  expect(seen()).toContain('Moving: pieces: 20, 10.0 kg')
  const first = document.querySelector<HTMLInputElement>('.order-boxes input')!
  expect(first.checked).toBe(false)
  await act(async () => first.click())
  expect(seen()).toContain('Moving: pieces: 21, 10.5 kg')
})
