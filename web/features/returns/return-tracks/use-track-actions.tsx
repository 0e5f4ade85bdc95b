import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useReceiveFees } from './action-fees.tsx'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useAction, type Outcome } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

/** What is asked for before it is done to one track or many. */
export const VERBS = [
  'accept',
  'release',
  'withdraw',
  'extend',
  'refuse',
  'lose',
  'destroyUnowned',
  'undo',
] as const
export type TrackVerb = (typeof VERBS)[number]
const DANGER: readonly TrackVerb[] = ['refuse', 'lose', 'destroyUnowned']
const WITH_REASON: readonly TrackVerb[] = ['withdraw', 'undo', ...DANGER]
const EXTEND_DAYS = 30

export interface Chosen {
  id: string
  no: string | null
  trackNo: string | null
  customerId?: string | null
}

/** Verbs on tracks with their question and the sheet of what was refused. */
export function useTrackActions(onDone: () => void): {
  run(verb: TrackVerb, rows: readonly Chosen[]): Promise<void>
  /** Shows what became of a bulk call made elsewhere. */
  finish(title: string, result: BulkResult): void
  busy: boolean
  sheet: ReactNode
} {
  const t = useT('return-tracks')
  const confirm = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const quiet = { success: false } as const
  const fees = useAction(returnPools.receiveFees, quiet)
  const feeWords = useReceiveFees()
  const distribute = useAction(returnPools.distribute, quiet)
  const undo = useAction(returnPools.undoDistribute, quiet)
  const release = useAction(returnPools.release, quiet)
  const withdraw = useAction(returnPools.withdraw, quiet)
  const extend = useAction(returnPools.extend, quiet)
  const refuse = useAction(returnPools.refuse, quiet)
  const lose = useAction(returnPools.lose, quiet)
  const destroyUnowned = useAction(returnPools.destroyUnowned, quiet)

  const call = (verb: TrackVerb, ids: string[], reason: string): Promise<Outcome<BulkResult>> => {
    switch (verb) {
      case 'accept':
        return distribute.run({ ids, reason: t('accept.reason'), notify: true })
      case 'undo':
        return undo.run({ ids, reason })
      case 'release':
        return release.run({ ids })
      case 'withdraw':
        return withdraw.run({ ids, reason })
      case 'extend':
        return extend.run({ ids, days: EXTEND_DAYS })
      case 'refuse':
        return refuse.run({ ids, reason })
      case 'lose':
        return lose.run({ ids, reason })
      case 'destroyUnowned':
        return destroyUnowned.run({ ids, reason })
    }
  }
  const finish = (title: string, result: BulkResult) => {
    onDone()
    if (result.failed > 0) setOutcome({ title, result })
    else notify.success(t('done', { act: title, done: result.done }))
  }
  const run = async (verb: TrackVerb, rows: readonly Chosen[]) => {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const charged = verb === 'accept' ? await fees.run({ ids }) : null
    if (charged?.ok === false) return
    const reason = await confirm({
      title: t(`${verb}.title`, { count: rows.length }),
      ok: t(verb),
      ...(charged ? { content: feeWords(charged.result) } : {}),
      names: rows.map(({ no, trackNo }) => [no, trackNo].filter(Boolean).join(' · ')),
      danger: DANGER.includes(verb),
      ...(WITH_REASON.includes(verb) ? { reason: true, reasonLabel: t('reason') } : {}),
    })
    if (reason === null) return
    const done = await call(verb, ids, reason)
    if (done.ok) finish(t(verb), done.result)
  }
  const all = [distribute, undo, release, withdraw, extend, refuse, lose, destroyUnowned]
  return {
    run,
    finish,
    busy: all.some(({ busy }) => busy),
    sheet: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
