import { Button } from 'antd'
import type { Out } from '#contracts/kit/endpoint.ts'
import { accounts } from '#contracts/money/accounts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { Moment } from '../../../kit/platform/cells.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'

type Month = Out<typeof accounts.months>[number] & { id: string }
const TONES: Record<Month['status'], Tone> = {
  open: 'idle',
  closed: 'done',
  reopening: 'warning',
}
const NONE: readonly Month[] = []

/** Months of the ledger: closed by one user, opened again by two. */
export function Months() {
  const t = useT('accounts')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const found = useApi(accounts.months, {})
  const close = useAction(accounts.closeMonth)
  const reopen = useAction(accounts.reopenMonth)
  const decide = useAction(accounts.decideMonth)
  const ask = (key: string, month: string, more: object = {}) =>
    confirm({ title: t(`month.${key}.title`, { month }), ok: t(`month.${key}`), ...more })
  const closeIt = async ({ month }: Month) => {
    const content = t('month.close.text')
    if ((await ask('close', month, { content })) !== null)
      await close.run({ month }, null, t('month.close.done', { month }))
  }
  const reopenIt = async ({ month }: Month) => {
    const reason = await ask('reopen', month, { reason: true })
    if (reason !== null)
      await reopen.run({ month, reason }, null, t('month.reopen.done', { month }))
  }
  const decideIt = async ({ month }: Month, approve: boolean) => {
    if ((await ask(approve ? 'approve' : 'reject', month)) !== null)
      await decide.run(
        { month, approve },
        null,
        t(approve ? 'month.approve.done' : 'month.reject.done', { month }),
      )
  }
  const columns: Column<Month>[] = [
    { key: 'month', title: t('month'), width: 110, card: 'title', render: (row) => row.month },
    {
      key: 'status',
      title: t('month.status'),
      width: 170,
      render: (row) => <StatusTag tone={TONES[row.status]}>{t(`month.${row.status}`)}</StatusTag>,
    },
    {
      key: 'closedAt',
      title: t('month.at'),
      width: 160,
      render: (row) => <Moment at={row.closedAt} />,
    },
    {
      key: 'closedBy',
      title: t('month.by'),
      width: 120,
      render: (row) => nameOfAccount(row.closedBy),
    },
    {
      key: 'asked',
      title: t('reason'),
      width: 260,
      render: (row) =>
        row.reopenReason &&
        t('month.asked', { by: nameOfAccount(row.reopenBy), reason: row.reopenReason }),
    },
  ]
  const actions = (row: Month) => (
    <span className="account-month-actions">
      {row.status === 'open' && may(accounts.closeMonth) && (
        <Button size="small" onClick={() => void closeIt(row)}>
          {t('month.close')}
        </Button>
      )}
      {row.status === 'closed' && may(accounts.reopenMonth) && (
        <Button size="small" onClick={() => void reopenIt(row)}>
          {t('month.reopen')}
        </Button>
      )}
      {row.status === 'reopening' && may(accounts.decideMonth) && (
        <>
          <Button size="small" type="primary" onClick={() => void decideIt(row, true)}>
            {t('month.approve')}
          </Button>
          <Button size="small" onClick={() => void decideIt(row, false)}>
            {t('month.reject')}
          </Button>
        </>
      )}
    </span>
  )
  if (found.error) return <ErrorNote error={found.error} retry={() => void found.refetch()} />
  return (
    <DataTable<Month>
      label={t('tab.months')}
      rows={found.data?.map((one) => ({ ...one, id: one.month })) ?? NONE}
      loading={found.isPending}
      columns={columns}
      actions={actions}
      actionsWidth={240}
      empty={<Empty kind="nothing" title={t('month.none')} hint={t('month.none.hint')} />}
    />
  )
}
