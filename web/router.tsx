import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Navigate, Route, Router, Routes, useLocation, useSearchParams } from 'react-router'
import { createHistory } from './kit/history.ts'
import { mayLeave } from './kit/unsaved.ts'
import { currentWho, useWho } from './kit/who.ts'
import { startRights } from './shell/early-rights.ts'
import { isOpen, LOGIN, loginFor, targetOf } from './shell/guard.ts'
import { UserLayout } from './shell/user-layout.tsx'
import { Splash } from './shell/splash.tsx'
import { SignIn } from './features/session/index.ts'

export const history = createHistory(mayLeave)

// Everything behind the sign-in comes with its own libraries; the sign-in page stays light.
const loadShell = () => import('./shell/shell.tsx')
/** Fetches what a signed-in page needs while the texts are still on their way. */
export function startShell(): void {
  const { token } = currentWho()
  if (!token || isOpen(window.location.pathname)) return
  startRights(token)
  void loadShell()
}
const Shell = lazy(loadShell)
const Samples = import.meta.env.PROD ? null : lazy(() => import('./shell/samples.tsx'))

/** One splat route: what lies under it comes from the server's menu (shell/screen-routes.tsx). */
export function Root() {
  const location = useSyncExternalStore(history.listen, () => history.location)
  return (
    <Router navigator={history} location={location} navigationType={history.action}>
      <Suspense fallback={<Splash />}>
        <Routes>
          <Route path="/user" element={<UserLayout />}>
            <Route path="login" element={<LoginPage />} />
            <Route path="*" element={<Navigate to={LOGIN} replace />} />
            <Route index element={<Navigate to={LOGIN} replace />} />
          </Route>
          {Samples && <Route path="/test/home" element={<Samples />} />}
          <Route path="*" element={<SignedIn />} />
        </Routes>
      </Suspense>
    </Router>
  )
}

/** A signed-in person has no business at the sign-in page (specification §4). */
function LoginPage() {
  const { token } = useWho()
  const [params] = useSearchParams()
  return token ? <Navigate to={targetOf(params.get('redirect'))} replace /> : <SignIn onTyping={() => void loadShell()} />
}

function SignedIn() {
  const { token } = useWho()
  const { pathname, search, hash } = useLocation()
  return token ? <Shell /> : <Navigate to={loginFor(pathname + search + hash)} replace />
}
