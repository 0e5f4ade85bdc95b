import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { RowOf } from '#contracts/kit/entity.ts'
import { serviceChoices, serviceChoiceList } from '#contracts/orders/service-choices.ts'
import { CodeList, CodeNames } from '../../../kit/form/choices/code-list.tsx'
import type { Inputs } from '../../../kit/resource/resource-form.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const DryRun = lazy(() => import('./dry-run.tsx'))

const INPUTS: Inputs = {
  kinds: (props) => <CodeList {...props} code="shipment_resource" />,
  attributes: (props) => <CodeList {...props} code="order_attribute" />,
}
const CELLS = {
  kinds: ({ kinds }: RowOf<typeof serviceChoiceList>) => (
    <CodeNames code="shipment_resource" value={kinds} />
  ),
  attributes: ({ attributes }: RowOf<typeof serviceChoiceList>) => (
    <CodeNames code="order_attribute" value={attributes} />
  ),
}

/** A customer's rules for orders without a service, in the order they are tried. */
export default function ServiceChoices() {
  const t = useT('service-choices')
  const mayTry = useCan(serviceChoices.dryRun)
  const [open, setOpen] = useState(false)
  return (
    <>
      <ResourceScreen
        of={serviceChoiceList}
        inputs={INPUTS}
        cells={CELLS}
        toolbar={() => mayTry && <Button onClick={() => setOpen(true)}>{t('dryRun')}</Button>}
      />
      <Suspense>{open && <DryRun onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
