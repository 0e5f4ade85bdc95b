import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useAction } from '../../../kit/http/use-action.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

export interface Freezable {
  id: string
  username: string | null
  realname: string | null
  status: string | null
}
type Call = Callable<{ ids: string[]; status: '1' | '2' }, BulkResult>

/** Freezing and freeing accounts, one or many: named and counted first, refusals shown by row. */
export function useFreeze(
  call: Call,
  onDone: (failed: ReadonlySet<string>) => void,
): {
  ask: (rows: readonly Freezable[], status: '1' | '2') => Promise<void>
  busy: boolean
  sheet: ReactNode
} {
  const t = useT('users')
  const confirm = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const run = useAction(call, { success: false })
  const ask = async (rows: readonly Freezable[], status: '1' | '2') => {
    const some = rows.filter((row) => row.status !== status)
    const count = some.length
    const word = status === '2' ? 'freeze' : 'unfreeze'
    if (count === 0) return notify.info(t(`${word}.none`))
    if (
      (await confirm({
        title: t(`${word}.title`, { count }),
        ok: t(`${word}.ok`, { count }),
        content: t(`${word}.note`),
        danger: status === '2',
        names: some.map((row) => `${row.realname ?? ''} (${row.username ?? ''})`),
      })) === null
    )
      return
    const done = await run.run({ ids: some.map(({ id }) => id), status })
    if (!done.ok) return
    onDone(new Set(done.result.rows.filter((row) => !row.ok).map((row) => row.id)))
    if (done.result.failed > 0) setOutcome({ title: t(word), result: done.result })
    else notify.success(t(`${word}.done`, { count: done.result.done }))
  }
  return {
    ask,
    busy: run.busy,
    sheet: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
