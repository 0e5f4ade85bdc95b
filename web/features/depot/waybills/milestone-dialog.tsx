import { Alert, Form, Input } from 'antd'
import { NATURES, type MilestoneKind, type Nature } from '#contracts/depot/waybills.states.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { waybillBatches, type WaybillDetail } from '#contracts/depot/waybills.ts'
import { parcelEvents } from '#contracts/tracking/parcel-events.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useLang, useT, type T } from '../../../kit/text/i18n.ts'

type Milestone = WaybillDetail['milestones'][number]
interface Values {
  kind: MilestoneKind | null
  nature: Nature
  templateId: string
  at: string
  timeZone: string
  place: string
  reason: string
}
const LABELS: Partial<Record<string, string>> = {
  kind: 'milestone.kind',
  nature: 'milestone.nature',
  templateId: 'milestone.template',
  at: 'milestone.at',
  timeZone: 'milestone.zone',
  place: 'milestone.place',
  reason: 'milestone.reason',
}
const TIME = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/

/** Notes a milestone, or the right time of one that was noted; shows what it does beforehand. */
export default function MilestoneDialog({
  waybill,
  former,
  onClose,
}: {
  waybill: WaybillDetail
  former: Milestone | null
  onClose: () => void
}) {
  const t = useT('waybills')
  const lang = useLang()
  const templates = useApi(parcelEvents.templates, {}).data ?? []
  const add = useAction(waybillBatches.addMilestone, { ownRefusals: true })
  const correct = useAction(waybillBatches.correctMilestone, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      kind: null,
      nature: 'actual',
      templateId: '',
      at: former?.local ?? '',
      timeZone: former?.timeZone ?? waybill.timeZone,
      place: former?.place ?? '',
      reason: '',
    },
    save: ({ kind, nature, templateId, reason, ...happening }) => {
      if (former)
        return correct.run({
          ...happening,
          milestoneId: former.id,
          version: former.version,
          reason,
        })
      return add.run({
        ...happening,
        id: waybill.id,
        kind: kind ?? '9',
        nature,
        templateId,
        despite: (preview.data?.skipped.length ?? 0) > 0,
      })
    },
    onSaved: onClose,
    label: (path) => (LABELS[path] ? t(LABELS[path]) : null),
  })
  const values = Form.useWatch([], entry.form) as Values | undefined
  const isAsked = !former && !!values?.kind && !!values.templateId && TIME.test(values.at)
  const preview = useApi(
    waybillBatches.previewMilestone,
    {
      id: waybill.id,
      kind: values?.kind ?? '9',
      nature: values?.nature ?? 'actual',
      templateId: values?.templateId ?? '',
      at: values?.at ?? '',
      timeZone: values?.timeZone ?? '',
    },
    { enabled: isAsked, quiet: true, staleTime: 0 },
  )
  const skipped = isAsked ? (preview.data?.skipped ?? []) : []
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal
      entry={entry}
      title={former ? t('milestone.correct.title', { words: former.words }) : t('milestone.add')}
      okText={t(
        former ? 'milestone.correct' : skipped.length > 0 ? 'milestone.despite' : 'milestone.ok',
      )}
      onClose={onClose}
    >
      {!former && (
        <>
          <Form.Item name="kind" label={t('milestone.kind')} rules={required}>
            <DictSelect code="waybill_milestone" autoFocus />
          </Form.Item>
          <Form.Item name="nature" label={t('milestone.nature')} rules={required}>
            <ChoiceInput
              clearable={false}
              options={NATURES.map((value) => ({ value, label: t(`nature.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="templateId" label={t('milestone.template')} rules={required}>
            <ChoiceInput
              clearable={false}
              list="event-templates"
              options={templates.map((one) => ({
                value: one.id,
                label: lang === 'en_US' ? one.textEn : one.text,
                names: [one.code, one.text, one.textEn],
                note: one.code,
              }))}
            />
          </Form.Item>
        </>
      )}
      <Form.Item
        name="at"
        label={t('milestone.at')}
        rules={required}
        extra={t('milestone.at.help')}
      >
        <Input maxLength={16} autoComplete="off" placeholder="2026-11-30 14:05" />
      </Form.Item>
      <Form.Item name="timeZone" label={t('milestone.zone')}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="place" label={t('milestone.place')}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      {former && (
        <Form.Item name="reason" label={t('milestone.reason')} rules={required}>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
      {former && <p>{t('milestone.correct.effect', { count: former.parcels })}</p>}
      {isAsked && preview.data && (
        <p>{preview.data.parcels > 0 ? effectOf(preview.data, t) : t('milestone.effect.none')}</p>
      )}
      {skipped.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('milestone.skips', { milestones: skipped.join(', ') })}
        />
      )}
    </EntryModal>
  )
}

const effectOf = (
  { words, parcels, customers, local: at }: Out<typeof waybillBatches.previewMilestone>,
  t: T,
): string => t('milestone.effect', { words, parcels, customers, at })
