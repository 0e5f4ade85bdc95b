import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { cases, caseList } from '#contracts/returns/cases/cases.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { CaseVerb } from './bulk-dialog.tsx'
import { CaseFigures } from './case-figures.tsx'
import { CasePanel } from './case-panel.tsx'
import { CaseStatus, useCaseStatus } from './case-status.tsx'
import { CaseTabs } from './case-tabs.tsx'
import { NumberInList } from './number-links.tsx'
import { OpenCaseButton } from './open-case-button.tsx'
import './cases.css'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))
const CELLS = {
  status: (row: RowOf<typeof caseList>) => <CaseStatus status={String(row.status)} />,
  sourceNo: (row: RowOf<typeof caseList>) => <NumberInList row={row} />,
}
const COLUMNS = [
  'no',
  'subject',
  'type',
  'status',
  'customerId',
  'sourceNo',
  'assigneeId',
  'dueAt',
  'lastAt',
  'depotId',
  'flagged',
  'rating',
]

/** Cases by status, with the conversation next to the list. */
export default function Cases({ title }: { title: string }) {
  const t = useT('cases')
  const may = useRightsCheck()
  const statusText = useCaseStatus()
  const [bulk, setBulk] = useState<{ verb: CaseVerb; ids: string[]; done: () => void } | null>(null)
  return (
    <>
      <ResourceScreen
        of={caseList}
        title={title}
        name="cases"
        columns={COLUMNS}
        words={{ status: statusText }}
        cells={CELLS}
        numbers={['no', 'sourceNo']}
        newButton={<OpenCaseButton type="primary" />}
        top={(list) => (
          <>
            <CaseFigures />
            <CaseTabs list={list} />
          </>
        )}
        rowTone={(row) =>
          row.flagged === true || (row.dueAt && Date.parse(row.dueAt) < Date.now())
            ? 'warning'
            : undefined
        }
        detail={(row) => <CasePanel id={row.id} />}
        detailSize={860}
        actions={
          may(cases.assign)
            ? (selection, list) => {
                const start = (verb: CaseVerb) =>
                  setBulk({
                    verb,
                    ids: selection.rows.map(({ id }) => id),
                    done: () => {
                      list.refetch()
                      selection.clear()
                    },
                  })
                return (
                  <>
                    <Button type="primary" onClick={() => start('assign')}>
                      {t('assign')}
                    </Button>
                    <Button onClick={() => start('setStatus')}>{t('setStatus')}</Button>
                  </>
                )
              }
            : undefined
        }
      />
      <Suspense>
        {bulk && (
          <BulkDialog
            verb={bulk.verb}
            ids={bulk.ids}
            onClose={() => setBulk(null)}
            onDone={() => {
              bulk.done()
              setBulk(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
