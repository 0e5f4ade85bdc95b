import { Form, Input, Modal, Switch } from 'antd'
import { countries, countryCalls } from '#contracts/platform/countries.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { refreshDictionaries } from '../../../kit/text/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

interface Values {
  name: string
  nameEn: string
  phoneCode: string | null
  currency: string | null
  eu: boolean
  embargo: boolean
  enabled: boolean
  remark: string | null
}

/** A country's words and flags; its codes are ISO's. */
export default function CountryDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof countries>
  onClose: () => void
}) {
  const t = useT('countries')
  const [form] = Form.useForm<Values>()
  const edit = useAction(countryCalls.edit, {
    invalidates: [countries.path],
    ownRefusals: true,
    onDone: () => void refreshDictionaries(),
  })
  const save = async (values: Values) => {
    const done = await edit.run({ ...values, id: row.id, version: row.version })
    if (done.ok) return onClose()
    const fields = done.error.issues.map((issue) => ({
      name: issue.path as keyof Values,
      errors: [issue.message],
    }))
    form.setFields(fields.length > 0 ? fields : [{ name: 'name', errors: [done.error.message] }])
  }
  return (
    <Modal
      open
      title={`${t('action.edit')} ${row.iso2 ?? ''}`}
      width={520}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      onOk={() => form.submit()}
      confirmLoading={edit.busy}
      mask={{ closable: false }}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark
        onFinish={(values) => void save(values)}
        initialValues={row}
      >
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item
          name="nameEn"
          label={t('nameEn')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <div className="cty-params">
          <Form.Item name="phoneCode" label={t('phoneCode')}>
            <Input maxLength={8} />
          </Form.Item>
          <Form.Item name="currency" label={t('currency')}>
            <Input maxLength={3} />
          </Form.Item>
        </div>
        <div className="cty-flags">
          <Form.Item name="eu" label={t('eu')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="embargo" label={t('embargo')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <Form.Item name="enabled" label={t('enabled')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
