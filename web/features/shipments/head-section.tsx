import { useT } from '../../kit/i18n.ts'
import { RefSelect } from '../../kit/ref-select.tsx'
import type { Draft, HeadField } from './draft.ts'
import { fieldId } from './field-labels.ts'
import { Frame, TextField, type Issues, type SetField } from './form-field.tsx'

interface HeadSectionProps { draft: Draft; issues: Issues; set: SetField; staff: boolean; editing: boolean; texts: Readonly<Partial<Record<HeadField, string>>> }

/** Whose order, by which service, through which depot. */
export function HeadSection({ draft, issues, set, staff, editing, texts }: HeadSectionProps) {
  const t = useT('shipments')
  const choice = (name: 'customerId' | 'serviceId' | 'depotId', of: string) => (
    <Frame path={name} label={t(name)} issue={issues[name]} required={name !== 'customerId'}>
      <RefSelect id={fieldId(name)} of={of} value={draft[name] || null} text={texts[name] ?? null} disabled={name === 'customerId' && editing} {...(name === 'customerId' ? { placeholder: t('form.house') } : {})} onChange={(next) => set(name, typeof next === 'string' ? next : '')} />
    </Frame>
  )
  return (
    <section className="order-section">
      <h2>{t('form.section.order')}</h2>
      <div className="order-grid">
        {staff && choice('customerId', 'customers')}
        <TextField path="reference" label={t('field.reference')} value={draft.reference} set={set} issue={issues.reference} required max={60} help={t('form.referenceHelp')} />
        {choice('serviceId', 'delivery-services')}
        {choice('depotId', 'depots')}
        <TextField path="remark" label={t('remark')} value={draft.remark} set={set} issue={issues.remark} max={500} />
      </div>
    </section>
  )
}
