import { useNavigate } from 'react-router'
import type { session } from '#contracts/platform/session/session.ts'
import { call, type CallOf } from '../../kit/http/api.ts'
import { useConfirm } from '../../kit/platform/confirm.tsx'
import { useT } from '../../kit/text/i18n.ts'
import { useNotify } from '../../kit/http/notify.tsx'
import { queryClient } from '../../kit/http/query.ts'
import { mayLeave } from '../../kit/platform/unsaved.ts'
import { currentSession, signOut } from '../../kit/session/session.ts'
import { LOGIN } from '../guard.ts'

const logout: CallOf<typeof session.logout> = { method: 'POST', path: '/sys/logout' }

/** Signs out once the person has agreed, first to losing what is not saved, then to going. */
export function useSignOut(): () => Promise<void> {
  const t = useT('shell')
  const notify = useNotify()
  const confirm = useConfirm()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    if (currentSession().user?.acting)
      return (await import('../../kit/platform/impersonation.ts')).endImpersonation()
    if (
      (await confirm({
        title: t('signOut.title'),
        content: t('signOut.text'),
        ok: t('signOut'),
      })) === null
    )
      return
    try {
      // What still could be taken back is done now, while the session is there to do it.
      await (await import('../../kit/platform/undo/undo.ts')).flushDelayed()
      await call(logout, {}, { quiet: true })
    } catch (error) {
      // Signed out here in any case; that the server did not hear of it must be known.
      notify.warning(
        error instanceof Error && error.message ? error.message : t('failure.noAnswer'),
      )
    }
    queryClient.clear()
    signOut()
    void navigate(LOGIN, { replace: true })
  }
}
