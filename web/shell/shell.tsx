import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { useLang } from '../kit/text/i18n.ts'
import { hrefOf } from '../kit/platform/history/history.ts'
import { queryClient } from '../kit/http/query.ts'
import { useOwnLang } from '../kit/platform/own/own-lang.ts'
import { useOwnZone } from '../kit/platform/own/own-profile.ts'
import { mayLeave } from '../kit/platform/unsaved.ts'
import { ApiError } from '../kit/http/api.ts'
import { loadSettings } from '../kit/platform/own/user-settings.ts'
import { noteEndedSession } from '../kit/session/ended-session.ts'
import {
  currentSession,
  onOtherWindow,
  setRights,
  signOut,
  useSession,
} from '../kit/session/session.ts'
import { history } from './app-history.ts'
import { BasicLayout } from './layout/basic-layout.tsx'
import { consumePermissions } from './prefetch-permissions.ts'
import { loginFor } from './guard.ts'
import { Providers } from './providers.tsx'
import { Splash } from './layout/splash.tsx'

// With the rights, not once the page they lead to is drawn.
void loadSettings()

/** Everything behind the sign-in. */
export default function Shell() {
  return (
    <Providers>
      <WithRights />
    </Providers>
  )
}

/**
 * With a token and no rights yet the menu is fetched once, then the page shows; when that fails the
 * person is signed out and comes back to this page after signing in (specification §4). In another
 * language the titles are fetched again.
 */
function WithRights() {
  const { token, rights, user, tenant } = useSession()
  const lang = useLang()
  const navigate = useNavigate()
  const zone = useOwnZone()
  useOwnLang()
  const found = useQuery({
    queryKey: ['rights', lang, token],
    queryFn: ({ signal }) => consumePermissions(token ?? '', signal),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: (before) => before,
  })
  useEffect(() => {
    if (found.data && !found.isPlaceholderData) setRights(found.data)
  }, [found.data, found.isPlaceholderData])
  useEffect(() => {
    if (!found.isError) return
    const { user: whose } = currentSession()
    queryClient.clear()
    signOut()
    if (whose && found.error instanceof ApiError && found.error.status === 401)
      noteEndedSession(whose.username)
    void navigate(loginFor(hrefOf(history.location)), { replace: true })
  }, [found.isError, found.error, navigate])
  useEffect(
    () =>
      onOtherWindow(
        () => void Promise.resolve(mayLeave()).then((yes) => yes && window.location.reload()),
      ),
    [],
  )
  // In another zone every time on the page is another text; in another company or department every
  // page another page, those kept alive too.
  return rights ? <BasicLayout key={`${zone}|${tenant}|${user?.orgCode ?? ''}`} /> : <Splash />
}
