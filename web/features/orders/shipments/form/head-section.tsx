import { useT } from '../../../../kit/text/i18n.ts'
import { RefSelect } from '../../../../kit/resource/ref-select.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { Draft, HeadField } from './draft.ts'
import { fieldId } from './field-labels.ts'
import { Frame, TextField, type Issues, type SetField } from './form-field.tsx'
import type { OrderChoices } from './use-order-choices.ts'

interface HeadSectionProps {
  draft: Draft
  issues: Issues
  set: SetField
  staff: boolean
  editing: boolean
  choices: OrderChoices | undefined
  texts: Readonly<Partial<Record<HeadField, string>>>
}

/** Whose order, by which service, through which depot. */
export function HeadSection({
  draft,
  issues,
  set,
  staff,
  editing,
  choices,
  texts,
}: HeadSectionProps) {
  const t = useT('shipments')
  return (
    <section className="order-section">
      <h2>{t('form.section.order')}</h2>
      <div className="order-grid">
        {staff && (
          <Frame path="customerId" label={t('customerId')} issue={issues.customerId}>
            <RefSelect
              id={fieldId('customerId')}
              of="customers"
              value={draft.customerId || null}
              text={texts.customerId ?? null}
              disabled={editing}
              placeholder={t('form.house')}
              onChange={(next) => set('customerId', typeof next === 'string' ? next : '')}
            />
          </Frame>
        )}
        <TextField
          path="reference"
          label={t('field.reference')}
          value={draft.reference}
          set={set}
          issue={issues.reference}
          required
          max={60}
          help={t('form.referenceHelp')}
        />
        <ChoiceField
          path="serviceId"
          value={draft.serviceId}
          text={texts.serviceId ?? null}
          options={choices?.services}
          issue={issues.serviceId}
          onChange={(next) => set('serviceId', next)}
        />
        <ChoiceField
          path="depotId"
          value={draft.depotId}
          text={texts.depotId ?? null}
          options={choices?.depots}
          issue={issues.depotId}
          onChange={(next) => set('depotId', next)}
        />
        <TextField
          path="remark"
          label={t('remark')}
          value={draft.remark}
          set={set}
          issue={issues.remark}
          max={500}
        />
      </div>
    </section>
  )
}
