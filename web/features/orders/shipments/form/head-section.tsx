import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { kindOf, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { CHECKED_FORMS } from '#contracts/platform/rules/checked-fields.ts'
import { fitsRule, LeaveCheck } from '../../../../kit/form/check/leave-check.tsx'
import { useT, type T } from '../../../../kit/text/i18n.ts'
import { RefSelect } from '../../../../kit/form/choices/ref-select.tsx'
import { useDict } from '../../../../kit/http/dict.ts'
import { OURS, type Draft } from './draft/draft.ts'
import { ServiceProposal } from './service-proposal.tsx'
import { useOwnKinds } from './use-own-kinds.ts'
import { CHOICE, ChoiceSelect } from './choice-select.tsx'
import type { OrderChoices } from './use-order-choices.ts'

/** Why the service an order has is none of those it may be given; null where it is one. */
function unfitService(
  id: string | null | undefined,
  { from, choices, t }: Pick<HeadSectionProps, 'from' | 'choices'> & { t: T },
): { text: string; note: string; reason: string } | null {
  if (!id || !choices || choices.services.some(({ value }) => value === id)) return null
  const other = choices.otherKind.find(({ value }) => value === id)
  const text = other?.text ?? (id === from?.serviceId ? from.serviceId_dictText : id)
  const why = other ? 'otherKind' : 'closed'
  return {
    text,
    note: t(`service.unfit.${why}`),
    reason: t(`error.service.${why}`, { value: text }),
  }
}

interface HeadSectionProps {
  /** The order that is changed or copied: its labels hold while its choices do. */
  from: OrderDetail | null
  staff: boolean
  editing: boolean
  kind: OrderKind
  choices: OrderChoices | undefined
}

const SELDOM = ['poCode', 'fbaCode', 'userDepotId'] as const

/** Whose order, by which service, through which depot. */
export function HeadSection({ from, staff, editing, kind, choices }: HeadSectionProps) {
  const t = useT('shipments')
  const own = useOwnKinds('add')
  const converts = from !== null && kindOf(from.shipmentResource).can.converts
  const names = useDict('shipment_resource')
  const kinds = names.filter(({ value }) => own.some(({ code }) => code === value))
  const form = Form.useFormInstance<Draft>()
  const chosen: unknown = form.getFieldValue('customerId')
  const serviceId = Form.useWatch('serviceId', form) as string | null | undefined
  const unfit = unfitService(serviceId, { from, choices, t })
  // Numbers few orders have cost every order a stop of the Tab key.
  const [more, setMore] = useState(false)
  const shown = (name: (typeof SELDOM)[number]) =>
    more ||
    kind.columns.includes(name) ||
    kind.required.includes(name) ||
    Boolean(form.getFieldValue(name))
  const hidden = SELDOM.filter((name) => !shown(name))
  return (
    <section className="order-section">
      <h2>{t('form.section.order')}</h2>
      <div className="order-grid">
        {(editing ? converts : true) && kinds.length > 1 && (
          <Form.Item
            name="shipmentResource"
            label={t('shipmentResource')}
            extra={editing ? t('form.convertHelp') : undefined}
            {...CHOICE}
          >
            <ChoiceSelect list="kinds" options={kinds} of={null} text={null} />
          </Form.Item>
        )}
        {staff && (
          <Form.Item name="customerId" label={t('customerId')} required {...CHOICE}>
            <RefSelect
              of="customers"
              text={chosen === from?.customerId ? (from?.customerId_dictText ?? null) : null}
              disabled={editing}
              first={{ value: OURS, label: t('form.house') }}
            />
          </Form.Item>
        )}
        <LeaveCheck
          name="reference"
          stored={from?.reference}
          asks={[fitsRule(CHECKED_FORMS.shipments.reference)]}
        >
          <Form.Item
            name="reference"
            label={t('field.reference')}
            required
            extra={t(staff ? 'form.referenceHelp.staff' : 'form.referenceHelp')}
          >
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
        </LeaveCheck>
        <Form.Item
          name="serviceId"
          label={t('serviceId')}
          required
          extra={unfit?.reason}
          {...CHOICE}
        >
          <ChoiceSelect
            list="services"
            options={choices?.services}
            of={serviceId}
            text={unfit?.text ?? from?.serviceId_dictText}
            note={unfit?.note}
          />
        </Form.Item>
        {!editing && <ServiceProposal form={form} />}
        <Form.Item name="depotId" label={t('depotId')} required {...CHOICE}>
          <ChoiceSelect
            list="depots"
            options={choices?.depots}
            of={from?.depotId}
            text={from?.depotId_dictText}
          />
        </Form.Item>
        {shown('poCode') && (
          <LeaveCheck
            name="poCode"
            stored={from?.poCode}
            asks={[fitsRule(CHECKED_FORMS.shipments.poCode)]}
          >
            <Form.Item name="poCode" label={t('poCode')}>
              <Input maxLength={60} autoComplete="off" />
            </Form.Item>
          </LeaveCheck>
        )}
        {shown('fbaCode') && (
          <Form.Item
            name="fbaCode"
            label={t('fbaCode')}
            required={kind.required.includes('fbaCode')}
          >
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
        )}
        {shown('userDepotId') && (
          <Form.Item name="userDepotId" label={t('userDepotId')} {...CHOICE}>
            <ChoiceSelect
              list="userDepots"
              options={choices?.userDepots}
              of={from?.userDepotId}
              text={from?.userDepotId_dictText}
            />
          </Form.Item>
        )}
        <Form.Item name="remark" label={t('remark')}>
          <Input maxLength={500} autoComplete="off" />
        </Form.Item>
      </div>
      {hidden.length > 0 && (
        <Button type="link" className="order-add-block" onClick={() => setMore(true)}>
          {t('form.moreNumbers', {
            fields: hidden.map((name) => t(name)).join(t('list.comma')),
          })}
        </Button>
      )}
    </section>
  )
}
