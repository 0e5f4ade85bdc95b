import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { orderDetail, shipments, type OrderDetail } from '#contracts/orders/shipments.ts'
import type { ApiError } from '../../../../kit/http/api.ts'
import type { FieldIssue } from '../../../../kit/form/error-summary.tsx'
import { dropDraft, mergeChanges, readDraft, writeDraft } from '../../../../kit/form/form-draft.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { useNotify } from '../../../../kit/platform/notify.tsx'
import { useUnsaved } from '../../../../kit/form/unsaved.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { useDebouncedValue } from '../../../../kit/platform/use-timing.ts'
import { formPath, fromDetail, fromStored, toWire, type Draft } from './draft.ts'
import { currencyOf, setAt } from './draft-edit.ts'
import { focusField, labelOf } from './field-labels.ts'
import type { Issues } from './form-field.tsx'
import { writeDefaults } from './order-defaults.ts'
import { STALE_QUERIES } from '../list/use-order-actions.tsx'

export type AfterSave = 'close' | 'confirm' | 'next'
interface OrderFormOptions {
  start: Draft
  /** The order that is changed; null writes a new one. */
  order: OrderDetail | null
  userId: string
  draftKey: string
  onSaved: (id: string, after: AfterSave) => void
}

/** The state of the order form: what is typed, what was refused, who saved in between, and saving itself. */
export function useOrderForm({ start, order, userId, draftKey, onSaved }: OrderFormOptions) {
  const t = useT('shipments')
  const notify = useNotify()
  const [restored, setRestored] = useState(() => {
    const found = readDraft(draftKey)
    const stored = fromStored(found?.values.draft)
    return found && stored ? { draft: stored, at: found.at, version: found.version } : null
  })
  const [draft, setDraft] = useState(restored?.draft ?? start)
  const [changed, setChanged] = useState(restored !== null)
  const [refusals, setRefusals] = useState<readonly FieldIssue[]>([])
  const [theirs, setTheirs] = useState<OrderDetail | null>(null)
  const [base, setBase] = useState(start)
  // A draft was written over the order as it was then: where that is no longer so, saving tells and shows both.
  const version = useRef(
    typeof restored?.version === 'number' ? restored.version : (order?.version ?? 0),
  )
  const markSaved = useUnsaved(changed)
  const add = useAction(shipments.add, {
    invalidates: STALE_QUERIES,
    ownRefusals: true,
    success: false,
  })
  const change = useAction(shipments.edit, {
    invalidates: STALE_QUERIES,
    ownRefusals: true,
    success: false,
  })
  const confirm = useAction(shipments.confirm, { invalidates: STALE_QUERIES, success: false })
  const latest = useRef(draft)
  latest.current = draft

  /** `about`: the part whose refusals no longer hold, since its lines moved or were filled anew. */
  const edit = useCallback((apply: (draft: Draft) => Draft, about?: string) => {
    setChanged(true)
    setDraft(apply)
    if (about)
      setRefusals((now) =>
        now.some((issue) => issue.path.startsWith(about))
          ? now.filter((issue) => !issue.path.startsWith(about))
          : now,
      )
  }, [])
  const set = useCallback(
    (path: string, value: string) => {
      setRefusals((now) =>
        now.some((issue) => issue.path === path) ? now.filter((issue) => issue.path !== path) : now,
      )
      edit((now) => setAt(now, path, value))
    },
    [edit],
  )
  /** A proposal (the default sender): no change of the person's own. */
  const propose = useCallback((apply: (draft: Draft) => Draft) => setDraft(apply), [])

  const settled = useDebouncedValue(draft, 400)
  useEffect(() => {
    if (changed && settled === latest.current)
      writeDraft(draftKey, { draft: settled }, version.current)
  }, [settled, changed, draftKey])
  const issues: Issues = useMemo(
    () => Object.fromEntries(refusals.map((issue) => [issue.path, issue.message])),
    [refusals],
  )

  const refused = (error: ApiError) => {
    const current = error.stale ? orderDetail.safeParse(error.result) : null
    if (current?.success) return setTheirs(current.data)
    if (!error.refused) return
    const found =
      error.issues.length > 0
        ? error.issues
            .map(({ path, message }) => ({ path: formPath(latest.current, path), message }))
            .map((issue) => ({ ...issue, label: labelOf(issue.path, t) }))
        : [{ path: '', message: error.message, label: null }]
    setRefusals(found)
    setTimeout(() => {
      if (found[0]?.path) focusField(found[0].path)
    }, 50)
  }
  const save = async (after: AfterSave) => {
    if (add.busy || change.busy || confirm.busy) return
    const wire = toWire(latest.current)
    setRefusals([])
    const outcome = order
      ? await change.run({ ...wire, id: order.id, version: version.current })
      : await add.run(wire)
    if (!outcome.ok) return refused(outcome.error)
    const { id, serialNumber } = outcome.result
    markSaved()
    setChanged(false)
    dropDraft(draftKey)
    writeDefaults(userId, {
      customerId: wire.customerId ?? '',
      serviceId: wire.serviceId ?? '',
      depotId: wire.depotId ?? '',
      currency: currencyOf(latest.current) || 'EUR',
    })
    if (after !== 'confirm') notify.success(t('form.saved', { number: serialNumber }))
    else {
      const done = await confirm.run({ ids: [id] })
      const row = done.ok ? done.result.rows[0] : undefined
      if (row?.ok) notify.success(t('form.savedConfirmed', { number: serialNumber }))
      else
        notify.warning(
          t('form.notConfirmed', {
            number: serialNumber,
            reason: row?.message ?? (done.ok ? '' : done.error.message),
          }),
        )
    }
    onSaved(id, after)
  }
  /** Starts anew with another order: the next one, or what somebody else saved. */
  const restart = (next: Draft) => {
    setDraft(next)
    setBase(next)
    setChanged(false)
    setRefusals([])
    setRestored(null)
    dropDraft(draftKey)
  }
  // What one did not touch stays as the other saved it.
  const stored = useMemo(
    () => (theirs ? mergeChanges(base, draft, fromDetail(theirs)) : draft),
    [base, draft, theirs],
  )
  return {
    draft,
    edit,
    set,
    propose,
    issues,
    refusals,
    changed,
    restored: restored?.at ?? null,
    busy: add.busy || change.busy || confirm.busy,
    save,
    restart,
    discard: () => {
      version.current = order?.version ?? 0
      restart(start)
    },
    theirs,
    stored,
    keepMine: () => {
      if (!theirs) return
      version.current = theirs.version
      latest.current = stored
      setDraft(stored)
      setBase(fromDetail(theirs))
      setTheirs(null)
      void save('close')
    },
    takeTheirs: () => {
      if (theirs) {
        version.current = theirs.version
        setTheirs(null)
        restart(fromDetail(theirs))
      }
    },
  }
}
