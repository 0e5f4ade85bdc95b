import { Form, Input, Modal, Select, Switch } from 'antd'
import { type DictItemRow, type DictRow } from '#contracts/platform/dictionaries.ts'
import { dictItemCalls } from '#contracts/platform/dictionaries.items.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { COLOURS } from './colours.ts'
import { WORDS } from './use-items.ts'

interface Values {
  itemValue: string
  itemText: string
  itemTextEn: string | null
  color: string | null
  description: string | null
  on: boolean
}

/** One item; the value of a built-in one stays, its words may be the tenant's. */
export default function ItemDialog({
  dict,
  item,
  onClose,
}: {
  dict: DictRow
  item: DictItemRow | null
  onClose: () => void
}) {
  const t = useT('dictionaries')
  const [form] = Form.useForm<Values>()
  const after = { invalidates: WORDS, ownRefusals: true }
  const add = useAction(dictItemCalls.add, after)
  const edit = useAction(dictItemCalls.edit, after)
  const save = async ({ on, ...values }: Values) => {
    const body = { ...values, status: on ? 1 : 0 }
    const done = item
      ? await edit.run({ ...body, id: item.id, version: item.version } as never)
      : await add.run({ ...body, dictId: dict.id } as never)
    if (done.ok) return onClose()
    const fields = done.error.issues.map((issue) => ({
      name: issue.path as keyof Values,
      errors: [issue.message],
    }))
    form.setFields(
      fields.length > 0 ? fields : [{ name: 'itemText', errors: [done.error.message] }],
    )
  }
  return (
    <Modal
      open
      title={t(item ? 'items.edit' : 'items.new')}
      width={520}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={add.busy || edit.busy}
      mask={{ closable: false }}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark
        onFinish={(values) => void save(values)}
        initialValues={item ? { ...item, on: item.status === 1 } : { on: true }}
      >
        <Form.Item
          name="itemValue"
          label={t('itemValue')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={64} disabled={item?.builtIn ?? false} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="itemText"
          label={t('itemText')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="itemTextEn" label={t('itemTextEn')}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="color" label={t('color')}>
          <Select
            allowClear
            options={Object.keys(COLOURS).map((value) => ({ value, label: t(`color.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="description" label={t('itemDescription')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item name="on" label={t('status')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  )
}
