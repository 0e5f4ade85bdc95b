import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Callable } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { MergeDialog, type MergedRow } from './merge-dialog.tsx'
import { useAddressCheck } from './use-address-check.tsx'

/** Checks and merges of chosen addresses: buttons of the list, and the sheets they open. */
export function useAddressActions(
  validate: Callable<{ ids: unknown }, BulkResult>,
  mergeCall: Endpoint & Callable<{ remainId: string; ids: unknown }, { merged: number }>,
): { actions: (selection: { rows: readonly MergedRow[] }) => ReactNode; sheets: ReactNode } {
  const t = useT('addresses')
  const may = useRightsCheck()
  const check = useAddressCheck(validate)
  const merge = useAction(mergeCall)
  const [merging, setMerging] = useState<readonly MergedRow[]>([])
  return {
    actions: ({ rows }) => (
      <>
        <Button
          size="small"
          loading={check.busy}
          onClick={() => void check.check(rows.map(({ id }) => id))}
        >
          {t('validate')}
        </Button>
        {may(mergeCall) && (
          <Button
            size="small"
            disabled={rows.length < 2}
            title={rows.length < 2 ? t('merge.one') : undefined}
            onClick={() => setMerging(rows)}
          >
            {t('merge')}
          </Button>
        )}
      </>
    ),
    sheets: (
      <>
        {check.sheet}
        {merging.length > 1 && (
          <MergeDialog
            rows={merging}
            busy={merge.busy}
            onClose={() => setMerging([])}
            onMerge={async (remainId) => {
              const done = await merge.run({ remainId, ids: merging.map(({ id }) => id) })
              if (done.ok) setMerging([])
            }}
          />
        )}
      </>
    ),
  }
}
