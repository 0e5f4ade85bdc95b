import { Form, Input, Switch } from 'antd'
import { countries, type countryList } from '#contracts/platform/lists/countries.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { refreshDictionaries } from '../../../kit/http/dict.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'

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

const FIELDS = [
  'name',
  'nameEn',
  'phoneCode',
  'currency',
  'eu',
  'embargo',
  'enabled',
  'remark',
] as const
const valuesOf = (row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field] ?? null])) as unknown as Values

/** A country's words and flags; its codes are ISO's. */
export default function CountryDialog({
  row,
  onClose,
}: {
  row: RowOf<typeof countryList>
  onClose: () => void
}) {
  const t = useT('countries')
  const edit = useAction(countries.edit, {
    ownRefusals: true,
    onDone: () => void refreshDictionaries(),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: valuesOf(row),
    version: row.version,
    save: (values, version) => edit.run({ ...values, id: row.id, version: Number(version) }),
    onSaved: onClose,
    label: (path) => (FIELDS.some((field) => field === path) ? t(path) : null),
    fields: FIELDS,
    show: (_, value) =>
      typeof value === 'boolean' ? t(value ? 'value.yes' : 'value.no') : String(value ?? ''),
    valuesOf,
  })
  return (
    <EntryModal
      entry={entry}
      title={`${t('action.edit')} ${row.iso2 ?? ''}`}
      okText={t('action.save')}
      width={520}
      onClose={onClose}
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
    </EntryModal>
  )
}
