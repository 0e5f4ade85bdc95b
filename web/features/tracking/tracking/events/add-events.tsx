import { Button, Form, Input, Modal } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import {
  EVENT_TARGETS_MAX,
  parcelEvents,
  type EventsAdded,
} from '#contracts/tracking/parcel-events.ts'
import { subKey } from '#contracts/tracking/tracking.states.ts'
import { ChoiceInput } from '../../../../kit/form/choices/choice-input.tsx'
import { useEntry } from '../../../../kit/form/use-entry.tsx'
import { useApi } from '../../../../kit/http/query.ts'
import { useAction } from '../../../../kit/http/use-action.ts'
import { pastedNumbers } from '../../../../kit/list/filters/pasted-numbers.ts'
import { ResultSheet } from '../../../../kit/list/result-sheet.tsx'
import { useNotify } from '../../../../kit/http/notify.tsx'
import { DictTag } from '../../../../kit/platform/status-tag.tsx'
import { useLang, useT, type T } from '../../../../kit/text/i18n.ts'
import { TimeAndPlace } from './time-and-place.tsx'
import '../tracking.css'

/** What the event is added to: pasted numbers, chosen rows, or a batch. */
export type EventTarget =
  | { kind: 'nos' }
  | { kind: 'orders' | 'parcels'; ids: readonly string[] }
  | { kind: 'batch'; id: string; no: string; count: number }
  | { kind: 'predicted'; id: string; no: string; count: number }

interface Values {
  templateId: string
  at: Dayjs
  place?: string
  country?: string | null
  nos?: string
}
const LABELS: Record<keyof Values, string> = {
  templateId: 'events.template',
  at: 'event.at',
  place: 'event.place',
  country: 'event.country',
  nos: 'events.nos',
}
interface AddEventsProps {
  target: EventTarget
  /** Chosen already: on the list of templates. */
  templateId?: string
  onClose: () => void
}

/** One event from a template on many parcels; afterwards what became of each of them. */
export default function AddEvents({ target, templateId, onClose }: AddEventsProps) {
  const t = useT('tracking')
  const lang = useLang()
  const notify = useNotify()
  const found = useApi(parcelEvents.templates, {})
  const templates = found.data ?? []
  const add = useAction(parcelEvents.addFromTemplate, { success: false, ownRefusals: true })
  const addToBatch = useAction(outBatches.addEvents, { success: false, ownRefusals: true })
  const addToPredicted = useAction(predictedBatches.addEvents, {
    success: false,
    ownRefusals: true,
  })
  const [result, setResult] = useState<EventsAdded | null>(null)
  const [start] = useState<Values>(() => ({ templateId: templateId ?? '', at: dayjs() }))
  const entry = useEntry<Values>({
    draft: null,
    start,
    save: ({ templateId: id, at, place, country, nos }) => {
      // With the clock of the person who enters it: that is the time readers see.
      const given = {
        templateId: id,
        at: at.startOf('minute').format(),
        place: place || null,
        country: country || null,
      }
      if (target.kind === 'batch') return addToBatch.run({ ...given, id: target.id })
      if (target.kind === 'predicted') return addToPredicted.run({ ...given, id: target.id })
      return add.run({ ...given, ...namedBy(target, nos ?? '') })
    },
    onSaved: (answer) => {
      const added = answer as EventsAdded
      if (added.added > 0) notify.success(t('events.done', { count: added.added }))
      if (added.refused + added.known > 0) setResult(added)
      else onClose()
    },
    label: (path) => {
      const [field = ''] = path.split('.')
      return field in LABELS ? t(LABELS[field as keyof Values]) : null
    },
  })
  const { form } = entry
  const chosenId = Form.useWatch('templateId', form)
  const chosen = templates.find(({ id }) => id === chosenId)
  const pasted = pastedNumbers(Form.useWatch('nos', form) ?? '', EVENT_TARGETS_MAX)
  if (result)
    return (
      <ResultSheet
        outcome={{ title: t('events.result'), result: asBulk(result, t) }}
        onClose={onClose}
      />
    )
  return (
    <Modal open title={titleOf(target, t)} onCancel={onClose} footer={null} destroyOnHidden>
      <Form<Values>
        {...entry.props}
        onValuesChange={(changed: Partial<Values>, all) => {
          entry.props.onValuesChange?.(changed, all)
          const next = templates.find(({ id }) => id === changed.templateId)
          if (next) form.setFieldsValue({ place: next.place ?? '', country: next.country })
        }}
      >
        {entry.notes}
        {target.kind === 'nos' && (
          <Form.Item
            name="nos"
            label={t('events.nos')}
            extra={
              pasted.numbers.length > 0
                ? t('events.nos.count', { count: pasted.numbers.length })
                : t('events.nos.help', { max: EVENT_TARGETS_MAX })
            }
            rules={[
              { required: true },
              {
                validator: (_, text: string | undefined) => {
                  const { numbers, cut } = pastedNumbers(text ?? '', EVENT_TARGETS_MAX)
                  const count = numbers.length + cut
                  return cut > 0
                    ? Promise.reject(
                        new Error(t('events.nos.tooMany', { max: EVENT_TARGETS_MAX, count })),
                      )
                    : Promise.resolve()
                },
              },
            ]}
          >
            <Input.TextArea autoFocus autoSize={{ minRows: 4, maxRows: 10 }} spellCheck={false} />
          </Form.Item>
        )}
        <Form.Item
          name="templateId"
          label={t('events.template')}
          rules={[{ required: true }]}
          extra={found.data && templates.length === 0 ? t('events.template.none') : null}
        >
          <ChoiceInput
            autoFocus={target.kind !== 'nos'}
            clearable={false}
            loading={found.isFetching && !found.data}
            list="event-templates"
            options={templates.map((one) => ({
              value: one.id,
              label: lang === 'en_US' ? one.textEn : one.text,
              names: [one.code, one.text, one.textEn],
              note: one.code,
            }))}
          />
        </Form.Item>
        {chosen && (
          <p className="trk-template">
            <DictTag code="tracking_status" value={chosen.status} />
            {chosen.sub && <strong>{t(subKey(chosen.sub))}</strong>}
            <DictTag code="event_visibility" value={chosen.visibility} />
            <span className="trk-words">{lang === 'en_US' ? chosen.text : chosen.textEn}</span>
          </p>
        )}
        <TimeAndPlace />
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={entry.busy}>
            {t('events.submit')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

function namedBy(
  target: Exclude<EventTarget, { kind: 'batch' | 'predicted' }>,
  nos: string,
): Pick<In<typeof parcelEvents.addFromTemplate>, 'nos' | 'shipmentIds' | 'parcelIds'> {
  if (target.kind === 'nos') return { nos: pastedNumbers(nos, EVENT_TARGETS_MAX).numbers }
  return target.kind === 'orders'
    ? { shipmentIds: [...target.ids] }
    : { parcelIds: [...target.ids] }
}

function titleOf(target: EventTarget, t: T): string {
  if (target.kind === 'nos') return t('events.title.nos')
  return target.kind === 'batch' || target.kind === 'predicted'
    ? t('events.title.batch', { no: target.no, count: target.count })
    : t(`events.title.${target.kind}`, { count: target.ids.length })
}

/** As the sheet of a bulk call shows it: what is refused by name, and what was there already. */
const asBulk = ({ rows, refused }: EventsAdded, t: T): BulkResult => ({
  done: rows.length - refused,
  failed: refused,
  rows: rows.map((row, at) => ({
    id: String(at),
    ok: row.ok,
    label: row.no,
    code: row.code,
    message: row.ok && !row.added ? t('events.known') : row.message,
  })),
})
