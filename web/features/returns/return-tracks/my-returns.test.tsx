// @vitest-environment happy-dom
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MyReturns from './MyReturns.screen.tsx'

const Asked = () => <p>asked {useLocation().search}</p>

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const tabs = () =>
  [...document.querySelectorAll<HTMLLabelElement>('.ret-tabs label')].map((label) => [
    label.textContent,
    label.querySelector('input')!.checked,
  ])

it('a return is announced from here by who may', async () => {
  answersAt({ '/rwms/returnTrack/list': good({ records: [], total: 0 }) })
  await showScreen(
    <Routes>
      <Route path="/" element={<MyReturns title="My returns" />} />
      <Route path="/returns/predicted" element={<Asked />} />
    </Routes>,
    { texts: ['return-tracks'], rights: ['ret:my:list', 'ret:pred:add'] },
  )
  await press('Announce a return')
  await until(() => seen().includes('asked ?_new=1'))
})

it('the tab of the state a link narrows to is the active one, and all of them is one click away', async () => {
  const sent = answersAt({
    '/rwms/returnTrack/list': good({ records: [], total: 0 }),
    '/rwms/returnTrack/counts': good({ '-20': 1, '0': 4, '40': 27, '50': 2, '90': 3 }),
    '/sys/dict/getDictItems/return_state': good([
      { value: '-20', text: 'Lost', label: 'Lost' },
      { value: '0', text: 'Announced', label: 'Announced' },
      { value: '40', text: 'Waits', label: 'Waits' },
      { value: '50', text: 'Asks', label: 'Asks' },
      { value: '90', text: 'Closed', label: 'Closed' },
    ]),
  })
  const asked = () =>
    sent
      .filter(({ url }) => url.pathname.endsWith('/rwms/returnTrack/list'))
      .map(({ url }) => url.searchParams.get('state_MultiString'))
  await showScreen(<MyReturns title="My returns" />, {
    texts: ['return-tracks'],
    rights: ['ret:my:list'],
    at: '/?pool=my&state=40',
  })
  await until(() => seen().includes('Waits 27') && asked().length > 0)
  expect(tabs()).toEqual([
    ['All 37', false],
    ['Asks 2', false],
    ['Waits 27', true],
    ['Announced 4', false],
    ['Closed 3', false],
    ['Lost 1', false],
  ])
  expect(asked().at(-1)).toBe('40')
  await press(document.querySelector('.ret-tabs input')!)
  await until(() => asked().at(-1) === null)
  expect(tabs()[0]).toEqual(['All 37', true])
})
