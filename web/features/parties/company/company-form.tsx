import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import {
  company,
  COMPANY_FIELDS,
  PAGE_FIELDS,
  type CompanyProfile,
} from '#contracts/parties/company.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { zones } from '../../../kit/form/choices/zones.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { LogoInput } from './logo-input.tsx'
import './company.css'

/** The company the tenant is, as its invoices name it. */
export function CompanyForm() {
  const t = useT('company')
  const { data, error, refetch } = useApi(company.profile, {})
  return (
    <section>
      <h2>{t('section')}</h2>
      <p className="py-hint">{t('hint')}</p>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {data && <ProfileForm key={data.version} profile={data} />}
    </section>
  )
}

function ProfileForm({ profile }: { profile: CompanyProfile }) {
  const t = useT('company')
  const lang = useLang()
  const formId = useId()
  const save = useAction(company.saveProfile, { ownRefusals: true })
  const entry = useEntry<CompanyProfile>({
    name: 'company-profile',
    draft: null,
    start: profile,
    version: profile.version,
    save: (values, version) => save.run({ ...profile, ...values, version: Number(version) }),
    onSaved: () => {},
    label: (path) => (t.has(path) ? t(path) : null),
    fields: [...COMPANY_FIELDS, 'timeZone', 'currency', ...PAGE_FIELDS],
  })
  return (
    <Form {...entry.props} id={formId} className="company-form">
      {entry.notes}
      {COMPANY_FIELDS.map((key) => (
        <Form.Item
          key={key}
          name={key}
          label={t(key)}
          {...(t.has(`${key}.help`) ? { extra: t(`${key}.help`) } : {})}
        >
          {key === 'country' ? <DictSelect code="country" /> : <Input />}
        </Form.Item>
      ))}
      <Form.Item name="timeZone" label={t('timeZone')} extra={t('timeZone.help')}>
        <ChoiceInput options={zones(lang).map(({ zone, label }) => ({ value: zone, label }))} />
      </Form.Item>
      <Form.Item name="currency" label={t('currency')} extra={t('currency.help')}>
        <DictSelect code="currency" />
      </Form.Item>
      {PAGE_FIELDS.map((key) => (
        <Form.Item key={key} name={key} label={t(key)} extra={t(`${key}.help`)}>
          {key === 'pageLogo' ? <LogoInput /> : <Input />}
        </Form.Item>
      ))}
      <div className="company-save">
        <Button type="primary" htmlType="submit" loading={entry.busy} disabled={!entry.changed}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
