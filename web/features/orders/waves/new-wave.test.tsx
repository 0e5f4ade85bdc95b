// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  answersAt,
  askedOf,
  bodiesOf,
  buttonOf,
  inputOf,
  press,
  seen,
  type,
} from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import * as profile from '../../../kit/platform/own/own-profile.ts'
import NewWave from './new-wave.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const OPEN = '/erp/stockWave/openOrders'
const ADD = '/erp/stockWave/add'
const order = (id: string) => ({
  id,
  serialNumber: `S-${id}`,
  customerName: 'Acme',
  pieces: 2,
  skus: 1,
  createTime: '2026-11-20T08:00:00.000Z',
})

it('is made of the chosen orders of a depot that have all their pieces', async () => {
  vi.spyOn(profile, 'ownDepot').mockReturnValue('5')
  const sent = answersAt({ [OPEN]: good([order('1'), order('2')]), [ADD]: good({ id: '77' }) })
  const onMade = vi.fn()
  await showScreen(<NewWave onClose={() => undefined} onMade={onMade} />, { texts: ['waves'] })
  await until(() => seen().includes('S-2'))
  expect(askedOf(sent, OPEN, 'depotId')).toBe('5')
  expect((await buttonOf('Start picking')).hasAttribute('disabled')).toBe(true)
  const box = [...document.querySelectorAll<HTMLElement>('tr, li')]
    .find((row) => row.textContent?.includes('S-2'))!
    .querySelector<HTMLInputElement>('input[type=checkbox]')!
  await act(async () => box.click())
  await type(await inputOf('Remark'), 'rush')
  await press('Start picking')
  await until(() => onMade.mock.calls.length === 1)
  expect(onMade).toHaveBeenCalledWith('77')
  expect(bodiesOf(sent, ADD)).toEqual([{ depotId: '5', ids: ['2'], remark: 'rush' }])
})

it('asks for a depot first, and reports that no order is complete there', async () => {
  vi.spyOn(profile, 'ownDepot').mockReturnValue(null)
  const sent = answersAt({ [OPEN]: good([]) })
  await showScreen(<NewWave onClose={() => undefined} onMade={() => undefined} />, {
    texts: ['waves'],
  })
  await until(() => seen().includes('Choose a depot first.'))
  expect(bodiesOf(sent, OPEN)).toEqual([])
  await leave()
  vi.spyOn(profile, 'ownDepot').mockReturnValue('5')
  await showScreen(<NewWave onClose={() => undefined} onMade={() => undefined} />, {
    texts: ['waves'],
  })
  await until(() => seen().includes('No order has all its pieces reserved here.'))
})
