import {
  CheckOutlined,
  LinkOutlined,
  RollbackOutlined,
  StopOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { bankInvoices } from '#contracts/money/bank-invoices.ts'
import { bankLineList, bankLines } from '#contracts/money/bank-lines.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useAction, type Outcome } from '../../../kit/http/use-action.ts'
import type { BulkOutcome } from '../../../kit/list/result-sheet.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { formatNumber } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'

const ImportBank = lazy(() => import('./import-bank.tsx'))
const MatchDialog = lazy(() => import('./match-dialog.tsx'))
const ReturnedDialog = lazy(() => import('./returned-dialog.tsx'))
const ResultSheet = lazy(async () => ({
  default: (await import('../../../kit/list/result-sheet.tsx')).ResultSheet,
}))

type Row = RowOf<typeof bankLineList>
const COLUMNS = [
  'bookedOn',
  'amount',
  'currency',
  'counterparty',
  'text',
  'status',
  'suggestedInvoiceId',
  'suggestedId',
  'settles',
  'rechargeId',
  'receivingAccountId',
  'reason',
] as const
const SUMS = ['amount'] as const
const isOpen = (row: Row) => row.status === 'open'
/** Texts of what is undone: a credit by a recharge, or payments of invoices. */
const undoKey = (row: Row) => (row.rechargeId ? 'undo.credit' : 'undo')

/** What banks booked: matched with recharges and invoices, credited to customers, or off the list. */
export default function BankLines() {
  const t = useT('bank-lines')
  const may = useRightsCheck()
  const ask = useConfirm()
  const [importing, setImporting] = useState(false)
  const [matching, setMatching] = useState<Row | null>(null)
  const [returned, setReturned] = useState<Row | null>(null)
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const sure = useAction(bankLines.matchSure, {
    success: ({ done, failed }) => (failed > 0 ? null : t('sure.done', { count: done })),
  })
  const ignore = useAction(bankLines.ignore, {
    success: ({ done, failed }) => (failed > 0 ? null : t('ignore.done', { count: done })),
  })
  const undo = useAction(bankInvoices.undo)
  const mayMatch = may(bankLines.match)
  const show = (title: string, answer: Outcome<BulkResult>) => {
    if (answer.ok && answer.result.failed > 0) setOutcome({ title, result: answer.result })
  }
  const askSure = async (rows: readonly Row[]) => {
    const title = t('sure.title', { count: rows.length })
    if ((await ask({ title, content: t('sure.content'), ok: t('match.ok') })) === null) return
    show(title, await sure.run({ ids: rows.map(({ id }) => id) }))
  }
  const askIgnore = async (rows: readonly Row[]) => {
    const title = t('ignore.title', { count: rows.length })
    const reason = await ask({ title, ok: t('ignore.ok'), reason: true })
    if (reason === null) return
    show(title, await ignore.run({ ids: rows.map(({ id }) => id), reason }))
  }
  const askUndo = async (row: Row) => {
    const key = undoKey(row)
    const facts = {
      settles: row.settles ?? '',
      recharge: row.rechargeId_dictText ?? '',
      amount: formatNumber(row.amount),
      currency: row.currency ?? '',
    }
    const wish = { content: t(`${key}.content`), ok: t(key), reason: true, danger: true }
    const reason = await ask({ title: t(`${key}.title`, facts), ...wish })
    if (reason !== null) await undo.run({ lineId: row.id, reason }, null, t(`${key}.done`, facts))
  }
  const rowActions = (row: Row): RowAction[] => {
    if (!mayMatch) return []
    if (row.status === 'out')
      return [
        {
          key: 'returned',
          label: t('returned'),
          icon: <RollbackOutlined />,
          onClick: () => setReturned(row),
        },
      ]
    if (
      row.status === 'matched' &&
      (row.settles || row.rechargeId) &&
      !(row.amount ?? '').startsWith('-')
    )
      return [
        {
          key: 'undo',
          label: t(undoKey(row)),
          icon: <RollbackOutlined />,
          danger: true,
          onClick: () => void askUndo(row),
        },
      ]
    return isOpen(row)
      ? [
          {
            key: 'match',
            label: t('match'),
            icon: <LinkOutlined />,
            onClick: () => setMatching(row),
          },
          {
            key: 'ignore',
            label: t('ignore.ok'),
            icon: <StopOutlined />,
            onClick: () => void askIgnore([row]),
          },
        ]
      : []
  }
  return (
    <>
      <ResourceScreen
        of={bankLineList}
        columns={COLUMNS}
        sums={SUMS}
        rowActions={rowActions}
        actions={(selection) => {
          const open = selection.rows.filter(isOpen)
          const named = open.filter((row) => row.suggestedId || row.suggestedInvoiceId)
          return (
            mayMatch && (
              <>
                <Button
                  icon={<CheckOutlined />}
                  disabled={named.length === 0}
                  loading={sure.busy}
                  onClick={() => void askSure(named)}
                >
                  {t('sure', { count: named.length })}
                </Button>
                <Button
                  icon={<StopOutlined />}
                  disabled={open.length === 0}
                  loading={ignore.busy}
                  onClick={() => void askIgnore(open)}
                >
                  {t('ignore', { count: open.length })}
                </Button>
              </>
            )
          )
        }}
        newButton={
          may(bankLines.importBank) && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('import')}
            </Button>
          )
        }
      />
      <Suspense>
        {importing && <ImportBank onClose={() => setImporting(false)} />}
        {matching && <MatchDialog line={matching} onClose={() => setMatching(null)} />}
        {returned && <ReturnedDialog lineId={returned.id} onClose={() => setReturned(null)} />}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
