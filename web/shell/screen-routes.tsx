import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import { Navigate, useRoutes, type RouteObject } from 'react-router'
import { useDelayedFlag } from '../kit/platform/use-timing.ts'
import { useSession } from '../kit/session/session.ts'
import { loadScreen, readyScreen } from '../screens.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Forbidden, NotFound, Exception } from './layout/exception.tsx'
import { FolderPage } from './layout/folder-page.tsx'
import { FramePage, OutsidePage } from './layout/frame-page.tsx'
import { HOME, type MenuRoute } from './layout/menu.ts'

/**
 * The pages of the server's menu; each open page stands in a location of its own (tab-panes.tsx).
 */
export const ScreenRoutes = memo(function ScreenRoutes({
  routes,
}: {
  routes: readonly MenuRoute[]
}) {
  const objects = useMemo<RouteObject[]>(
    () => [
      { path: '/', element: <Navigate to={HOME} replace /> },
      ...routes.map((route) => ({
        path: route.path,
        element: <Framed key={route.path} route={route} />,
      })),
      { path: '/403', element: <Forbidden /> },
      { path: '/500', element: <Exception kind="500" /> },
      { path: '/404', element: <NotFound /> },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
    [routes],
  )
  return useRoutes(objects)
})

function Framed({ route }: { route: MenuRoute }) {
  return (
    <ErrorBoundary at={route.path}>
      <Suspense fallback={<Waiting />}>
        <Screen route={route} />
      </Suspense>
    </ErrorBoundary>
  )
}

function Screen({ route }: { route: MenuRoute }) {
  const { token } = useSession()
  if (route.redirect && route.redirect !== route.path)
    return <Navigate to={route.redirect} replace />
  if (route.kind === 'folder') return <FolderPage route={route} />
  if (route.kind === 'outside' && route.url)
    return <OutsidePage title={route.title} url={route.url} token={token} />
  if (route.kind === 'frame') return <FramePage title={route.title} url={route.url} token={token} />
  return <Loaded component={route.component} title={route.title} />
}

/**
 * Waits for all of a screen's files at once: one after the other, each suspended piece would cost
 * its own pause.
 */
function Loaded({ component, title }: { component: string; title: string }) {
  const [, redraw] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const Own = readyScreen(component)
  useEffect(() => {
    let requested = true
    if (readyScreen(component) === undefined)
      void loadScreen(component).then(
        () => requested && redraw((turn) => turn + 1),
        (failed: unknown) => requested && setError(failed),
      )
    return () => {
      requested = false
    }
  }, [component])
  if (error) throw error
  if (Own === undefined) return <Waiting />
  return Own ? <Own title={title} /> : <NotFound />
}

function Waiting() {
  return (
    <div className="py-waiting" aria-busy>
      {useDelayedFlag(true) && (
        <>
          <span className="py-skeleton" />
          <span className="py-skeleton" />
          <span className="py-skeleton" />
        </>
      )}
    </div>
  )
}
