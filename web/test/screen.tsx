import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { MemoryRouter } from 'react-router'
import { queryClient } from '#web/kit/http/query.ts'
import Host from '#web/kit/platform/feedback-host.tsx'
import { setRights } from '#web/kit/session/session.ts'
import { show, signInForTest, speak } from './page.tsx'

/**
 * For tests: a screen or a dialog in English, of a user with these rights. Empties what earlier
 * tests left.
 */
export async function showScreen(
  page: ReactNode,
  {
    rights = [],
    menu = [],
    texts = [],
    at = '/',
  }: { rights?: string[]; menu?: MenuNode[]; texts?: string[]; at?: string } = {},
): Promise<void> {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
  signInForTest()
  setRights({
    menu,
    auth: rights.map((action) => ({ action, type: '1' })),
    allAuth: [],
  })
  await speak('en_US', ...texts)
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        {page}
        <Host />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
