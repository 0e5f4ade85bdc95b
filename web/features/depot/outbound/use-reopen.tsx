import { outBatches } from '#contracts/depot/outbound.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Takes the departure of a batch back, after asking for the reason. */
export function useReopen(): {
  reopen: (batch: { id: string; no: string }) => Promise<void>
  busy: boolean
} {
  const t = useT('scans')
  const confirm = useConfirm()
  const notify = useNotify()
  const action = useAction(outBatches.reopen, { success: false })
  return {
    busy: action.busy,
    reopen: async ({ id, no }) => {
      const reason = await confirm({
        title: t('reopen.title', { no }),
        ok: t('reopen'),
        content: t('reopen.note'),
        danger: true,
        reason: true,
      })
      if (reason === null) return
      if ((await action.run({ id, reason })).ok) notify.success(t('reopen.done', { no }))
    },
  }
}
