import { Button } from 'antd'
import { PlusOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { useRightsCheck } from '../../../../kit/session/permissions.tsx'
import { useT } from '../../../../kit/text/i18n.ts'
import type { EventTarget } from './add-events.tsx'

const AddEvents = lazy(() => import('./add-events.tsx'))

/** Opens the dialog that adds an event from a template; absent for those who may not add any. */
export function AddEventsButton({
  target,
  templateId,
  children,
}: {
  target: EventTarget
  templateId?: string
  children?: string
}) {
  const may = useRightsCheck()
  return may(parcelEvents.addFromTemplate) ? (
    <Offered target={target} {...(templateId ? { templateId } : {})}>
      {children}
    </Offered>
  ) : null
}

function Offered({
  target,
  templateId,
  children,
}: {
  target: EventTarget
  templateId?: string
  children: string | undefined
}) {
  const t = useT('tracking')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {children ?? t('events.add')}
      </Button>
      <Suspense>
        {open && (
          <AddEvents
            target={target}
            {...(templateId ? { templateId } : {})}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
