import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { leave, show, signInForTest, until } from '#web/test/page.tsx'
import { recentNow, useRecent } from './recent.ts'

afterEach(leave)

function Opened() {
  useRecent('DSP-57')
  return null
}

it('a record of a list behind a tab is found again in that list', async () => {
  signInForTest()
  await show(
    <MemoryRouter initialEntries={['/bill/lines?_tab=disputes&page=3&_row=57']}>
      <Opened />
    </MemoryRouter>,
  )
  await until(() => recentNow().length > 0)
  expect(recentNow()).toMatchObject([
    { title: 'DSP-57', path: '/bill/lines?_tab=disputes&_row=57' },
  ])
})
