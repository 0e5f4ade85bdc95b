import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Input, Skeleton, Switch } from 'antd'
import { carrierAccounts, type ServiceMapping } from '#contracts/carriers/carrier-accounts.ts'
import type {
  AccountMode,
  LabelCarrierCode,
  SimulatorScript,
} from '#contracts/carriers/carrier-sets.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { ServiceOptions, type Option } from './service-options.tsx'
import type { Described } from './use-carrier.ts'
import './carrier-labels.css'

interface Values {
  name: string
  mode: AccountMode
  courierId: string
  labelFormat: 'pdf' | 'zpl'
  mustEncode: boolean
  enabled: boolean
  simulatorScript: SimulatorScript
  remark: string
  settings: Record<string, string>
  billing: Record<string, string>
  services: { serviceId: string; product: string; options: Option[] }[]
}
type Read = Out<typeof carrierAccounts.read>
interface FormProps {
  id: string | null
  carrier: Described
  onClose: () => void
}

/** An account: what its carrier asks for, billing numbers, and which services it sells. */
export default function AccountForm({ id, carrier, onClose }: FormProps) {
  const t = useT('carrier-labels')
  const found = useApi(
    carrierAccounts.read,
    { id: id ?? '' },
    { enabled: id !== null, staleTime: 0 },
  )
  if (id === null || (found.data && !found.isFetching))
    return <Fields id={id} carrier={carrier} row={found.data ?? null} onClose={onClose} />
  return (
    <Drawer open size={640} onClose={onClose} title={t('account.edit')} rootClassName="py-drawer">
      {found.error ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

const listed = (options: ServiceMapping['options']): Option[] =>
  Object.entries(options).map(([code, value]) => ({ code, value: value === true ? '' : value }))
const mapped = (options: readonly Option[]): ServiceMapping['options'] =>
  Object.fromEntries(
    options
      .filter((one) => one?.code)
      .map(({ code, value }) => [code, value?.trim() ? value.trim() : (true as const)]),
  )

function startOf(row: Read | null, carrier: Described): Values {
  if (row)
    return {
      ...row,
      remark: row.remark ?? '',
      services: row.services.map((one) => ({ ...one, options: listed(one.options) })),
    }
  return {
    name: '',
    mode: 'simulator',
    courierId: '',
    labelFormat: 'pdf',
    mustEncode: true,
    enabled: true,
    simulatorScript: 'usual',
    remark: '',
    settings: Object.fromEntries(
      carrier.fields.flatMap(({ name, initial }) => (initial === null ? [] : [[name, initial]])),
    ),
    billing: {},
    services: [],
  }
}

const filled = (given: Record<string, string> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value?.trim()))

function Fields({ id, carrier, row, onClose }: FormProps & { row: Read | null }) {
  const t = useT('carrier-labels')
  const fields = useT('carrier-accounts')
  const add = useAction(carrierAccounts.add, { ownRefusals: true })
  const edit = useAction(carrierAccounts.edit, { ownRefusals: true })
  const open = carrier.fields.filter(({ secret }) => !secret)
  const billed = carrier.products.filter((one) => one.billed)
  const products = carrier.products.map(({ code, title }) => ({
    value: code,
    label: `${code} ${title}`,
  }))
  const entry = useEntry<Values>({
    draft: null,
    start: startOf(row, carrier),
    version: row?.version,
    save: ({ services, settings, billing, ...values }, version) => {
      const body = {
        ...values,
        settings: filled(settings),
        billing: filled(billing),
        services: services.map((one) => ({ ...one, options: mapped(one.options ?? []) })),
      }
      return id === null
        ? add.run({ ...body, carrier: carrier.code as LabelCarrierCode })
        : edit.run({ ...body, id, version: Number(version) })
    },
    onSaved: onClose,
    label: (path) =>
      open.find(({ name }) => path === `settings.${name}`)?.title ??
      (path.startsWith('services') ? t('account.services') : null) ??
      (path.startsWith('billing') ? t('account.billing') : null) ??
      (fields.has(path) ? fields(path) : null),
  })
  const mode = Form.useWatch('mode', entry.form) ?? row?.mode ?? 'simulator'
  const required = [{ required: true, message: t('field.required') }]
  const settings = (some: typeof open) =>
    some.map((field) => (
      <Form.Item
        key={field.name}
        name={['settings', field.name]}
        label={field.title}
        {...(field.required && mode !== 'simulator' ? { rules: required } : {})}
      >
        <Input maxLength={field.max} autoComplete="off" />
      </Form.Item>
    ))
  return (
    <EntryDrawer
      entry={entry}
      title={t(id === null ? 'account.new' : 'account.edit')}
      onClose={onClose}
    >
      <Form.Item name="name" label={fields('name')} rules={required}>
        <Input maxLength={100} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item name="mode" label={fields('mode')} rules={required}>
        <DictSelect code="carrier_mode" />
      </Form.Item>
      {mode === 'simulator' && (
        <Form.Item name="simulatorScript" label={t('account.script')}>
          <DictSelect code="carrier_script" />
        </Form.Item>
      )}
      <Form.Item name="courierId" label={fields('courierId')} rules={required}>
        <RefSelect of="couriers" />
      </Form.Item>
      <Form.Item name="labelFormat" label={fields('labelFormat')}>
        <DictSelect code="carrier_format" only={carrier.formats} />
      </Form.Item>
      <Form.Item
        name="mustEncode"
        label={fields('mustEncode')}
        extra={fields('mustEncode.help')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="enabled" label={fields('enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <h3 className="py-form-wide">{t('account.login')}</h3>
      {settings(open.filter(({ isOfFiles }) => !isOfFiles))}
      <p className="py-hint py-form-wide">{t('account.secrets')}</p>
      {billed.length > 0 && <h3 className="py-form-wide">{t('account.billing')}</h3>}
      {billed.map(({ code, title }) => (
        <Form.Item key={code} name={['billing', code]} label={`${code} ${title}`}>
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
      ))}
      <h3 className="py-form-wide">{t('account.files')}</h3>
      {settings(open.filter(({ isOfFiles }) => isOfFiles))}
      <p className="py-hint py-form-wide">{t('account.files.hint')}</p>
      <h3 className="py-form-wide">{t('account.services')}</h3>
      <div className="py-form-wide">
        <Form.List name="services">
          {(rows, { add: more, remove }) => (
            <>
              {rows.map(({ key, name }) => (
                <div key={key} className="carrier-service">
                  <Form.Item name={[name, 'serviceId']} label={t('service')} rules={required}>
                    <RefSelect of="delivery-services" />
                  </Form.Item>
                  <Form.Item name={[name, 'product']} label={t('product')} rules={required}>
                    <ChoiceInput options={products} />
                  </Form.Item>
                  <Button
                    type="text"
                    icon={<DeleteOutlined />}
                    aria-label={t('action.remove')}
                    onClick={() => remove(name)}
                  />
                  <ServiceOptions name={name} offers={carrier.services} />
                </div>
              ))}
              <Button icon={<PlusOutlined />} onClick={() => more({ options: [] })}>
                {t('account.addService')}
              </Button>
            </>
          )}
        </Form.List>
      </div>
      <Form.Item name="remark" label={fields('remark')} className="py-form-wide">
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </EntryDrawer>
  )
}
