import { RiseOutlined, RocketOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { customers } from '#contracts/parties/customers.ts'
import { useOpen } from '../../../kit/list/use-open.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { RaiseDialog, useMayRaise } from '../prices/index.ts'
import './services.css'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))

/** Customers; each has a page of its own. */
export default function Customers({ title }: { title: string }) {
  const t = useT('services')
  const navigate = useNavigate()
  const { open, show } = useOpen()
  const mayRaise = useMayRaise()
  const [raising, setRaising] = useState<readonly string[] | null>(null)
  const [assigning, setAssigning] = useState<readonly string[] | null>(null)
  // What the search found, and addresses from before the page.
  if (open?.kind === 'row') return <Navigate to={`/delivery/customers/${open.id}`} replace />
  return (
    <>
      <ResourceScreen
        of={customers}
        title={title}
        actions={(selection) => (
          <>
            <Can action={serviceDesk.assign}>
              <Button icon={<RocketOutlined />} onClick={() => setAssigning([...selection.ids])}>
                {t('assign')}
              </Button>
            </Can>
            {mayRaise && (
              <Button icon={<RiseOutlined />} onClick={() => setRaising([...selection.ids])}>
                {t('raise')}
              </Button>
            )}
          </>
        )}
        page={{
          open: (row) => void navigate(`/delivery/customers/${row.id}`),
          add: () => show({ kind: 'new', id: null }),
        }}
      />
      <Suspense>
        {raising && <RaiseDialog customers={raising} onClose={() => setRaising(null)} />}
        {assigning && <AssignDialog customerIds={assigning} onClose={() => setAssigning(null)} />}
      </Suspense>
    </>
  )
}
