import { Button, Modal } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Out } from '#contracts/kit/endpoint.ts'
import { documents, type Bundled } from '#contracts/orders/documents.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { saveBlob } from '../../../../kit/text/csv.ts'
import { ApiError, call } from '../../../../kit/http/api.ts'
import { fetchFile, type Download } from '../../../../kit/http/fetch-file.ts'
import { useInvalidate } from '../../../../kit/http/query.ts'
import { useConfirm } from '../../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { isOpen, type OrderState } from '../list/order-state.ts'
import { customsQuestion } from './customs-question.ts'
import {
  DocumentChoice,
  isOfferedFirst,
  useOfferedDocuments,
  type BundleFormat,
} from './document-choice.tsx'
import { reprintQuestion } from './reprint-question.ts'

const CorrectOrder = lazy(() => import('../correct/correct-order.tsx'))

type Preview = Out<typeof documents.preview>

/**
 * Documents and labels of orders in one file: which ones, as one PDF or as a zip. What an order has
 * not is listed with the reason before it is printed.
 */
export default function DocumentDialog({
  orders,
  onClose,
  onDone,
}: {
  orders: readonly OrderState[]
  onClose: () => void
  onDone: () => void
}) {
  const t = useT('shipments')
  const names = useT('customs')
  const ask = useConfirm()
  const notify = useNotify()
  const invalidate = useInvalidate()
  const offered = useOfferedDocuments(orders.map(({ kind }) => kind))
  const [chosen, setChosen] = useState<readonly Bundled[]>(offered.filter(isOfferedFirst))
  const [format, setFormat] = useState<BundleFormat>('pdf')
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<Preview | null>(null)
  // Kept until an answer came: pressed again after a lost answer, it is the same print.
  const requestKey = useRef(crypto.randomUUID())
  const [ids] = useState(() => orders.map(({ id }) => id))
  const may = useRightsCheck()
  // Whose customs data are being added; after that it is asked again what can be printed.
  const [correcting, setCorrecting] = useState<string | null>(null)
  const correctable = new Set(
    orders
      .filter((order) => isOpen('correct', order) && may(orderPerm(order.kind, 'edit')))
      .map(({ id }) => id),
  )
  useEffect(() => {
    if (correcting) return undefined
    const left = new AbortController()
    setPreview(null)
    if (chosen.length > 0)
      call(documents.preview, { ids, documents: [...chosen] }, { signal: left.signal }).then(
        setPreview,
        // What failed is announced by the call.
        () => undefined,
      )
    return () => left.abort()
  }, [chosen, ids, correcting])

  const open = preview?.filter((row) => row.documents.length > 0).length ?? 0
  const refused = preview?.flatMap((row) => row.refused.map((one) => ({ ...one, row }))) ?? []
  const fetch = (reason?: string) =>
    fetchFile(documents.bundle, {
      ids,
      documents: [...chosen],
      format,
      requestKey: requestKey.current,
      ...(reason ? { reason } : {}),
    })
  const fetchOrAsk = async (): Promise<Download | null> => {
    try {
      return await fetch()
    } catch (error) {
      if (!(error instanceof ApiError) || error.error !== 'label.reasonNeeded') throw error
      const reason = await ask({
        ...reprintQuestion(t, open),
        content: <p>{error.message}</p>,
      })
      return reason === null ? null : await fetch(reason)
    }
  }
  const run = async () => {
    setBusy(true)
    try {
      if (may('ship:customs:check')) {
        const labelled = preview?.filter((row) => row.documents.includes('label')) ?? []
        const printed = new Set(labelled.map(({ id }) => id))
        const question = await customsQuestion(
          t,
          orders.filter(({ id }) => printed.has(id)),
        )
        if (question && (await ask(question)) === null) return
      }
      const file = await fetchOrAsk()
      if (!file) return
      saveBlob(file.blob, file.name ?? `documents.${format}`)
      notify.success(t('documents.done', { count: open }))
      if (chosen.includes('label')) void invalidate(documents.bundle)
      onDone()
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={640}
      title={t('documents.title', { count: orders.length })}
      okText={t('documents.ok', { count: open })}
      okButtonProps={{ disabled: open === 0 }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <DocumentChoice
        offered={offered}
        chosen={chosen}
        format={format}
        onChosen={setChosen}
        onFormat={setFormat}
      />
      {chosen.length > 0 && preview === null && <p role="status">{t('documents.checking')}</p>}
      {refused.length > 0 && (
        <div
          className="order-scroll"
          tabIndex={0}
          role="region"
          aria-label={t('documents.refused')}
        >
          <table className="order-lines">
            <caption>{t('documents.refused')}</caption>
            <tbody>
              {refused.map(({ row, document, code, message }) => (
                <tr key={`${row.id}:${document}`}>
                  <th scope="row">{row.label}</th>
                  <td>{names(`document.${document}`)}</td>
                  <td>
                    {message}
                    {code === 'document.incomplete' && correctable.has(row.id) && (
                      <Button type="link" size="small" onClick={() => setCorrecting(row.id)}>
                        {t('documents.complete')}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {correcting && (
        <Suspense>
          <CorrectOrder id={correcting} goods onClose={() => setCorrecting(null)} />
        </Suspense>
      )}
    </Modal>
  )
}
