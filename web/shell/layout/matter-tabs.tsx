import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { MenuRoute } from './menu.ts'

/** The screens of one matter above the one that is open; pages within a screen stand without. */
export function MatterTabs({
  routes,
  pathname,
}: {
  routes: readonly MenuRoute[]
  pathname: string
}) {
  const on = useRef<HTMLAnchorElement>(null)
  // On a narrow window the open one may stand beyond the edge. Browsers answer scrolling with a
  // promise, which is no clean-up.
  useEffect(() => {
    on.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  const route = routes.find(({ path }) => path === pathname)
  if (!route || route.tabs.length === 0) return null
  return (
    <nav className="py-matter" aria-label={route.trail.at(-2)?.title}>
      {route.tabs.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          {...(path === pathname ? { ref: on, 'aria-current': 'page' as const } : {})}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}
