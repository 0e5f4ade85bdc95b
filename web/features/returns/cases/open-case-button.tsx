import { MessageOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { cases } from '#contracts/returns/cases/cases.ts'
import { Can } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import type { CaseFor, CaseOf } from './open-case-dialog.tsx'

const OpenCaseDialog = lazy(() => import('./open-case-dialog.tsx'))

/** Opens a case about a record, for who may; without one it can be about a delivery number. */
export function OpenCaseButton({
  of,
  customer,
  ...rest
}: { of?: CaseOf; customer?: CaseFor } & Omit<ButtonProps, 'onClick'>) {
  const t = useT('cases')
  const [open, setOpen] = useState(false)
  return (
    <Can action={cases.add}>
      <Button icon={<MessageOutlined />} {...rest} onClick={() => setOpen(true)}>
        {t('open.do')}
      </Button>
      <Suspense>
        {open && <OpenCaseDialog of={of} customer={customer} onClose={() => setOpen(false)} />}
      </Suspense>
    </Can>
  )
}
