import type { session } from '#contracts/platform/session/session.ts'
import type { Lang } from '#contracts/kit/envelope.ts'
import { call, type CallOf } from '../kit/http/api.ts'
import { HOME, routesOf } from './layout/menu.ts'

// Written out: this runs before anything heavy is there, its schemas included.
const rights: CallOf<typeof session.getUserPermissionByToken> = {
  method: 'GET',
  path: '/sys/permission/getUserPermissionByToken',
}
export type PermissionsAnswer = Awaited<ReturnType<typeof fetchRights>>

let prefetched: { token: string; answer: Promise<PermissionsAnswer> } | null = null

async function fetchRights(token: string, signal?: AbortSignal) {
  const answer = await call(rights, { token }, { quiet: true, ...(signal ? { signal } : {}) })
  // A person without any menu has nowhere to go (wire.md §5.1).
  if (answer.menu.length === 0) throw new Error('empty menu')
  return answer
}

/** The menu in the language the page is not in, with its titles in pinyin: only these are of use. */
export async function otherTitles(
  token: string,
  shown: Lang,
  signal: AbortSignal,
): Promise<Pick<PermissionsAnswer, 'menu'>> {
  return await call(
    rights,
    { token, spoken: 'true' },
    { quiet: true, signal, lang: shown === 'zh_CN' ? 'en_US' : 'zh_CN' },
  )
}

/**
 * Asks for menu and rights while the page's own files are still on their way; once the menu shows
 * which screen stands at this address, its files are fetched in parallel, and what it will show.
 */
export function prefetchPermissions(
  token: string,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): void {
  const answer = fetchRights(token)
  // The list of all screens is long: the sign-in page goes without it.
  const screens = import('../screens.ts')
  Promise.all([answer, screens])
    .then(([{ menu, auth }, { prepareScreen }]) => {
      const component = screenAt(menu, pathname)
      const may = (perm: string) => auth.some(({ action }) => action === perm)
      // What cannot be had is reported by the page that shows it.
      return component === undefined
        ? null
        : prepareScreen(component, { pathname: pathname === '/' ? HOME : pathname, search, may })
    })
    .catch(() => undefined)
  prefetched = { token, answer }
}
function screenAt(menu: PermissionsAnswer['menu'], pathname: string): string | undefined {
  const at = pathname === '/' ? HOME : pathname
  return routesOf(menu).find(({ path, kind }) => path === at && kind === 'screen')?.component
}
/** The answer asked for early, once; afterwards a fresh one. */
export function consumePermissions(token: string, signal: AbortSignal): Promise<PermissionsAnswer> {
  const first = prefetched?.token === token ? prefetched.answer : null
  prefetched = null
  return first ?? fetchRights(token, signal)
}
