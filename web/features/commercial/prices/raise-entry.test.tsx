import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { raises } from '#contracts/commercial/prices/raises.ts'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { fit } from '#web/shell/palette/palette-items.ts'
import offer from './palette.ts'
import { RaiseButton } from './raise-button.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const BOTH = [raises.make.perm, feePrices.assign.perm].flat() as string[]
const shown = (rights: string[], at = '/') =>
  showScreen(<RaiseButton />, { rights, at, texts: ['prices'] })

it('the raise is opened from the price screens, by the button or the address', async () => {
  answersAt({})
  await shown(BOTH)
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  await press('Raise prices of customers')
  await until(() => seen().includes('Choose customers and services'))
  await act(leave)
  await shown(BOTH, '/?raise=1')
  await until(() => seen().includes('Choose customers and services'))
})

it.each(BOTH)('with %s alone there is no raise', async (perm) => {
  await shown([perm], '/?raise=1')
  expect(seen()).not.toContain('Raise prices')
})

it.each(['raise', 'price increase', '调价', '涨价'])(
  'the palette finds it by "%s"',
  async (word) => {
    await shown(BOTH)
    const [action] = offer.actions!
    expect(fit(action!.words!, word)).not.toBeNull()
  },
)
