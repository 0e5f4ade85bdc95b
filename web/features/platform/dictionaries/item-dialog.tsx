import { Form, Input, Select, Switch } from 'antd'
import type { DictItemRow, DictRow } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'

interface Values {
  itemValue: string
  itemText: string
  itemTextEn: string | null
  color: string | null
  description: string | null
  on: boolean
}

const LABELS: Record<keyof Values, string> = {
  itemValue: 'itemValue',
  itemText: 'itemText',
  itemTextEn: 'itemTextEn',
  color: 'color',
  description: 'itemDescription',
  on: 'status',
}
const valuesOf = (item: DictItemRow | null): Values => ({
  itemValue: item?.itemValue ?? '',
  itemText: item?.itemText ?? '',
  itemTextEn: item?.itemTextEn ?? null,
  color: item?.color ?? null,
  description: item?.description ?? null,
  on: item === null || item.status === '1',
})

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
  const after = { ownRefusals: true }
  const add = useAction(dictItems.add, after)
  const edit = useAction(dictItems.edit, after)
  const entry = useEntry<Values>({
    draft: null,
    start: valuesOf(item),
    version: item?.version,
    save: ({ on, ...values }, version) => {
      const body = { ...values, status: on ? '1' : '0' }
      return item
        ? edit.run({ ...body, id: item.id, version: Number(version) } as never)
        : add.run({ ...body, dictId: dict.id } as never)
    },
    onSaved: onClose,
    label: (path) => (path in LABELS ? t(LABELS[path as keyof Values]) : null),
    fields: Object.keys(LABELS).filter((field) => field !== 'on'),
    valuesOf: (newer) => valuesOf(newer as unknown as DictItemRow),
  })
  return (
    <EntryModal
      entry={entry}
      title={t(item ? 'items.edit' : 'items.new')}
      okText={t('action.save')}
      width={520}
      onClose={onClose}
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
          options={COLOURS.map((value) => ({ value, label: t(`color.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="description" label={t('itemDescription')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="on" label={t('status')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </EntryModal>
  )
}

/** What an item may be coloured with. */
export const COLOURS = [
  'default',
  'processing',
  'success',
  'warning',
  'error',
  'cyan',
  'blue',
  'gold',
  'purple',
] as const
