import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Resource } from '#contracts/kit/resource.ts'
import { useConfirm } from './confirm.tsx'
import type { T } from './i18n.ts'
import { useNotify } from './notify.tsx'
import type { BulkOutcome } from './result-sheet.tsx'
import { useAction } from './use-action.ts'
import type { Selection } from './use-selection.ts'

const ResultSheet = lazy(() => import('./result-sheet.tsx').then((file) => ({ default: file.ResultSheet })))

/** Deleting one row or many: asks with names and count, then shows by row what could not be deleted and why. */
export function useDeleteRows<R extends { id: string }>(of: Resource, t: T, selection: Selection<R>): { ask: (rows: readonly R[]) => Promise<void>; sheet: ReactNode } {
  const confirm = useConfirm()
  const notify = useNotify()
  const one = useAction(of.endpoints.delete, { invalidates: [of.path] })
  const many = useAction(of.endpoints.deleteBatch, { invalidates: [of.path], success: false })
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const nameOf = (row: R): string => {
    const name: unknown = Reflect.get(row, of.label)
    return typeof name === 'string' && name ? name : row.id
  }
  const run = async (ids: readonly string[]) => {
    const answer = await many.run({ ids: ids.join(',') })
    if (!answer.ok) return
    selection.keepOnly(new Set(answer.result.rows.filter((row) => !row.ok).map((row) => row.id)))
    // Where all went well there is nothing to read row by row.
    if (answer.result.failed === 0) notify.success(t('confirm.deleted', { count: answer.result.done }))
    else setOutcome({ title: t('action.delete'), result: answer.result })
  }
  const ask = async (rows: readonly R[]) => {
    const [first] = rows
    if (!first) return
    const title = rows.length === 1 ? t('confirm.deleteOne', { name: nameOf(first) }) : t('confirm.delete', { count: rows.length })
    const ok = rows.length === 1 ? t('action.delete') : t('confirm.deleteOk', { count: rows.length })
    if ((await confirm({ title, ok, danger: true, content: t('confirm.forGood'), ...(rows.length > 1 ? { names: rows.map(nameOf) } : {}) })) === null) return
    if (rows.length > 1 || !of.verbs.includes('delete')) return await run(rows.map((row) => row.id))
    if ((await one.run({ id: first.id })).ok) selection.keepOnly(new Set([...selection.ids].filter((id) => id !== first.id)))
  }
  return { ask, sheet: outcome && <Suspense><ResultSheet outcome={outcome} onClose={() => setOutcome(null)} onRetry={(ids) => { setOutcome(null); void run(ids) }} /></Suspense> }
}
