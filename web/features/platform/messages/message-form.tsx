import { Drawer, Form, Input, Skeleton } from 'antd'
import { messageList, messages } from '#contracts/platform/messaging/messages.ts'
import { DictSelect } from '../../../kit/form/choices/dict-select.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { EntryDrawer } from '../../../kit/form/dialog/entry-drawer.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'

interface Values {
  esType: string
  esReceiver: string
  esTitle: string
  esContent: string
  remark: string
}
type Start = Values & { version: number }
const EMPTY: Start = {
  esType: '2',
  esReceiver: '',
  esTitle: '',
  esContent: '',
  remark: '',
  version: 0,
}

/** A message in the user's own words, or one that did not go out, put right. Saving sends it. */
export default function MessageForm({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useT('messages')
  const found = useApi(messages.queryById, { id: id ?? '' }, { enabled: id !== null, staleTime: 0 })
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const row = found.data
  const start: Start | null =
    id === null
      ? EMPTY
      : row
        ? {
            esType: text(row.esType),
            esReceiver: text(row.esReceiver),
            esTitle: text(row.esTitle),
            esContent: text(row.esContent),
            remark: text(row.remark),
            version: Number(row.version),
          }
        : null
  return start ? (
    <Fields id={id} start={start} onClose={onClose} />
  ) : (
    <Drawer open size={640} onClose={onClose} rootClassName="py-drawer" title={t('form.edit')}>
      {found.isError ? (
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

function Fields({ id, start, onClose }: { id: string | null; start: Start; onClose: () => void }) {
  const t = useT('messages')
  const add = useAction(messages.add, { ownRefusals: true })
  const edit = useAction(messages.edit, { ownRefusals: true })
  const entry = useEntry<Values>({
    draft: `messages:${id ?? 'new'}`,
    start,
    version: start.version,
    save: ({ esType, ...values }, version) =>
      id === null
        ? add.run({ esType: esType as '2', ...values })
        : edit.run({ id, version: Number(version), ...values }),
    onSaved: onClose,
    label: (path) => (path in messageList.fields ? t(path) : null),
    fields: ['esReceiver', 'esTitle', 'esContent', 'remark'],
  })
  const type = Form.useWatch('esType', entry.form) ?? start.esType
  return (
    <EntryDrawer
      entry={entry}
      title={t(id === null ? 'form.new' : 'form.edit')}
      okText={t('form.send')}
      onClose={onClose}
    >
      <Form.Item name="esType" label={t('esType')} required>
        <DictSelect code="msgType" disabled={id !== null} />
      </Form.Item>
      <Form.Item
        name="esReceiver"
        label={t('esReceiver')}
        rules={[{ required: true, message: t('field.required') }]}
        extra={t.has(`esReceiver.help.${type}`) ? t(`esReceiver.help.${type}`) : null}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="esTitle" label={t('esTitle')} className="py-form-wide">
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="esContent"
        label={t('esContent')}
        className="py-form-wide"
        rules={[{ required: true, message: t('field.required') }]}
      >
        <Input.TextArea autoSize={{ minRows: 6, maxRows: 16 }} maxLength={20_000} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')} className="py-form-wide">
        <Input maxLength={500} />
      </Form.Item>
    </EntryDrawer>
  )
}
