import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { nameOf } from '#contracts/kit/names.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { useConfirm } from '../platform/confirm.tsx'
import { useLang, type T } from '../text/i18n.ts'
import { useNotify } from '../http/notify.tsx'
import type { BulkOutcome } from './result-sheet.tsx'
import { useDelayedKeys } from '../platform/undo/undo.ts'
import { useUndoable } from '../platform/undo/use-undoable.ts'
import type { Selection } from './use-selection.ts'

const ResultSheet = lazy(() =>
  import('./result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)

/**
 * Deleting one row or many: several are named and counted first; then there are ten seconds to take
 * it back, in which the rows look as good as gone. What could not be deleted is shown by row with
 * its reason.
 */
export function useDeleteRows<R extends { id: string }>(
  of: Crud,
  t: T,
  selection: Selection<R>,
): { ask: (rows: readonly R[]) => Promise<void>; sheet: ReactNode } {
  const confirm = useConfirm()
  const notify = useNotify()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const going = useDelayedKeys(of.path)
  const lang = useLang()
  const named = (row: R): string => nameOf(row, lang, of.label) || row.id
  const settled = (result: BulkResult) => {
    selection.keepOnly(new Set(result.rows.filter((row) => !row.ok).map((row) => row.id)))
    // Where all went well there is nothing to read row by row.
    if (result.failed === 0) notify.success(t('confirm.deleted', { count: result.done }))
    else if (shown.current) setOutcome({ title: t('action.delete'), result })
    else notify.warning(t('result.summary', { done: result.done, failed: result.failed }))
  }
  const one = useUndoable(of.endpoints.delete)
  const many = useUndoable(of.endpoints.deleteBatch, { onDone: settled })
  const run = (ids: readonly string[], text: string) =>
    void many.run({ ids: ids.join(',') }, { text, keys: ids.map((id) => `${of.path}:${id}`) })

  const ask = async (rows: readonly R[]) => {
    const [first] = rows
    if (!first) return
    if (rows.length > 1) {
      const title = t('confirm.delete', { count: rows.length })
      if (
        (await confirm({
          title,
          ok: t('confirm.deleteOk', { count: rows.length }),
          danger: true,
          content: t('confirm.undoable'),
          names: rows.map(named),
        })) === null
      )
        return
      return run(
        rows.map((row) => row.id),
        t('undo.deleting', { count: rows.length }),
      )
    }
    const text = t('undo.deletingOne', { name: named(first) })
    if (!of.offered.includes('delete')) return run([first.id], text)
    one.run({ id: first.id }, { text, keys: [`${of.path}:${first.id}`] })
    selection.keepOnly(new Set([...selection.ids].filter((id) => id !== first.id)))
  }
  // The table draws its rows itself and knows nothing of this; a rule by the rows' keys reaches
  // them wherever they are.
  const gone = [...going].map((id) => `[data-row-key="${CSS.escape(id)}"]`).join(',')
  const sheet = (
    <>
      {gone && (
        <style>{`${gone}{opacity:.4;text-decoration:line-through;pointer-events:none}`}</style>
      )}
      {outcome && (
        <Suspense>
          <ResultSheet
            outcome={outcome}
            onClose={() => setOutcome(null)}
            onRetry={(ids) => {
              setOutcome(null)
              run(ids, t('undo.deleting', { count: ids.length }))
            }}
          />
        </Suspense>
      )}
    </>
  )
  return { ask, sheet }
}
