import { PAGE_LINK } from '#contracts/platform/messaging/notices.content.ts'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import type { Notice } from './notice-calls.ts'
import { routesOf } from '../layout/menu.ts'

type Target = Pick<Notice, 'openType' | 'openPage' | 'busId'>

/**
 * Where a notice leads: a link, or the page of this person's menu that shows the named screen, with
 * the record it is about. Null where it leads nowhere, or to a page this person has not.
 */
export function pageFor(
  { openType, openPage, busId }: Target,
  menu: readonly MenuNode[],
): string | null {
  if (!openType || !openPage) return null
  if (openType === 'url') return PAGE_LINK.test(openPage) ? openPage : null
  const route = routesOf(menu).find(
    ({ kind, component, path }) =>
      kind === 'screen' && component === openPage && !path.includes(':'),
  )
  if (!route) return null
  // `_row` opens the record next to its list; pages of one record read `id`.
  return busId ? `${route.path}?${new URLSearchParams({ id: busId, _row: busId })}` : route.path
}

export const isOutside = (page: string): boolean => /^https?:\/\//i.test(page)
