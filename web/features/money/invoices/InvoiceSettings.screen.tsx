import { Button, Form, Input, Switch } from 'antd'
import { useId } from 'react'
import type { InvoiceSetting } from '#contracts/money/invoices.parts.ts'
import { invoices } from '#contracts/money/invoices.ts'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { PageHeader } from '../../../kit/platform/page-header.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { CompanyForm } from '../../parties/company/index.ts'
import './invoices.css'

/** The company as invoices name it, and how it invoices. */
export default function InvoiceSettings({ title }: { title: string }) {
  const t = useT('invoices')
  const { data, error, refetch } = useApi(invoices.setting, {})
  return (
    <div className="company-page">
      <PageHeader title={title} />
      <CompanyForm />
      <section>
        <h2>{t('setting.section')}</h2>
        {error && <ErrorNote error={error} retry={() => void refetch()} />}
        {data && <SettingForm key={data.version} setting={data} />}
      </section>
    </div>
  )
}

function SettingForm({ setting }: { setting: InvoiceSetting }) {
  const t = useT('invoices')
  const formId = useId()
  const save = useAction(invoices.saveSetting, { ownRefusals: true })
  const entry = useEntry<InvoiceSetting>({
    name: 'invoice-setting',
    draft: null,
    start: setting,
    version: setting.version,
    save: (values, version) => save.run({ ...setting, ...values, version: Number(version) }),
    onSaved: () => {},
    label: (path) => (t.has(`setting.${path}`) ? t(`setting.${path}`) : null),
    fields: ['prefix', 'paymentDays', 'monthly', 'prepaid', 'sendOnIssue'],
  })
  return (
    <Form {...entry.props} id={formId} className="company-form">
      {entry.notes}
      <Form.Item name="prefix" label={t('setting.prefix')} extra={t('setting.prefix.help')}>
        <Input maxLength={6} />
      </Form.Item>
      <Form.Item name="paymentDays" label={t('setting.paymentDays')}>
        <NumberInput min={0} max={365} precision={0} />
      </Form.Item>
      <Form.Item name="monthly" label={t('setting.monthly')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item
        name="prepaid"
        label={t('setting.prepaid')}
        extra={t('setting.prepaid.help')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="sendOnIssue"
        label={t('setting.sendOnIssue')}
        extra={t('setting.sendOnIssue.help')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <div className="company-save">
        <Button type="primary" htmlType="submit" loading={entry.busy} disabled={!entry.changed}>
          {t('setting.save')}
        </Button>
      </div>
    </Form>
  )
}
