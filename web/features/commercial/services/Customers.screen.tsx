import { RocketOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { customers } from '#contracts/parties/customers.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { Can, useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import './services.css'

const AssignDialog = lazy(() => import('./assign-dialog.tsx'))
const ServicesOf = lazy(() => import('./services-of.tsx'))

/** Customers, with the services open to them. */
export default function Customers({ title }: { title: string }) {
  const t = useT('services')
  const maySee = useCan(serviceDesk.ofCustomer)
  const [assigning, setAssigning] = useState<readonly string[] | null>(null)
  return (
    <>
      <ResourceScreen
        of={customers}
        title={title}
        actions={(selection) => (
          <Can action={serviceDesk.assign}>
            <Button icon={<RocketOutlined />} onClick={() => setAssigning([...selection.ids])}>
              {t('assign')}
            </Button>
          </Can>
        )}
        {...(maySee
          ? {
              aside: (row) => (
                <Suspense>
                  <ServicesOf customerId={row.id} />
                </Suspense>
              ),
            }
          : {})}
      />
      <Suspense>
        {assigning && <AssignDialog customerIds={assigning} onClose={() => setAssigning(null)} />}
      </Suspense>
    </>
  )
}
