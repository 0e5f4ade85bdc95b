import { Form, Input } from 'antd'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { RefSelect } from '../../../../kit/resource/ref-select.tsx'
import { CHOICE, ChoiceSelect } from './choice-select.tsx'
import type { OrderChoices } from './use-order-choices.ts'

interface HeadSectionProps {
  /** The order that is changed or copied: its labels hold while its choices do. */
  from: OrderDetail | null
  staff: boolean
  editing: boolean
  choices: OrderChoices | undefined
}

/** Whose order, by which service, through which depot. */
export function HeadSection({ from, staff, editing, choices }: HeadSectionProps) {
  const t = useT('shipments')
  const chosen: unknown = Form.useFormInstance().getFieldValue('customerId')
  return (
    <section className="order-section">
      <h2>{t('form.section.order')}</h2>
      <div className="order-grid">
        {staff && (
          <Form.Item name="customerId" label={t('customerId')} {...CHOICE}>
            <RefSelect
              of="customers"
              text={chosen === from?.customerId ? (from?.customerId_dictText ?? null) : null}
              disabled={editing}
              placeholder={t('form.house')}
            />
          </Form.Item>
        )}
        <Form.Item
          name="reference"
          label={t('field.reference')}
          required
          extra={t(staff ? 'form.referenceHelp.staff' : 'form.referenceHelp')}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="serviceId" label={t('serviceId')} required {...CHOICE}>
          <ChoiceSelect
            list="services"
            options={choices?.services}
            of={from?.serviceId}
            text={from?.serviceId_dictText}
          />
        </Form.Item>
        <Form.Item name="depotId" label={t('depotId')} required {...CHOICE}>
          <ChoiceSelect
            list="depots"
            options={choices?.depots}
            of={from?.depotId}
            text={from?.depotId_dictText}
          />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input maxLength={500} autoComplete="off" />
        </Form.Item>
      </div>
    </section>
  )
}
