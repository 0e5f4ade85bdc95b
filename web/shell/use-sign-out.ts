import { useNavigate } from 'react-router'
import type { session } from '#contracts/session.ts'
import { call, type CallOf } from '../kit/api.ts'
import { useConfirm } from '../kit/confirm.tsx'
import { useT } from '../kit/i18n.ts'
import { useNotify } from '../kit/notify.tsx'
import { queryClient } from '../kit/query.ts'
import { mayLeave } from '../kit/unsaved.ts'
import { currentWho, signOut } from '../kit/who.ts'
import { LOGIN } from './guard.ts'

const logout: CallOf<typeof session.logout> = { method: 'POST', path: '/sys/logout' }

/** Signs out once the person has agreed, first to losing what is not saved, then to going. */
export function useSignOut(): () => Promise<void> {
  const t = useT('shell')
  const notify = useNotify()
  const confirm = useConfirm()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    if (currentWho().user?.acting) return (await import('../kit/acting.ts')).endActing()
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
      await (await import('../kit/undo.ts')).flushDelayed()
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
