import { PlusSquareOutlined, StopOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { RowOf } from '#contracts/kit/entity.ts'
import { addressUsage } from '#contracts/insight/address-usage.ts'
import { ALL_ORDERS } from '#contracts/orders/kinds/kinds.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { consignees, consigneeList } from '#contracts/parties/consignees.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { NameWithPaste, PostalInput, useAddressActions, usePageUsage } from '../addresses/index.ts'

type Row = RowOf<typeof consigneeList>
const INPUTS = {
  name: (props: Parameters<typeof NameWithPaste>[0]) => <NameWithPaste {...props} />,
  postalCode: (props: Parameters<typeof PostalInput>[0]) => <PostalInput {...props} />,
}
const COLUMNS = [
  'name',
  'company',
  'problems',
  'blacklisted',
  'country',
  'city',
  'postalCode',
  'street',
  'used',
  'lastUsed',
  'customerId',
  'phone',
] as const

/** Receivers: when each was last sent to, what went wrong there, who is warned of. */
export default function Consignees() {
  const t = useT('consignees')
  const words = useT('addresses')
  const may = useRightsCheck()
  const mayOrder = may(shipments.add)
  const customerId = useSession().user?.customerId ?? null
  const go = useNavigate()
  const confirm = useConfirm()
  const usage = usePageUsage(addressUsage.consignees)
  const chosen = useAddressActions(consignees.validate, consignees.merge)
  const blacklist = useAction(consignees.blacklist)
  const { of } = usage
  const cells = useMemo(
    () => ({
      used: (row: Row) => of(row.id)?.used ?? '',
      lastUsed: (row: Row) => <Moment at={of(row.id)?.lastUsed} day />,
      problems: (row: Row) => (
        <>
          {of(row.id)?.problems.map(({ status, status_dictText: text, count }) => (
            <StatusTag key={status} tone="warning">
              {words('problem', { status: text, count })}
            </StatusTag>
          ))}
        </>
      ),
      blacklisted: (row: Row) =>
        row.blacklisted ? (
          <span title={row.blacklistReason ?? ''}>
            <StatusTag tone="bad">{t('blacklisted')}</StatusTag>
          </span>
        ) : null,
    }),
    [of, t, words],
  )
  const list = async (row: Row) => {
    const reason = row.blacklisted
      ? await confirm({ title: t('unlist'), names: [row.name ?? ''] })
      : await confirm({
          title: t('blacklist'),
          content: t('blacklist.note'),
          names: [row.name ?? ''],
          danger: true,
          reason: true,
        })
    if (reason === null) return
    await blacklist.run({
      ids: [row.id],
      blacklisted: !row.blacklisted,
      reason: reason || null,
    })
  }
  const rowActions = (row: Row): RowAction[] => [
    ...(mayOrder
      ? [
          {
            key: 'order',
            label: t('newOrder'),
            icon: <PlusSquareOutlined />,
            onClick: () => void go(`${ALL_ORDERS}?_new=1&consignee=${row.id}`),
          },
        ]
      : []),
    ...(may(consignees.blacklist)
      ? [
          {
            key: 'blacklist',
            label: t(row.blacklisted ? 'unlist' : 'blacklist'),
            icon: <StopOutlined />,
            onClick: () => void list(row),
          },
        ]
      : []),
  ]
  return (
    <>
      <ResourceScreen
        of={consigneeList}
        columns={customerId ? COLUMNS.filter((key) => key !== 'customerId') : COLUMNS}
        cells={cells}
        figures={['used']}
        inputs={INPUTS}
        toolbar={usage.watch}
        rowActions={rowActions}
        actions={chosen.actions}
      />
      {chosen.sheets}
    </>
  )
}
