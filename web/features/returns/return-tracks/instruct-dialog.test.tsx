// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, choose, inputOf, press, seen } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { setUser } from '../../../kit/session/session.ts'
import { userInfo } from '../../../test/signed-in.ts'
import { sumsOf } from './action-fees.tsx'
import InstructDialog from './instruct-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const fee = (action: string, net: string, gross: string) => ({
  action,
  net,
  gross,
  currency: 'EUR',
})

it('what each decision costs is shown before one is chosen, without one nothing is sent', async () => {
  const sent = answersAt({
    '/rwms/returnTrack/queryById': good({
      id: '7',
      value: '165.00',
      currency: 'EUR',
      actionFees: [fee('restock', '2.00', '2.38'), fee('destroy', '0.00', '0.00')],
    }),
  })
  await showScreen(
    <InstructDialog
      rows={[{ id: '7', no: 'R7', trackNo: null }]}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { texts: ['return-tracks'] },
  )
  await until(() => seen().includes('2.38 EUR (net 2.00 EUR)'))
  expect(seen()).toContain('no fee')
  await press('Decide about 1')
  expect(bodiesOf(sent, '/rwms/returnTrack/instruct')).toEqual([])
})

it('storage of several returns is added up; those without a value are counted before destroying', async () => {
  const track = (id: string, value: string | null) => ({
    id,
    value,
    currency: 'EUR',
    actionFees: [fee('destroy', '3.00', '3.57'), fee('storage', '10.00', '11.90')],
  })
  answersAt({
    '/rwms/returnTrack/queryById': [good(track('7', '20.00')), good(track('8', null))],
    '/sys/dict/getDictItems/return_action': good([
      { value: 'destroy', text: 'Destroy', label: 'Destroy' },
    ]),
  })
  await showScreen(
    <InstructDialog
      rows={['7', '8'].map((id) => ({ id, no: `R${id}`, trackNo: null }))}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { texts: ['return-tracks'] },
  )
  await until(() => seen().includes('7.14 EUR (net 6.00 EUR)'))
  expect(seen()).toContain('for storage up to today: 23.80 EUR (net 20.00 EUR)')
  await choose(await inputOf('What is done'), 'Destroy')
  await press('Decide about 2')
  await until(() => seen().includes('worth at least 20.00 EUR; 1 return has no value entered'))
})

it('names the returns that are not fit for sale before they are restocked', async () => {
  const track = (id: string, grade: string) => ({
    id,
    no: `R${id}`,
    grade,
    value: null,
    currency: 'EUR',
    actionFees: [],
  })
  answersAt({
    '/rwms/returnTrack/queryById': [good(track('7', 'A')), good(track('8', 'E'))],
    '/sys/dict/getDictItems/return_action': good([
      { value: 'restock', text: 'Restock', label: 'Restock' },
    ]),
    '/sys/dict/getDictItems/return_grade': good([
      { value: 'E', text: 'E empty or wrong', label: 'E' },
    ]),
  })
  await showScreen(
    <InstructDialog
      rows={['7', '8'].map((id) => ({ id, no: `R${id}`, trackNo: null }))}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { texts: ['return-tracks'] },
  )
  const input = await inputOf('What is done')
  expect(seen()).not.toContain('available stock')
  await choose(input, 'Restock')
  await until(() => seen().includes('these are available stock: R8 (E empty or wrong)'))
})

it('fees that cannot be loaded are announced', async () => {
  answersAt({
    '/rwms/returnTrack/queryById': [
      good({ id: '7', value: null, currency: 'EUR', actionFees: [] }),
      refused(404, 'missing'),
    ],
  })
  await showScreen(
    <InstructDialog
      rows={['7', '8'].map((id) => ({ id, no: `R${id}`, trackNo: null }))}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { texts: ['return-tracks'] },
  )
  await until(() => seen().includes('The fees of some returns could not be loaded'))
})

it('values are added up by currency', () => {
  expect(
    sumsOf([
      ['100.00', 'EUR'],
      ['65.50', 'EUR'],
      ['1000', 'JPY'],
    ]),
  ).toEqual(['165.50 EUR', '1,000 JPY'])
})

it('a customer reads of the own account, and is not offered to be asked', async () => {
  answersAt({
    '/rwms/returnTrack/queryById': good({
      id: '7',
      value: null,
      currency: 'EUR',
      actionFees: [fee('restock', '2.00', '2.38')],
    }),
    '/sys/dict/getDictItems/return_action': good(
      ['Restock', 'Ask'].map((text) => ({ value: text.toLowerCase(), text, label: text })),
    ),
  })
  await showScreen(
    <InstructDialog
      rows={[{ id: '7', no: 'R7', trackNo: null }]}
      onClose={() => undefined}
      onDone={() => undefined}
    />,
    { texts: ['return-tracks'] },
  )
  await act(async () =>
    setUser(userInfo({ id: '1', username: 'li', realname: 'Li', customerId: '3' })),
  )
  await until(() => seen().includes('Charged to your account once it is done:'))
  await choose(await inputOf('What is done'), 'Restock')
  const offered = [...document.querySelectorAll('.ant-select-item-option')]
  expect(offered.map((one) => one.textContent)).not.toContain('Ask')
})
