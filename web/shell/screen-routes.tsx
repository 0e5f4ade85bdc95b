import { lazy, Suspense, useMemo } from 'react'
import { Navigate, useRoutes, type Location, type RouteObject } from 'react-router'
import { useResource } from '../kit/resource-of.ts'
import { useLate } from '../kit/use-late.ts'
import { useWho } from '../kit/who.ts'
import { resourceNameOf, screenOf } from '../screens.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Forbidden, NotFound, Exception } from './exception.tsx'
import { FolderPage } from './folder-page.tsx'
import { FramePage } from './frame-page.tsx'
import { HOME, type MenuRoute } from './menu.ts'

const ResourceScreen = lazy(() => import('../kit/resource-screen.tsx').then((file) => ({ default: file.ResourceScreen })))

/** The pages of the server's menu at a location of their own: a tab passes its location, the single page the router's. */
export function ScreenRoutes({ routes, location }: { routes: readonly MenuRoute[]; location?: Location }) {
  const objects = useMemo<RouteObject[]>(() => [
    { path: '/', element: <Navigate to={HOME} replace /> },
    ...routes.map((route) => ({ path: route.path, element: <Framed key={route.path} route={route} /> })),
    { path: '/403', element: <Forbidden /> },
    { path: '/500', element: <Exception kind="500" /> },
    { path: '/404', element: <NotFound /> },
    { path: '*', element: <Navigate to="/404" replace /> },
  ], [routes])
  return useRoutes(objects, location)
}

function Framed({ route }: { route: MenuRoute }) {
  return <ErrorBoundary at={route.path}><Suspense fallback={<Waiting />}><Screen route={route} /></Suspense></ErrorBoundary>
}

function Screen({ route }: { route: MenuRoute }) {
  const { token } = useWho()
  if (route.redirect && route.redirect !== route.path) return <Navigate to={route.redirect} replace />
  if (route.kind === 'folder') return <FolderPage route={route} />
  if (route.kind === 'frame') return <FramePage title={route.title} url={route.url} token={token} />
  const Own = screenOf(route.component)
  if (Own) return <Own />
  const name = resourceNameOf(route.component)
  // A menu may name what this version does not have: that is a missing page, not a crash.
  return name ? <ResourceByName name={name} title={route.title} /> : <NotFound />
}

function ResourceByName({ name, title }: { name: string; title: string }) {
  const resource = useResource(name)
  if (resource === undefined) return <Waiting />
  return resource ? <ResourceScreen of={resource} title={title} /> : <NotFound />
}

function Waiting() {
  return <div className="py-waiting" aria-busy>{useLate(true) && <><span className="py-skeleton" /><span className="py-skeleton" /><span className="py-skeleton" /></>}</div>
}
