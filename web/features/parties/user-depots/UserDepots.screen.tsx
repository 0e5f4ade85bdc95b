import { PrinterOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { userDepots } from '#contracts/parties/user-depot-calls.ts'
import { userDepotList } from '#contracts/platform/people/user-depots.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useDownload } from '../../../kit/http/use-download.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { DepotAddress } from '../depots/index.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const ResultSheet = lazy(() =>
  import('../../../kit/list/result-sheet.tsx').then((file) => ({ default: file.ResultSheet })),
)
const COLUMNS = [
  'depotCode',
  'customerId',
  'depotId',
  'type',
  'izDefault',
  'contact',
  'phone',
  'hours',
] as const

/** Customers' codes at depots: printed on address labels, moved to another customer. */
export default function UserDepots() {
  const t = useT('user-depots')
  const may = useRightsCheck()
  const label = useDownload(userDepots.label)
  const [moving, setMoving] = useState<{ ids: string[]; done: () => void } | null>(null)
  const [outcome, setOutcome] = useState<{ title: string; result: BulkResult } | null>(null)
  const print = (ids: string[]) => void label.run({ ids }, 'labels.pdf')
  return (
    <>
      <ResourceScreen
        of={userDepotList}
        columns={COLUMNS}
        aside={(row) =>
          row.depotId ? <DepotAddress depotId={row.depotId} mark={row.depotCode ?? ''} /> : null
        }
        rowActions={(row) => [
          {
            key: 'label',
            label: t('label'),
            icon: <PrinterOutlined />,
            onClick: () => print([row.id]),
          },
        ]}
        actions={(selection) => (
          <>
            <Button
              icon={<PrinterOutlined />}
              loading={label.busy}
              onClick={() => print(selection.rows.map((row) => row.id))}
            >
              {t('label')}
            </Button>
            {may(userDepots.move) && (
              <Button
                icon={<UserSwitchOutlined />}
                onClick={() =>
                  setMoving({ ids: selection.rows.map((row) => row.id), done: selection.clear })
                }
              >
                {t('move')}
              </Button>
            )}
          </>
        )}
      />
      <Suspense>
        {moving && (
          <MoveDialog
            ids={moving.ids}
            onClose={() => setMoving(null)}
            onMoved={(result) => {
              setMoving(null)
              moving.done()
              if (result.failed > 0) setOutcome({ title: t('move'), result })
            }}
          />
        )}
        {outcome && <ResultSheet outcome={outcome} onClose={() => setOutcome(null)} />}
      </Suspense>
    </>
  )
}
