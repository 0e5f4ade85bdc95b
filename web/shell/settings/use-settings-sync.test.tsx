import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import {
  changeUiSettings,
  resetUiSettings,
  UI_DEFAULTS,
  uiSettings,
} from '../../kit/session/ui-settings.ts'
import { provideFeedback, type Feedback } from '../../kit/http/feedback.ts'
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
  provideFeedback(null)
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

it('shows a message when the server does not take the choice', async () => {
  await speak('en_US', 'shell')
  const shown: unknown[] = []
  const error = (words: unknown) => void shown.push(words)
  provideFeedback({ message: { error } } as unknown as Feedback)
  answers((sent) => (sent.method === 'PUT' ? refused(422, 'too large') : good({})))
  await show(<Sync />)
  await settle()
  changeUiSettings({ color: '#722ED1' })
  await until(() => shown.length > 0)
  expect(shown).toEqual(['Failed to update theme'])
})
