import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { userDepots } from '#contracts/parties/user-depot-calls.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { reasonOf } from '../../../kit/http/notify.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../kit/text/i18n.ts'

/** Whose the chosen codes are from now on. */
export default function MoveDialog({
  ids,
  onClose,
  onMoved,
}: {
  ids: string[]
  onClose: () => void
  onMoved: (result: BulkResult) => void
}) {
  const t = useT('user-depots')
  const [customerId, setCustomerId] = useState('')
  const move = useAction(userDepots.move, { ownRefusals: true, onDone: onMoved })
  return (
    <Modal
      open
      width={440}
      title={t('move')}
      okText={t('move')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: move.busy, disabled: customerId === '' }}
      onOk={() => void move.run({ ids, customerId })}
      onCancel={onClose}
    >
      <p>{t('move.note')}</p>
      <Form layout="vertical">
        <Form.Item label={t('move.to')} htmlFor="user-depot-customer">
          <RefSelect
            id="user-depot-customer"
            of="customers"
            value={customerId || null}
            onChange={(next) => setCustomerId(typeof next === 'string' ? next : '')}
          />
        </Form.Item>
      </Form>
      {move.error && <Alert type="error" role="alert" title={reasonOf(move.error, t)} />}
    </Modal>
  )
}
