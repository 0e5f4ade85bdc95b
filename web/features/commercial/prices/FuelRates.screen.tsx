import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { fuelPaste, fuelRates } from '#contracts/commercial/prices/fuel-rates.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const PasteFuel = lazy(() => import('./paste-fuel.tsx'))

/** Fuel rates month by month; several are pasted at once. */
export default function FuelRates() {
  const t = useT('prices')
  const mayPaste = useCan(fuelPaste.paste)
  const [open, setOpen] = useState(false)
  return (
    <>
      <ResourceScreen
        of={fuelRates}
        toolbar={() => mayPaste && <Button onClick={() => setOpen(true)}>{t('fuel.paste')}</Button>}
      />
      <Suspense>{open && <PasteFuel onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
