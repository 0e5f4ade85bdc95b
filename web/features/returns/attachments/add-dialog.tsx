import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { attachments } from '#contracts/returns/attachments.ts'
import { RecordFiles } from '../../../kit/files/record-files.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Kind = 'shipment' | 'return_track'

/** Files for a record, found by its number. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT('attachments')
  const [ownerKind, setOwnerKind] = useState<Kind>('shipment')
  const [no, setNo] = useState('')
  const find = useAction(attachments.record, { success: false })
  const [record, setRecord] = useState<Awaited<ReturnType<typeof find.run>> | null>(null)
  const found = record?.ok ? record.result : null
  const look = async () => setRecord(await find.run({ ownerKind, no: no.trim() }))
  return (
    <Modal open title={t('add')} footer={null} onCancel={onClose} destroyOnHidden>
      <Form layout="vertical" onFinish={() => void look()}>
        <Form.Item label={t('record')}>
          <Segments
            options={(['shipment', 'return_track'] as const).map((value) => ({
              value,
              label: t(`of.${value}`),
            }))}
            value={ownerKind}
            onChange={(next) => {
              setOwnerKind(next)
              setRecord(null)
            }}
            aria-label={t('record')}
          />
        </Form.Item>
        <Form.Item label={t('recordNo')} htmlFor="attachment-record">
          <Input
            id="attachment-record"
            value={no}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setNo(event.target.value)}
          />
        </Form.Item>
        <Button htmlType="submit" loading={find.busy} disabled={no.trim() === ''}>
          {t('find')}
        </Button>
      </Form>
      {found && (
        <>
          <h3>{found.no}</h3>
          <RecordFiles ownerKind={found.ownerKind} ownerId={found.ownerId} kind={found.kind} />
        </>
      )}
    </Modal>
  )
}
