import { Form, Input, TreeSelect } from 'antd'
import {
  categories,
  type CategoryNode,
  type CategoryRow,
} from '#contracts/platform/lists/categories.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'

/** The category that is edited, or the parent a new one gets. */
export type Editing = { row: CategoryRow | null; pid: string | null }

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

/** One category; below another parent it moves there, with all that is below it. */
export default function CategoryDialog({
  row,
  pid,
  onClose,
  onSaved,
}: Editing & { onClose: () => void; onSaved: (row: CategoryRow) => void }) {
  const t = useT('categories')
  const tree = useApi(categories.loadTreeRoot, { async: 'false' } as never, { staleTime: 0 })
  const after = { ownRefusals: true }
  const add = useAction(categories.add, after)
  const edit = useAction(categories.edit, after)
  const choices = (nodes: readonly CategoryNode[]): Choice[] =>
    nodes.map((node) => ({
      value: node.key,
      title: `${node.code} ${node.title}`,
      disabled: row !== null && node.code.startsWith(row.code),
      children: choices(node.children ?? []),
    }))
  const entry = useEntry<Values>({
    draft: null,
    start: { name: row?.name ?? '', nameEn: row?.nameEn ?? null, pid },
    version: row?.version,
    save: (values, version) => {
      const body = { ...values, pid: values.pid ?? null }
      return row ? edit.run({ ...body, id: row.id, version: Number(version) }) : add.run(body)
    },
    onSaved: (result) => {
      onSaved(result as CategoryRow)
      onClose()
    },
    label: (path) => (['name', 'nameEn', 'pid'].includes(path) ? t(path) : null),
    fields: ['name', 'nameEn'],
    valuesOf: ({ name, nameEn, pid: parent }) => ({ name, nameEn, pid: parent }) as Values,
  })
  return (
    <EntryModal
      entry={entry}
      title={t(row ? 'form.edit' : 'form.new')}
      okText={t('action.save')}
      width={480}
      onClose={onClose}
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
    </EntryModal>
  )
}
