import { afterAll, vi } from 'vitest'
import { queryClient } from '#web/kit/http/query.ts'
import { provideFeedback } from '#web/kit/http/feedback.ts'
import { leave, setWindowWidth, signOutForTest } from './page.tsx'

/**
 * Test files of one worker share their modules: each leaves the page and its address (a link that
 * was clicked moves it), the session, what can be undone, messages that wait to be shown and the browser's stores as
 * it found them.
 */
afterAll(async () => {
  if (typeof document === 'undefined') return
  vi.useRealTimers()
  await leave()
  // What can still be undone would be done in the middle of another file, with its answers.
  vi.stubGlobal('fetch', async () => new Response())
  const { flushDelayed } = await import('#web/kit/platform/undo/undo.ts')
  await flushDelayed()
  signOutForTest()
  queryClient.clear()
  provideFeedback(null)
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  setWindowWidth(1024)
  const { happyDOM } = window as { happyDOM?: { setURL(url: string): void } }
  happyDOM?.setURL('http://localhost:3000/')
})
