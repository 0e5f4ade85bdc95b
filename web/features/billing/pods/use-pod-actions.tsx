import { lazy, Suspense, useState, type ReactNode } from 'react'
import { pods, type podList } from '#contracts/billing/pods.ts'
import { isPodOpen, type PodState } from '#contracts/billing/pods.states.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))
const CarrierDialog = lazy(() => import('./carrier-dialog.tsx'))

export type PodListRow = RowOf<typeof podList>
const ACTIONS = ['verify', 'reject', 'request', 'refresh', 'assign', 'bill', 'miss'] as const
export type PodVerb = (typeof ACTIONS)[number]

/** Whether a verb is open for a row; the server gives the reason. */
const isOpen = (verb: PodVerb, { state }: PodListRow): boolean => {
  if (verb === 'assign') return state !== 'BILLED'
  return isPodOpen(verb === 'refresh' ? 'receive' : verb, state as PodState)
}

/** What is done with proofs, one or many; failures come as a sheet. */
export function usePodActions(): {
  offered: (rows: readonly PodListRow[]) => { verb: PodVerb; rows: readonly PodListRow[] }[]
  run(verb: PodVerb, rows: readonly PodListRow[]): Promise<void>
  dialogs: ReactNode
} {
  const t = useT('pods')
  const may = useRightsCheck()
  const ask = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const [assigning, setAssigning] = useState<readonly PodListRow[] | null>(null)
  const calls = {
    verify: useAction(pods.verify, { success: false }),
    reject: useAction(pods.reject, { success: false }),
    request: useAction(pods.request, { success: false }),
    refresh: useAction(pods.refresh, { success: false }),
    assign: useAction(pods.assign, { success: false }),
    bill: useAction(pods.bill, { success: false }),
    miss: useAction(pods.miss, { success: false }),
  }
  const mine = ACTIONS.filter((verb) => may(pods[verb]))
  const send = async (verb: PodVerb, rows: readonly PodListRow[], more: object = {}) => {
    const input = {
      ids: rows.map(({ id }) => id),
      versions: Object.fromEntries(rows.map(({ id, version }) => [id, version])),
      ...more,
    }
    const answer = await calls[verb].run(input as never)
    if (!answer.ok) return
    const { result } = answer
    if (result.done > 0)
      notify.success(t('done', { action: t(`action.${verb}`), count: result.done }))
    if (result.failed > 0) setOutcome({ title: t(`action.${verb}`), result })
  }
  const run = async (verb: PodVerb, rows: readonly PodListRow[]) => {
    if (rows.length === 0) return
    if (verb === 'assign') {
      setAssigning(rows)
      return
    }
    if (verb === 'verify' || verb === 'refresh') return send(verb, rows)
    const reason = await ask({
      title: t(`ask.${verb}`, { count: rows.length }),
      ok: t(`action.${verb}`),
      danger: verb === 'reject',
      names: rows.map((row) => row.trackNo ?? row.fbaCode ?? row.serialNumber ?? ''),
      reason: verb === 'reject' || verb === 'miss',
      reasonOptional: verb === 'miss',
    })
    if (reason === null) return
    await send(verb, rows, reason === '' ? {} : { reason })
  }
  return {
    offered: (rows) =>
      mine.map((verb) => ({ verb, rows: rows.filter((row) => isOpen(verb, row)) })),
    run,
    dialogs: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
        {assigning && (
          <CarrierDialog
            onClose={() => setAssigning(null)}
            onChosen={(podCarrierId) => {
              setAssigning(null)
              void send('assign', assigning, { podCarrierId })
            }}
          />
        )}
      </Suspense>
    ),
  }
}
