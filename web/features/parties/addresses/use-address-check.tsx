import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

/** Checks chosen addresses and shows what is wrong with each. */
export function useAddressCheck(call: Callable<{ ids: unknown }, BulkResult>): {
  check: (ids: readonly string[]) => Promise<void>
  busy: boolean
  sheet: ReactNode
} {
  const t = useT('addresses')
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const run = useAction(call, { success: false })
  return {
    check: async (ids) => {
      const done = await run.run({ ids: [...ids] })
      if (done.ok) setOutcome({ title: t('validated'), result: done.result })
    },
    busy: run.busy,
    sheet: (
      <Suspense>
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
