import { Link } from 'react-router'
import { useT } from '../../kit/text/i18n.ts'
import { HOME, type MenuRoute } from './menu.ts'
import { routeAt } from '../route-at.ts'

/** The titles of the matched routes, from Home on. */
export function Breadcrumbs({
  routes,
  pathname,
}: {
  routes: readonly MenuRoute[]
  pathname: string
}) {
  const t = useT('shell')
  const route = routeAt(routes, pathname)
  if (!route || pathname === HOME) return null
  const crumbs = [
    { title: t('menu.home'), path: HOME },
    ...route.trail.filter((crumb) => crumb.path !== HOME),
  ]
  return (
    <nav className="py-crumbs" aria-label={t('crumbs')}>
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={at} {...(at === crumbs.length - 1 ? { 'aria-current': 'page' as const } : {})}>
            {crumb.path && at < crumbs.length - 1 ? (
              <Link to={crumb.path}>{crumb.title}</Link>
            ) : (
              crumb.title
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
