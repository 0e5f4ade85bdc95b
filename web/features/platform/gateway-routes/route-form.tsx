import { Form, Input, Switch } from 'antd'
import {
  gatewayRoutes,
  type GatewayRoute,
  type RouteDraft,
} from '#contracts/platform/operations/gateway-routes.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { useT } from '../../../kit/text/i18n.ts'

type Values = Omit<RouteDraft, 'status'> & { enabled: boolean }
const NEW: Values = {
  name: '',
  uri: '',
  predicates: '[{"name":"Path","args":["/gateway/name/**"]}]',
  filters: '[]',
  retryable: false,
  stripPrefix: 2,
  persist: false,
  showApi: false,
  access: 'login',
  orderNum: 100,
  enabled: true,
}
const valuesOf = ({ status, ...row }: GatewayRoute): Values => ({
  name: row.name,
  uri: row.uri,
  predicates: row.predicates,
  filters: row.filters,
  retryable: row.retryable,
  stripPrefix: row.stripPrefix,
  persist: row.persist,
  showApi: row.showApi,
  access: row.access,
  orderNum: row.orderNum,
  enabled: status === 1,
})

/** One route of the gateway. */
export default function RouteForm({
  row,
  onClose,
}: {
  row: GatewayRoute | null
  onClose: () => void
}) {
  const t = useT('gateway-routes')
  const add = useAction(gatewayRoutes.add, { ownRefusals: true })
  const edit = useAction(gatewayRoutes.edit, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: `gateway:${row?.id ?? 'new'}`,
    start: row ? valuesOf(row) : NEW,
    version: row?.version,
    save: ({ enabled, ...values }, version) => {
      const body = { ...values, status: enabled ? (1 as const) : (0 as const) }
      return row === null
        ? add.run(body)
        : edit.run({ ...body, id: row.id, version: Number(version) })
    },
    onSaved: onClose,
    label: (path) => (path in NEW ? t(path) : null),
  })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryDrawer entry={entry} title={t(row ? 'form.edit' : 'form.new')} onClose={onClose}>
      <Form.Item name="name" label={t('name')} rules={required}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="access" label={t('access')} rules={required} extra={t('access.help')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item
        name="uri"
        label={t('uri')}
        rules={required}
        extra={t('uri.help')}
        className="py-form-wide"
      >
        <Input maxLength={300} />
      </Form.Item>
      <Form.Item
        name="predicates"
        label={t('predicates')}
        rules={required}
        className="py-form-wide"
      >
        <Input.TextArea maxLength={4000} spellCheck={false} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="filters" label={t('filters')} className="py-form-wide">
        <Input.TextArea maxLength={4000} spellCheck={false} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="stripPrefix" label={t('stripPrefix')}>
        <NumberInput min={0} max={10} precision={0} className="py-wide" />
      </Form.Item>
      <Form.Item name="orderNum" label={t('orderNum')}>
        <NumberInput min={0} max={10_000} precision={0} className="py-wide" />
      </Form.Item>
      <Form.Item name="enabled" label={t('status.1')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="retryable"
        label={t('retryable')}
        valuePropName="checked"
        extra={t('retryable.help')}
      >
        <Switch />
      </Form.Item>
      <Form.Item name="persist" label={t('persist')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="showApi"
        label={t('showApi')}
        extra={t('showApi.help')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </EntryDrawer>
  )
}
