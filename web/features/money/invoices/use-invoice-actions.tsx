import {
  DeleteOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  MailOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  ScissorOutlined,
  TableOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { dunning } from '#contracts/money/dunning/dunning.ts'
import { INVOICE_MAIL, invoiceMails } from '#contracts/money/invoice-mails.ts'
import { OPEN_STATES } from '#contracts/money/invoices.parts.ts'
import { settlements } from '#contracts/money/corrections/settlements.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { useAction, type Outcome } from '../../../kit/http/use-action.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useStableCallback } from '../../../kit/platform/use-stable-callback.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { isCredit, type InvoiceRow } from './invoice-cells.tsx'
import { sumsOf } from './sums.ts'

const ApplyDialog = lazy(() => import('./apply-dialog.tsx'))
const BlockDialog = lazy(() => import('./block-dialog.tsx'))
const CreditDialog = lazy(() => import('./credit-dialog.tsx'))
const SettleDialog = lazy(() => import('./settle-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

export const isDraft = ({ number }: InvoiceRow): boolean => number === null
const countedOf = (row: InvoiceRow) => ({
  gross: `${isCredit(row) ? '-' : ''}${row.gross ?? '0'}`,
  currency: row.currency ?? '',
})
/** Whom each is for, and what it comes to. */
const named = (rows: readonly InvoiceRow[], more: (row: InvoiceRow) => string = () => '') =>
  rows.map((row) =>
    [row.number, row.customerId_dictText, sumsOf([countedOf(row)]), more(row)]
      .filter(Boolean)
      .join(' · '),
  )
const idsOf = (rows: readonly InvoiceRow[]) => ({ ids: rows.map(({ id }) => id) })

/** What the caller may do with invoices, and the dialogs it takes. */
export function useInvoiceActions(): {
  rowActions: (row: InvoiceRow) => RowAction[]
  issue: (rows: readonly InvoiceRow[]) => Promise<void>
  discard: (rows: readonly InvoiceRow[]) => Promise<void>
  send: (rows: readonly InvoiceRow[]) => Promise<void>
  busy: boolean
  dialogs: ReactNode
} {
  const t = useT('invoices')
  const may = useRightsCheck()
  const ask = useConfirm()
  const [paying, setPaying] = useState<InvoiceRow | null>(null)
  const [crediting, setCrediting] = useState<InvoiceRow | null>(null)
  const [settling, setSettling] = useState<InvoiceRow | null>(null)
  const [blocking, setBlocking] = useState<InvoiceRow | null>(null)
  const words = useT('dunning')
  const blocks = useAction(dunning.block)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const issuing = useAction(invoices.issue, {
    success: ({ done, failed }) => (failed > 0 ? null : t('issue.done', { count: done })),
  })
  const discarding = useAction(invoices.discard, {
    success: ({ done, failed }) => (failed > 0 ? null : t('discard.done', { count: done })),
  })
  const asking = useAction(invoiceMails.receivers, { success: false })
  const sending = useAction(invoiceMails.send, { success: false })
  const notify = useNotify()
  const pdf = useDownload(invoices.pdf)
  const xml = useDownload(invoices.xml)
  const sheet = useDownload(invoices.sheet)
  const show = (title: string, answer: Outcome<BulkResult>) => {
    const isNamed = ({ ok, warnings = [] }: BulkResult['rows'][number]) =>
      !ok || warnings.length > 0
    if (answer.ok && answer.result.rows.some(isNamed)) setOutcome({ title, result: answer.result })
  }
  const sumIn = (rows: readonly InvoiceRow[]) =>
    t('month.make.sum', { sum: sumsOf(rows.map(countedOf)) })
  /** Those without an address first: of many names the last are not shown. */
  const addressed = (
    rows: readonly InvoiceRow[],
    { receivers }: { receivers: readonly { id: string; email: string | null }[] },
  ) => {
    const emails = new Map(receivers.map(({ id, email }) => [id, email]))
    const reached = ({ id }: InvoiceRow) => Number(emails.get(id) != null)
    return named(
      rows.toSorted((a, b) => reached(a) - reached(b)),
      (row) => emails.get(row.id) ?? t('send.noEmail'),
    )
  }
  const issue = async (rows: readonly InvoiceRow[]) => {
    const asked = await asking.run(idsOf(rows))
    if (!asked.ok) return
    const { mails, onIssue } = asked.result
    const title = t('issue.title', { count: rows.length })
    const content = [
      sumIn(rows),
      t('issue.text'),
      ...(onIssue ? [t(mails ? 'issue.mailed' : 'send.noServer')] : []),
    ]
    const names = onIssue ? addressed(rows, asked.result) : named(rows)
    if ((await ask({ title, content: content.join(' '), ok: t('issue'), names })) === null) return
    show(t('issue'), await issuing.run(idsOf(rows)))
  }
  const discard = async (rows: readonly InvoiceRow[]) => {
    const title = t('discard.title', { count: rows.length })
    const wish = { title, content: t('discard.text'), ok: t('discard'), danger: true }
    if ((await ask(wish)) === null) return
    show(t('discard'), await discarding.run(idsOf(rows)))
  }
  const send = async (rows: readonly InvoiceRow[]) => {
    const count = rows.length
    const asked = await asking.run(idsOf(rows))
    if (!asked.ok) return
    const { mails } = asked.result
    const before = rows.filter(({ mailStatus }) => mailStatus === INVOICE_MAIL.sent).length
    const content = [
      sumIn(rows),
      t(mails ? 'send.text' : 'send.noServer'),
      ...(before ? [t('send.againText', { count: before })] : []),
    ]
    const wish = { title: t('send.title', { count }), content: content.join(' '), ok: t('send') }
    if (
      (await ask({
        ...wish,
        names: addressed(rows, asked.result),
      })) === null
    )
      return
    const answer = await sending.run({ ...idsOf(rows), again: before > 0 })
    if (answer.ok && answer.result.failed === 0) {
      if (mails) notify.success(t('send.done', { count }))
      else notify.warning(t('send.noServer'))
    }
    show(t('send'), answer)
  }
  const unblock = async (row: InvoiceRow) => {
    const title = words('unblock.title', { count: 1 })
    if ((await ask({ title, ok: words('unblock') })) === null) return
    await blocks.run(
      { ids: [row.id], reason: null },
      null,
      words('unblock.done', { number: row.number ?? '' }),
    )
  }
  const rowActions = useStableCallback((row: InvoiceRow): RowAction[] => {
    const draft = isDraft(row)
    const name = row.number ?? t('draft.none')
    const creditable = !draft && row.kind === 'invoice' && row.status !== 'credited'
    // By how often it is used: the first three are buttons of the list.
    return [
      ...(draft && may(invoices.issue)
        ? [
            {
              key: 'issue',
              label: t('issue'),
              icon: <SafetyCertificateOutlined />,
              onClick: () => void issue([row]),
            },
          ]
        : []),
      {
        key: 'pdf',
        label: t('pdf'),
        icon: <FilePdfOutlined />,
        onClick: () => void pdf.run({ id: row.id }, `${name}.pdf`),
      },
      ...(!draft && may(invoiceMails.send)
        ? [
            {
              key: 'send',
              label: row.mailStatus === INVOICE_MAIL.sent ? t('send.again') : t('send'),
              icon: <MailOutlined />,
              onClick: () => void send([row]),
            },
          ]
        : []),
      ...(OPEN_STATES.includes(row.status ?? '') && row.kind === 'invoice' && may(invoices.apply)
        ? [
            {
              key: 'apply',
              label: t('apply'),
              icon: <WalletOutlined />,
              onClick: () => setPaying(row),
            },
          ]
        : []),
      ...(OPEN_STATES.includes(row.status ?? '') &&
      row.kind === 'invoice' &&
      may(settlements.settle)
        ? [
            {
              key: 'settle',
              label: t('settle'),
              icon: <ScissorOutlined />,
              onClick: () => setSettling(row),
            },
          ]
        : []),
      ...(draft
        ? []
        : [
            {
              key: 'xml',
              label: t('xml'),
              icon: <FileTextOutlined />,
              onClick: () => void xml.run({ id: row.id }, `${name}.xml`),
            },
          ]),
      ...(OPEN_STATES.includes(row.status ?? '') && row.kind === 'invoice' && may(dunning.block)
        ? [
            {
              key: 'block',
              label: words(row.dunBlockReason ? 'unblock' : 'block'),
              icon: row.dunBlockReason ? <PlayCircleOutlined /> : <PauseCircleOutlined />,
              onClick: () => (row.dunBlockReason ? void unblock(row) : setBlocking(row)),
            },
          ]
        : []),
      {
        key: 'sheet',
        label: t('sheet'),
        icon: <TableOutlined />,
        onClick: () => void sheet.run({ id: row.id }, `${name}.xlsx`),
      },
      ...(creditable && may(invoices.credit)
        ? [
            {
              key: 'credit',
              label: t('credit'),
              icon: <RollbackOutlined />,
              danger: true,
              onClick: () => setCrediting(row),
            },
          ]
        : []),
      ...(draft && may(invoices.discard)
        ? [
            {
              key: 'discard',
              label: t('discard'),
              icon: <DeleteOutlined />,
              danger: true,
              onClick: () => void discard([row]),
            },
          ]
        : []),
    ]
  })
  return {
    rowActions,
    issue,
    discard,
    send,
    busy: issuing.busy || discarding.busy || asking.busy || sending.busy,
    dialogs: (
      <Suspense>
        {paying && <ApplyDialog row={paying} onClose={() => setPaying(null)} />}
        {settling && <SettleDialog row={settling} onClose={() => setSettling(null)} />}
        {blocking && <BlockDialog row={blocking} onClose={() => setBlocking(null)} />}
        {crediting && <CreditDialog row={crediting} onClose={() => setCrediting(null)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    ),
  }
}
