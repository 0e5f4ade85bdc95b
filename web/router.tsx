import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Navigate, Route, Router, Routes, useSearchParams, type Location } from 'react-router'
import { hrefOf } from './kit/platform/history/history.ts'
import { currentSession, useSession } from './kit/session/session.ts'
import { history } from './shell/app-history.ts'
import { prefetchPermissions } from './shell/prefetch-permissions.ts'
import { isOpen, isOutside, LOGIN, loginFor, targetOf } from './shell/guard.ts'
import { StartBoundary } from './shell/start-failed.tsx'
import { UserLayout } from './shell/layout/user-layout.tsx'
import { Splash } from './shell/layout/splash.tsx'
import { SignIn } from './features/platform/session/index.ts'

// Everything behind the sign-in comes with its own libraries; the sign-in page stays light.
const loadShell = () => import('./shell/shell.tsx')
/** Fetches what a signed-in page needs while the texts are still on their way. */
export function startShell(): void {
  const { token } = currentSession()
  if (!token || isOpen(window.location.pathname)) return
  prefetchPermissions(token, window.location)
  // The component that draws it shows when it cannot be had.
  loadShell().catch(() => undefined)
}
const Shell = lazy(loadShell)
/** While a password is typed: the pages behind it, and the drawings of their menu. */
const prepareDesk = () => {
  loadShell()
    .then(() => import('./kit/platform/icons/icons.tsx'))
    .then(({ loadIcons }) => loadIcons())
    .catch(() => undefined)
}
const OtherWays = lazy(() => import('./features/platform/session/other-sign-in-methods.tsx'))
const Register = lazy(() => import('./features/platform/identity/register.tsx'))
const RegisterResult = lazy(() => import('./features/platform/identity/register-result.tsx'))
const Alteration = lazy(() => import('./features/platform/identity/contact-steps.tsx'))
const DriverSigns = lazy(() => import('./features/depot/handovers/driver-signs.tsx'))
const Samples = lazy(() => import('./shell/samples.tsx'))

/**
 * Where the shell begins the page's own places take over (shell/basic-layout.tsx): from out here it
 * is one place, whatever page is shown, so that a step from one to another draws nothing around
 * them.
 */
const INSIDE: Location = { pathname: '/', search: '', hash: '', state: null, key: 'inside' }
const placeNow = (): Location => (isOutside(history.location.pathname) ? history.location : INSIDE)

/** One splat route: what lies under it comes from the server's menu (shell/screen-routes.tsx). */
export function Root() {
  const location = useSyncExternalStore(history.listen, placeNow)
  return (
    <Router navigator={history} location={location} navigationType={history.action}>
      <StartBoundary>
        <Suspense fallback={<Splash />}>
          <Routes>
            <Route path="/user" element={<UserLayout />}>
              <Route path="login" element={<LoginPage />} />
              <Route path="register" element={<Register />} />
              <Route path="register-result" element={<RegisterResult />} />
              <Route path="alteration" element={<Alteration />} />
              <Route path="handover/:tenant/:token" element={<DriverSigns />} />
              <Route path="*" element={<Navigate to={LOGIN} replace />} />
              <Route index element={<Navigate to={LOGIN} replace />} />
            </Route>
            {hasSamples() && <Route path="/test/home" element={<Samples />} />}
            <Route path="*" element={<SignedIn />} />
          </Routes>
        </Suspense>
      </StartBoundary>
    </Router>
  )
}

/**
 * The test page stands where the product is not in production: the development server, or a server
 * with that setting (server/kit/http/web-pages.ts).
 */
const hasSamples = (): boolean =>
  import.meta.env.DEV || document.documentElement.dataset.samples !== undefined

/** A signed-in person has no business at the sign-in page (specification §4). */
function LoginPage() {
  const { token, user } = useSession()
  const [params] = useSearchParams()
  return token ? (
    <Navigate to={targetOf(params.get('redirect') ?? user?.homePath ?? null)} replace />
  ) : (
    <SignIn Others={OtherWays} onTyping={prepareDesk} />
  )
}

function SignedIn() {
  const { token } = useSession()
  return token ? <Shell /> : <Navigate to={loginFor(hrefOf(history.location))} replace />
}
