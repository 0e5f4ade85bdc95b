import { Form, Input, Modal, TreeSelect } from 'antd'
import { categories, type CategoryNode, type CategoryRow } from '#contracts/platform/categories.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import type { Editing } from './Categories.screen.tsx'

interface Values {
  name: string
  nameEn: string | null
  pid: string | null
}
interface Choice {
  value: string
  title: string
  disabled: boolean
  children: Choice[]
}

/** One category; beneath another parent it moves there, with all that is beneath it. */
export default function CategoryDialog({
  row,
  pid,
  onClose,
  onSaved,
}: Editing & { onClose: () => void; onSaved: (row: CategoryRow) => void }) {
  const t = useT('categories')
  const [form] = Form.useForm<Values>()
  const tree = useApi(categories.loadTreeRoot, { async: 'false' } as never, { staleTime: 0 })
  const after = { invalidates: ['/sys/category'], ownRefusals: true, onDone: onSaved }
  const add = useAction(categories.add, after)
  const edit = useAction(categories.edit, after)
  const choices = (nodes: readonly CategoryNode[]): Choice[] =>
    nodes.map((node) => ({
      value: node.key,
      title: `${node.code} ${node.title}`,
      disabled: row !== null && node.code.startsWith(row.code),
      children: choices(node.children ?? []),
    }))
  const save = async (values: Values) => {
    const body = { ...values, pid: values.pid ?? null }
    const done = row
      ? await edit.run({ ...body, id: row.id, version: row.version })
      : await add.run(body)
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
      title={t(row ? 'form.edit' : 'form.new')}
      width={480}
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
        initialValues={{ name: row?.name ?? '', nameEn: row?.nameEn ?? null, pid }}
      >
        <Form.Item name="pid" label={t('pid')} extra={row ? t('move.note') : undefined}>
          <TreeSelect
            allowClear
            placeholder={t('top')}
            loading={tree.isPending}
            treeData={choices(tree.data ?? [])}
            treeDefaultExpandAll={false}
            showSearch={{ treeNodeFilterProp: 'title' }}
          />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('field.required') }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="nameEn" label={t('nameEn')}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
