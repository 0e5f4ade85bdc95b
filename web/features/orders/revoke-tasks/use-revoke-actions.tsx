import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { whyNotRevoke, type RevokeAction } from '#contracts/orders/labels.states.ts'
import { revokeTasks, type revokeTaskList } from '#contracts/orders/revoke-tasks.ts'
import { useAction, type Outcome } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx'))

export type RevokeRow = RowOf<typeof revokeTaskList>
export const REVOKE_VERBS: readonly RevokeAction[] = ['retry', 'close', 'snooze', 'force']

export const isOpenFor = (action: RevokeAction, row: RevokeRow): boolean =>
  whyNotRevoke(action, row.status ?? '') === null

export interface RevokeActions {
  /** Those the caller may use. */
  offered: readonly RevokeAction[]
  /** Acts on those of the tasks that are open for it; asks first where it cannot be taken back. */
  run(action: RevokeAction, rows: readonly RevokeRow[]): Promise<void>
  busy: boolean
  dialogs: ReactNode
}

/** What is done with revoke tasks, one or many; failures come as a sheet. */
export function useRevokeActions(): RevokeActions {
  const t = useT('revoke-tasks')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [snoozing, setSnoozing] = useState<readonly RevokeRow[] | null>(null)
  const options = { success: false } as const
  const retry = useAction(revokeTasks.retry, options)
  const close = useAction(revokeTasks.close, options)
  const force = useAction(revokeTasks.force, options)
  const snooze = useAction(revokeTasks.snooze, options)

  const show = (action: RevokeAction, answer: Outcome<BulkResult>) => {
    if (!answer.ok) return
    const { result } = answer
    if (result.done > 0) notify.success(t(`done.${action}`, { count: result.done }))
    if (result.failed > 0) setOutcome({ title: t(`action.${action}`), result })
  }
  const run = async (action: RevokeAction, rows: readonly RevokeRow[]) => {
    const open = rows.filter((row) => isOpenFor(action, row))
    if (open.length === 0) return
    if (action === 'snooze') return setSnoozing(open)
    const ids = open.map(({ id }) => id)
    if (action === 'retry') return show(action, await retry.run({ ids }))
    const isForced = action === 'force'
    const reason = await ask({
      title: t(`ask.${action}`, { count: open.length }),
      content: t(`ask.${action}.text`),
      ok: t(`action.${action}`),
      names: open.map((row) => row.serialNumber ?? ''),
      ...(isForced
        ? {
            danger: true,
            reason: true,
            reasons: [t('ask.force.phone'), t('ask.force.loss')],
          }
        : {}),
    })
    if (reason === null) return
    show(action, isForced ? await force.run({ ids, reason }) : await close.run({ ids }))
  }
  return {
    offered: REVOKE_VERBS.filter((action) => may(revokeTasks[action].perm)),
    run,
    busy: retry.busy || close.busy || force.busy || snooze.busy,
    dialogs: (
      <Suspense>
        {snoozing && (
          <SnoozeDialog
            onClose={() => setSnoozing(null)}
            onChosen={async (until) => {
              const ids = snoozing.map(({ id }) => id)
              setSnoozing(null)
              show('snooze', await snooze.run({ ids, until }))
            }}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
