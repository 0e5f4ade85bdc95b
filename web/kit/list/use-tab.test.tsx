// @vitest-environment happy-dom
import { act } from 'react'
import { useLocation } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { press, seen } from '#web/test/acts.ts'
import { leave } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { useTab } from './use-tab.ts'

afterEach(leave)

const TABS = ['lines', 'disputes'] as const
function Screen() {
  const [tab, setTab] = useTab(TABS, 'lines')
  const { search } = useLocation()
  return (
    <>
      {`open ${tab} at ${search || 'nothing'}`}
      {TABS.map((one) => (
        <button key={one} type="button" className={one} onClick={() => setTab(one)} />
      ))}
    </>
  )
}
const to = (tab: string) => act(() => press(document.querySelector(`.${tab}`)!))

it('opens the list the address names, and names the one that is opened, without filters', async () => {
  await showScreen(<Screen />, { at: '/?_tab=disputes&status=4' })
  expect(seen()).toContain('open disputes at ?_tab=disputes&status=4')
  await to('lines')
  expect(seen()).toContain('open lines at nothing')
  await to('disputes')
  expect(seen()).toContain('open disputes at ?_tab=disputes')
})

it('opens the first where the address names none of them', async () => {
  await showScreen(<Screen />, { at: '/?_tab=others' })
  expect(seen()).toContain('open lines')
})
