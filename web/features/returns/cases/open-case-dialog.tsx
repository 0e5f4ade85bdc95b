import { Form, Input } from 'antd'
import { comments } from '#contracts/returns/cases/comments.ts'
import { cases, caseList } from '#contracts/returns/cases/cases.ts'
import { COMMENT_MAX, type CaseType } from '#contracts/returns/cases/cases.states.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { RefSelect } from '../../../kit/form/choices/ref-select.tsx'
import { Segments } from '../../../kit/form/segments.tsx'
import { useValue } from '../../../kit/form/form-values.ts'
import { EntryModal } from '../../../kit/form/dialog/entry-modal.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useDebouncedValue } from '../../../kit/platform/use-timing.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { CommentFiles, useCommentFiles } from './comment-files.tsx'

/** The record a case is about, with the number people know it by. */
export interface CaseOf {
  source: 'shipment' | 'parcel' | 'returnTrack' | 'trade' | 'number'
  record: string
  no: string
  /** Whose it is, and so who reads what is written; null where it is no customer's. */
  customer: string | null
}
/** The customer a case is opened for where no record is at hand. */
export interface CaseFor {
  id: string
  name: string
}
interface Values {
  customerId: string | null
  box: 'comment' | 'note'
  type: CaseType | null
  subject: string
  record: string
  text: string
}
const LABELS: Readonly<Record<string, string>> = {
  type: 'type',
  subject: 'subject',
  record: 'record',
  customerId: 'customerId',
  text: 'text',
}

/** What it is about, in one form wherever it is opened from. */
export default function OpenCaseDialog({
  of,
  customer,
  onClose,
}: {
  of?: CaseOf | undefined
  customer?: CaseFor | undefined
  onClose: () => void
}) {
  const t = useT('cases')
  const files = useCommentFiles()
  const add = useAction(cases.add, {
    ownRefusals: true,
    success: ({ no }) => t('open.done', { no }),
  })
  const entry = useEntry<Values>({
    draft: null,
    start: {
      box: 'comment',
      type: null,
      subject: of ? t('open.about', { no: of.no }) : '',
      record: '',
      customerId: customer?.id ?? null,
      text: '',
    },
    save: ({ box, type, subject, record, customerId, text }) =>
      add.run({
        internal: box === 'note',
        type: type ?? 'question',
        subject,
        text,
        ...(of
          ? { source: of.source, record: of.record }
          : record.trim() === ''
            ? { source: 'none' as const }
            : { source: 'number' as const, record: record.trim() }),
        ...(customerId ? { customerId } : {}),
        files: files.paths,
      }),
    onSaved: onClose,
    label: (path) => (LABELS[path] === undefined ? null : t(LABELS[path])),
  })
  const staff = (useSession().user?.customerId ?? null) === null
  const may = useRightsCheck()
  const mayNote = may(comments.addInternal) && staff
  const choosesCustomer = !of && staff && may(caseList.fields.customerId)
  const box = useValue(entry.form, 'box')
  const about = String(useValue(entry.form, 'record') ?? '').trim()
  const chosen = useValue(entry.form, 'customerId')
  const asked = useDebouncedValue(about)
  const found = useApi(
    cases.ofNumber,
    { no: asked },
    { enabled: choosesCustomer && asked !== '' && asked === about, quiet: true },
  )
  const itsName = (asked === about && found.data?.customerName) || t('open.itsCustomer')
  const name =
    (of
      ? of.customer
      : chosen && about === ''
        ? chosen === customer?.id
          ? customer?.name
          : t('open.theCustomer')
        : about && itsName) || null
  const reads =
    box === 'note'
      ? t('open.note')
      : name === null
        ? t('open.noCustomer')
        : t('open.reads', { name })
  const required = [{ required: true, message: t('field.required') }]
  return (
    <EntryModal entry={entry} title={t('open.title')} okText={t('open.do')} onClose={onClose}>
      <Form.Item name="type" label={t('type')} rules={required}>
        <DictSelect code="case_type" />
      </Form.Item>
      <Form.Item name="subject" label={t('subject')} rules={required}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      {!of && (
        <Form.Item name="record" label={t('record')}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
      )}
      {choosesCustomer && (
        <Form.Item
          name="customerId"
          label={t('customerId')}
          rules={
            mayNote && box === 'comment' && about === ''
              ? [{ required: true, message: t('open.needsCustomer') }]
              : []
          }
        >
          <RefSelect
            of="customers"
            text={customer?.name ?? null}
            disabled={about !== '' && !chosen}
            {...(about === '' ? {} : { placeholder: itsName })}
          />
        </Form.Item>
      )}
      {mayNote && (
        <Form.Item name="box" label={t('box')}>
          <Segments
            options={(['comment', 'note'] as const).map((value) => ({
              value,
              label: t(`box.${value}`),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="text" label={t('text')} rules={required} extra={staff && reads}>
        <Input.TextArea maxLength={COMMENT_MAX} autoSize={{ minRows: 4, maxRows: 14 }} />
      </Form.Item>
      <CommentFiles files={files} />
    </EntryModal>
  )
}
