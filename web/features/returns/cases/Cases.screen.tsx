import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { cases, caseList } from '#contracts/returns/cases/cases.ts'
import { CASE_STATUS } from '#contracts/returns/cases/cases.states.ts'
import { Segments } from '../../../kit/form/segments.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAddress } from '../../../kit/list/use-address.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { CaseVerb } from './bulk-dialog.tsx'
import { CaseFigures } from './case-figures.tsx'
import { CasePanel } from './case-panel.tsx'
import { CaseStatus, useCaseStatus } from './case-status.tsx'
import { OpenCaseButton } from './open-case-button.tsx'
import './cases.css'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))
const ALL = ''
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
  // The tabs are the filter by one status: a link narrows the list and its tab is the active one.
  const [address, setAddress] = useAddress()
  const status = address.get('status') ?? ALL
  const setStatus = (next: string) =>
    setAddress((now) => {
      now.delete('pageNo')
      if (next === ALL) now.delete('status')
      else now.set('status', next)
      return now
    })
  const [bulk, setBulk] = useState<{ verb: CaseVerb; ids: string[]; done: () => void } | null>(null)
  const counts = useApi(cases.counts, {}, { keepPrevious: true })
  const statusText = useCaseStatus()
  const count = (value: string) => counts.data?.[value] ?? 0
  const tabs = [
    {
      value: ALL,
      label: `${t('tab.all')} ${CASE_STATUS.reduce((sum, one) => sum + count(one), 0)}`,
    },
    ...CASE_STATUS.map((value) => ({
      value: value as string,
      label: `${statusText(value)} ${count(value)}`,
    })),
  ]
  return (
    <>
      <ResourceScreen
        of={caseList}
        title={title}
        name="cases"
        columns={COLUMNS}
        cells={{ status: (row) => <CaseStatus status={String(row.status)} /> }}
        numbers={['no', 'sourceNo']}
        newButton={<OpenCaseButton type="primary" />}
        top={
          <>
            <CaseFigures />
            <Segments
              className="ret-tabs"
              options={tabs}
              value={status}
              onChange={setStatus}
              aria-label={t('tabs')}
            />
          </>
        }
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
