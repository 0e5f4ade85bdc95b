import { ShareAltOutlined, StarOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { addressUsage } from '#contracts/insight/address-usage.ts'
import { shippers, shipperMerges, shipperList } from '#contracts/parties/shippers.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { NameWithPaste, PostalInput, useAddressActions, usePageUsage } from '../addresses/index.ts'

type Row = RowOf<typeof shipperList>
const INPUTS = {
  name: (props: Parameters<typeof NameWithPaste>[0]) => <NameWithPaste {...props} />,
  postalCode: (props: Parameters<typeof PostalInput>[0]) => <PostalInput {...props} />,
}
const COLUMNS = [
  'name',
  'company',
  'izDefault',
  'country',
  'city',
  'postalCode',
  'street',
  'used',
  'lastUsed',
  'belongUser',
  'izShared',
  'customerId',
  'phone',
] as const

/** Senders: how often each was used, whose it is, which is proposed in new orders. */
export default function Shippers() {
  const t = useT('shippers')
  const may = useRightsCheck()
  const sub = useSession().user?.customerId ?? null
  const own = useApi(shippers.propose, {}, { enabled: sub !== null, quiet: true })
  const usage = usePageUsage(addressUsage.shippers)
  const chosen = useAddressActions(shippers.validate, shipperMerges.merge)
  const share = useAction(shippers.share)
  const makeDefault = useAction(shipperList.endpoints.edit)
  const { of } = usage
  const cells = useMemo(
    () => ({
      used: (row: Row) => of(row.id)?.used ?? '',
      lastUsed: (row: Row) => <Moment at={of(row.id)?.lastUsed} day />,
    }),
    [of],
  )
  const rowActions = (row: Row): RowAction[] =>
    may(shipperList.endpoints.edit)
      ? [
          {
            key: 'default',
            label: t('izDefault'),
            icon: <StarOutlined />,
            blocked: row.izDefault ? t('izDefault') : null,
            onClick: () => void makeDefault.run({ ...row, izDefault: true } as never),
          },
          {
            key: 'share',
            label: t(row.izShared ? 'unshare' : 'share'),
            icon: <ShareAltOutlined />,
            onClick: () => void share.run({ ids: [row.id], shared: !row.izShared }),
          },
        ]
      : []
  return (
    <>
      <ResourceScreen
        of={shipperList}
        columns={sub ? COLUMNS.filter((key) => key !== 'customerId') : COLUMNS}
        cells={cells}
        figures={['used']}
        inputs={INPUTS}
        {...(own.data ? { start: own.data } : {})}
        toolbar={usage.watch}
        rowActions={rowActions}
        actions={chosen.actions}
      />
      {chosen.sheets}
    </>
  )
}
