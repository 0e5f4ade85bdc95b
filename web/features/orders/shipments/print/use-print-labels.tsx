import { useRef, useState } from 'react'
import { labels } from '#contracts/orders/labels.ts'
import { ApiError } from '../../../../kit/http/api.ts'
import { fetchFile, type Download } from '../../../../kit/http/fetch-file.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useCan } from '../../../../kit/session/permissions.tsx'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useInvalidate } from '../../../../kit/http/query.ts'
import { withRecharge } from '../doubts.tsx'
import { isOpen, type OrderState } from '../list/order-state.ts'
import {
  findWay,
  formatInput,
  openLabels,
  rememberFormat,
  type PrintFormat,
  type PrintWay,
} from './print-format.ts'
import { rememberPrinted } from './print-last.ts'
import { reprintQuestion } from './reprint-question.ts'

export interface LabelPrinting {
  /** Prints as the workstation does, or another way, which it then remembers. */
  run(orders: readonly OrderState[], format?: PrintFormat): Promise<void>
  busy: boolean
}

/**
 * Labels of orders in one file. A second print asks why; the label carries the mark. `onDone` hears
 * which orders were printed.
 */
export function usePrintLabels(
  onDone: (done: readonly string[]) => void = () => undefined,
): LabelPrinting {
  const t = useT('shipments')
  const ask = useConfirm()
  const mayCheck = useCan('ship:customs:check')
  const notify = useNotify()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState(false)

  // Kept until an answer came: pressed again after a lost answer, it is the same print.
  const requestKey = useRef<{ ids: string; key: string } | null>(null)
  const fetch = (ids: string[], as: PrintWay, reason?: string) => {
    const set = ids.join(',')
    if (requestKey.current?.ids !== set) requestKey.current = { ids: set, key: crypto.randomUUID() }
    return fetchFile(labels.print, {
      ids,
      ...formatInput(as),
      requestKey: requestKey.current.key,
      ...(reason ? { reason } : {}),
    }).then((file) => {
      requestKey.current = null
      return file
    })
  }
  /** The server knows what was printed before; it is asked without a reason first. */
  const fetchOrAsk = async (
    orders: readonly OrderState[],
    as: PrintWay,
  ): Promise<Download | null> => {
    const ids = orders.map((order) => order.id)
    try {
      return await fetch(ids, as)
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'label.reasonNeeded') throw error
      const reason = await ask({
        ...reprintQuestion(t, ids.length),
        content: (
          <>
            <p>{error.message}</p>
            <p>{t('ask.reprint.text')}</p>
          </>
        ),
      })
      return reason === null ? null : await fetch(ids, as, reason)
    }
  }
  const run = async (orders: readonly OrderState[], requested?: PrintFormat) => {
    const open = orders.filter((order) => isOpen('print', order))
    if (open.length === 0 || busy) return
    if (requested) rememberFormat(requested)
    setBusy(true)
    try {
      if (mayCheck) {
        // No list waits for it before it can be used.
        const part = await import('./customs-question.ts').catch(() => null)
        const question = (await part?.customsQuestion(t, open)) ?? null
        if (question && (await ask(question)) === null) return
      }
      const as = await findWay(requested)
      const file = await fetchOrAsk(open, as)
      if (!file) return
      await openLabels(file, as)
      rememberPrinted(open.map((order) => order.id))
      notify.success(t('done.print', { count: file.count ?? open.length }))
      void invalidate(labels.print)
      onDone(open.map((order) => order.id))
    } catch (error) {
      if (error instanceof ApiError && error.error === 'ledger.insufficient')
        notify.warning(withRecharge(error.message))
      else notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return { run, busy }
}
