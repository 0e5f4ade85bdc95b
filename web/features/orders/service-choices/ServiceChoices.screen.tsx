import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { choiceCalls, serviceChoices } from '#contracts/orders/service-choices.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const DryRun = lazy(() => import('./dry-run.tsx'))

/** A customer's rules for orders without a service, in the order they are tried. */
export default function ServiceChoices() {
  const t = useT('service-choices')
  const mayTry = useCan(choiceCalls.dryRun)
  const [open, setOpen] = useState(false)
  return (
    <>
      <ResourceScreen
        of={serviceChoices}
        toolbar={() => mayTry && <Button onClick={() => setOpen(true)}>{t('dryRun')}</Button>}
      />
      <Suspense>{open && <DryRun onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
