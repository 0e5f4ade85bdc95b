import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import { leave, show } from '#web/test/page.tsx'
import { MatterTabs } from './matter-tabs.tsx'
import { routesOf } from './menu.ts'

const node = (path: string, component: string, children?: MenuNode[]): MenuNode => ({
  id: path,
  name: path,
  path,
  component,
  route: '1',
  meta: { title: path, keepAlive: false, internalOrExternal: false },
  ...(children ? { children } : {}),
})
const routes = routesOf([
  node('/tabs/x', 'layouts/TabLayout', [node('/x/1', 'x/One'), node('/x/2', 'x/Two')]),
])
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
})
const at = (pathname: string) =>
  show(
    <MemoryRouter>
      <MatterTabs routes={routes} pathname={pathname} />
    </MemoryRouter>,
  )

it('goes from tab to tab where scrolling answers with a promise, and away again', async () => {
  const scroll = vi
    .spyOn(Element.prototype, 'scrollIntoView')
    .mockImplementation((() => Promise.resolve()) as () => void)
  const page = await at('/x/2')
  expect(scroll).toHaveBeenCalled()
  expect(page.querySelector('[aria-current]')?.textContent).toBe('/x/2')
  expect((await at('/x/1')).querySelectorAll('a')).toHaveLength(2)
  expect((await at('/x/1/7')).querySelectorAll('a')).toHaveLength(0)
})
