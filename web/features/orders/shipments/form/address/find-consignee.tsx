import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../../../kit/http/api.ts'
import { useNotify } from '../../../../../kit/http/notify.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { partyCall, type Party } from './party-picker.tsx'

const PopupDialog = lazy(() => import('../../../../../kit/resource/popup-dialog.tsx'))

/** Finds one of very many consignees by several fields, in a window with columns and pages. */
export function FindConsignee({
  customerId,
  onPick,
}: {
  customerId: string
  onPick: (party: Party) => void
}) {
  const t = useT('shipments')
  const notify = useNotify()
  const [open, setOpen] = useState(false)
  // A row of the report has only its columns; the address is taken over whole.
  const take = async (id: unknown) => {
    setOpen(false)
    try {
      onPick(await call(partyCall('consignees'), { id: String(id) }))
    } catch (error) {
      notify.failed(error)
    }
  }
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('form.findConsignee')}
      </Button>
      <Suspense>
        {open && (
          <PopupDialog
            code="consignees"
            orgFields="id"
            destFields="id"
            title={t('form.pickConsignee')}
            param={customerId ? { customerId } : {}}
            onOk={([row]) => void take(row?.id)}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
