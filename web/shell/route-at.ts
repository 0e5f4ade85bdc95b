import { matchPath } from 'react-router'
import type { MenuRoute } from './layout/menu.ts'

/** The menu's route a path belongs to: the one written out, else the first pattern that fits. */
export function routeAt(routes: readonly MenuRoute[], pathname: string): MenuRoute | undefined {
  return (
    routes.find((route) => route.path === pathname) ??
    routes.find((route) => matchPath(route.path, pathname))
  )
}
