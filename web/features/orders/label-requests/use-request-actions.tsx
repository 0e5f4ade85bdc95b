import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { labelRequests, type labelRequestList } from '#contracts/orders/label-requests.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

export type RequestRow = RowOf<typeof labelRequestList>
export const REQUEST_ACTIONS = ['retry', 'giveUp'] as const
export type RequestAction = (typeof REQUEST_ACTIONS)[number]

/** What is done with labels that are missing, one or many; failures come as a sheet. */
export function useRequestActions(): {
  run(action: RequestAction, rows: readonly RequestRow[]): Promise<void>
  busy: boolean
  dialogs: ReactNode
} {
  const t = useT('label-requests')
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const retry = useAction(labelRequests.retry, { success: false })
  const giveUp = useAction(labelRequests.giveUp, { success: false })
  const run = async (action: RequestAction, rows: readonly RequestRow[]) => {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    if (action === 'giveUp') {
      const sure = await ask({
        title: t('ask.giveUp', { count: rows.length }),
        content: t('ask.giveUp.text'),
        ok: t('action.giveUp'),
        names: rows.map((row) => row.serialNumber ?? ''),
      })
      if (sure === null) return
    }
    const answer = await (action === 'retry' ? retry : giveUp).run({ ids })
    if (!answer.ok) return
    const { result } = answer
    if (result.done > 0) notify.success(t(`done.${action}`, { count: result.done }))
    if (result.failed > 0) setOutcome({ title: t(`action.${action}`), result })
  }
  return {
    run,
    busy: retry.busy || giveUp.busy,
    dialogs: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
