import { PlayCircleOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { onlineReportList, RUN_REPORTS } from '#contracts/insight/online-reports.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const ReportForm = lazy(() => import('./report-form.tsx'))
const COLUMNS = [
  'code',
  'name',
  'nameEn',
  'sourceId',
  'perm',
  'inMenu',
  'chart',
  'cron',
  'nextRunAt',
  'builtIn',
] as const

/** Where analysts write reports. */
export default function OnlineReports() {
  const t = useT('online-reports')
  const may = useRightsCheck()
  const navigate = useNavigate()
  return (
    <ResourceScreen
      of={onlineReportList}
      columns={COLUMNS}
      rowActions={(row) =>
        may(RUN_REPORTS)
          ? [
              {
                key: 'run',
                label: t('run'),
                icon: <PlayCircleOutlined />,
                onClick: () => void navigate(`/online/report/${row.id}`),
              },
            ]
          : []
      }
      form={({ id, close }) => (
        <Suspense>
          <ReportForm id={id} onClose={close} />
        </Suspense>
      )}
    />
  )
}
