import { DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { cod } from '#contracts/money/cod/cod.ts'
import { codList } from '#contracts/money/cod/cod-list.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { CopyText } from '../../../kit/platform/cells.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { ItemRow } from './rows.ts'

const WriteOffDialog = lazy(() => import('./write-off-dialog.tsx'))

const STAFF = [
  'shipmentNo',
  'trackNo',
  'status',
  'customerId',
  'supplierId',
  'expected',
  'collected',
  'due',
  'deliveredAt',
  'settledAt',
  'paidOn',
  'payoutId',
] as const
const MINE = STAFF.filter((key) => key !== 'customerId' && key !== 'supplierId')
const SUMS = ['expected', 'collected', 'due'] as const
const NUMBERS = ['shipmentNo', 'trackNo', 'reference']
const CELLS = {
  shipmentNo: (row: ItemRow) => <CopyText text={row.shipmentNo} />,
  trackNo: (row: ItemRow) => <CopyText text={row.trackNo} />,
}

/** Orders with cash on delivery, from the door to the customer's account. */
export function CodItems({
  top,
  title,
  staff = false,
}: {
  top: ReactNode
  title: string
  staff?: boolean
}) {
  const t = useT('cod')
  const may = useRightsCheck()
  const [writing, setWriting] = useState<readonly ItemRow[] | null>(null)
  return (
    <>
      <ResourceScreen
        of={codList}
        title={title}
        top={top}
        name={staff ? 'cod-items' : 'my-cod'}
        columns={staff ? STAFF : MINE}
        cells={CELLS}
        sums={SUMS}
        numbers={NUMBERS}
        {...(staff && may(cod.writeOff)
          ? {
              actions: (selection: { rows: readonly ItemRow[] }) => {
                const open = selection.rows.filter(
                  ({ status }) => status === 'open' || status === 'difference',
                )
                return (
                  <Button
                    icon={<DisconnectOutlined />}
                    disabled={open.length === 0}
                    onClick={() => setWriting(open)}
                  >
                    {t('writeOff')}
                  </Button>
                )
              },
            }
          : {})}
      />
      <Suspense>
        {writing && <WriteOffDialog rows={writing} onClose={() => setWriting(null)} />}
      </Suspense>
    </>
  )
}
