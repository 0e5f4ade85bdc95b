import { Form, Input, Modal } from 'antd'
import { outBatches, type OutboundDetail } from '#contracts/depot/outbound.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useNotify } from '../../../kit/platform/notify.tsx'
import { ownDepot } from '../../../kit/session/own-profile.ts'
import { RefSelect } from '../../../kit/resource/ref-select.tsx'
import { isText, storageSet, storageGet } from '../../../kit/platform/storage.ts'
import { useAction } from '../../../kit/http/use-action.ts'

interface Values {
  depotId: string
  channelIds: string[]
  no?: string
  remark?: string
}
const DEPOT = 'WAREHOUSE_STATION_DEPOT'

/** Opens a batch at a depot for one or several channels; the depot of last time stands there already. */
export default function NewOutboundBatch({
  onClose,
  onMade,
}: {
  onClose: () => void
  onMade: (batch: OutboundDetail) => void
}) {
  const t = useT('out-batches')
  const notify = useNotify()
  const [form] = Form.useForm<Values>()
  const add = useAction(outBatches.add, { invalidates: ['/erp/outBatch'], ownRefusals: true })
  const send = async (values: Values) => {
    const outcome = await add.run({
      ...values,
      no: values.no || undefined,
      remark: values.remark || null,
    })
    if (outcome.ok) {
      storageSet(DEPOT, values.depotId, null)
      return onMade(outcome.result)
    }
    const { error } = outcome
    form.setFields(
      error.issues.map((issue) => ({
        name: issue.path.split('.')[0] as keyof Values,
        errors: [issue.message],
      })),
    )
    if (error.issues.length === 0) notify.failed(error)
  }
  const required = [{ required: true, message: t('field.required') }]
  return (
    <Modal
      open
      title={t('form.new')}
      okText={t('open')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: add.busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ depotId: storageGet(DEPOT, isText) ?? ownDepot() }}
        onFinish={(values) => void send(values)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item name="depotId" label={t('depotId')} rules={required}>
          <RefSelect of="depots" autoFocus />
        </Form.Item>
        <Form.Item
          name="channelIds"
          label={t('channelIds')}
          rules={required}
          extra={t('channelIds.help')}
        >
          <RefSelect of="channels" many />
        </Form.Item>
        <Form.Item name="no" label={t('no')} extra={t('no.help')}>
          <Input placeholder="OB20260301" maxLength={20} autoComplete="off" />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
