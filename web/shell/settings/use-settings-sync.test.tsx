import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  signOutForTest,
  until,
  type Sent,
} from '#web/test/page.tsx'
import {
  changeUiSettings,
  resetUiSettings,
  UI_DEFAULTS,
  uiSettings,
} from '../../kit/session/ui-settings.ts'
import { useSettingsSync } from './use-settings-sync.ts'

function Sync() {
  useSettingsSync()
  return null
}
const server = (shell?: unknown): Sent[] =>
  answers((sent) =>
    good(sent.url.pathname.endsWith('/all') ? (shell === undefined ? {} : { shell }) : null),
  )
const saved = (sent: Sent[]) =>
  sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

beforeEach(() => {
  localStorage.clear()
  resetUiSettings()
  signInForTest()
})
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
  resetUiSettings()
})

it("on a new machine the server's choices are taken up, and not sent back", async () => {
  const sent = server({
    layout: 'sidemenu',
    theme: 'dark',
    color: '#722ED1',
    density: 'compact',
    nonsense: 1,
  })
  await show(<Sync />)
  await until(() => uiSettings().layout === 'sidemenu')
  expect(uiSettings()).toEqual({
    ...UI_DEFAULTS,
    layout: 'sidemenu',
    theme: 'dark',
    color: '#722ED1',
    density: 'compact',
  })
  await settle(1000)
  expect(saved(sent)).toEqual([])
})
it('a choice made here goes to the server, whole', async () => {
  const sent = server()
  await show(<Sync />)
  await settle(20)
  await act(async () => changeUiSettings({ multiPage: true }))
  await until(() => saved(sent).length > 0)
  expect(saved(sent)).toEqual([{ key: 'shell', value: { ...UI_DEFAULTS, multiPage: true } }])
})
it('nothing chosen, nothing sent; what another left in this browser is not pushed for them', async () => {
  changeUiSettings({ theme: 'dark' })
  const sent = server()
  await show(<Sync />)
  await settle(1000)
  expect([saved(sent), uiSettings().theme]).toEqual([[], 'dark'])
})
