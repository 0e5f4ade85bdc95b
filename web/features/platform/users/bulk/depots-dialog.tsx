import { Form, Modal } from 'antd'
import { useState } from 'react'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { depotUsers } from '#contracts/platform/people/users.depots.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { RefSelect } from '../../../../kit/form/choices/ref-select.tsx'
import { useT } from '../../../../kit/text/i18n.ts'

/** Puts many users into depots, in addition to those they work at. */
export default function DepotsDialog({
  userIds,
  onClose,
  onDone,
}: {
  userIds: readonly string[]
  onClose: () => void
  onDone: (result: BulkResult) => void
}) {
  const t = useT('users')
  const [depotIds, setDepotIds] = useState<string[]>([])
  const assign = useAction(depotUsers.assign, { onDone })
  return (
    <Modal
      open
      width={480}
      title={t('depots.title', { count: userIds.length })}
      okText={t('depots.assign')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: assign.busy, disabled: depotIds.length === 0 }}
      onOk={() => void assign.run({ userIds: [...userIds], depotIds })}
      onCancel={onClose}
    >
      <p className="py-hint">{t('depots.hint')}</p>
      <Form layout="vertical">
        <Form.Item label={t('depots.choose')} htmlFor="users-depots">
          <RefSelect
            id="users-depots"
            of="depots"
            many
            value={depotIds}
            onChange={(next) => setDepotIds(next === null ? [] : [next].flat().map(String))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
