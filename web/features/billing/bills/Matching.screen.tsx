import { SettingOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { billRunList, billRuns } from '#contracts/billing/bill-runs.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { Deadline } from './deadline.tsx'
import { RunAside } from './run-aside.tsx'
import { RunState } from './run-state.tsx'
import './bills.css'

const NewRun = lazy(() => import('./new-run.tsx'))
const ProfileDialog = lazy(() => import('./profile-dialog.tsx'))
const SUMS = ['total', 'over', 'under'] as const

/** Carriers' invoices: taken, compared with the expected cost, decided on and posted. */
export default function Matching({ title }: { title: string }) {
  const t = useT('bills')
  const may = useRightsCheck()
  const [open, setOpen] = useState<'new' | 'profile' | null>(null)
  return (
    <>
      <ResourceScreen
        of={billRunList}
        title={title}
        sums={SUMS}
        detailSize={980}
        cells={{
          state: (row) => <RunState state={row.state} open={Number(row.open)} />,
          deadline: (row) => <Deadline day={row.deadline} isOpen={Number(row.open) > 0} />,
        }}
        aside={(row) => <RunAside key={row.id} id={row.id} />}
        newButton={
          <>
            <Button icon={<SettingOutlined />} onClick={() => setOpen('profile')}>
              {t('profile')}
            </Button>
            {may(billRuns.dryRun) && (
              <Button type="primary" icon={<UploadOutlined />} onClick={() => setOpen('new')}>
                {t('new')}
              </Button>
            )}
          </>
        }
      />
      <Suspense>
        {open === 'new' && <NewRun onClose={() => setOpen(null)} />}
        {open === 'profile' && <ProfileDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}
